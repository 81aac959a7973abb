/* The layout of an array of correction cells. Private to the folder.
 *
 *   hashed tables   [pawns, minors, White's pieces, Black's pieces][side to move][key % cells]
 *   continuation    [earlier row][last row]; both pairs of moves share it
 *
 * The continuation needs no side to move, since the last move implies it. */
#ifndef HISTORY_CORRECTION_CELLS_H
#define HISTORY_CORRECTION_CELLS_H

#include "history/correction.h"
#include "history/history_keys.h"

enum {
    CORRECTION_HASHED = 4 * 2 * CORRECTION_CELLS,
    CORRECTION_ALL = CORRECTION_HASHED + HIST_ROWS_AFTER * HIST_ROWS_AFTER,
    CORRECTION_PLACES_MAX = 6
};

/* The hashed tables. ORDER: as in the array. */
typedef enum {
    CORRECTION_OF_PAWNS,
    CORRECTION_OF_MINORS,
    CORRECTION_OF_WHITE,
    CORRECTION_OF_BLACK
} correction_table;

static inline int correction_hashed_cell(correction_table table, int side, uint64_t key)
{
    return (2 * (int)table + side) * CORRECTION_CELLS + (int)(key % CORRECTION_CELLS);
}

/* The cell of a pair of rows. If one of them is HIST_NO_MOVE, the cell is never written and stays
 * 0. */
static inline int correction_pair_cell(int earlier, int last)
{
    return CORRECTION_HASHED + HIST_ROWS_AFTER * earlier + last;
}

typedef struct correction_place {
    correction_feature feature;
    int cell; /* below CORRECTION_ALL */
} correction_place;

/* Fills in the cells of a position and returns their number. A pair with an unknown move has no
 * cell here. */
int correction_places(const correction_keys *keys, correction_place places[CORRECTION_PLACES_MAX]);

#endif
