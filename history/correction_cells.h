/* The layout of an array of correction cells, which both searches use. Private to the folder.
 *
 *   hashed tables   [pawns, minors, White's pieces, Black's pieces][side to move][key % cells]
 *   continuation    [earlier row][last row]; shared by both pairs of moves
 *
 * The continuation needs no side to move, since the last move implies it. */
#ifndef HISTORY_CORRECTION_CELLS_H
#define HISTORY_CORRECTION_CELLS_H

#include <assert.h>

#include "history/correction.h"
#include "history/history_keys.h"

enum {
    CORRECTION_HASHED = 4 * 2 * CORRECTION_CELLS,
    CORRECTION_ALL = CORRECTION_HASHED + HIST_ROWS_AFTER * HIST_ROWS_AFTER,
    CORRECTION_PLACES = 6
};

/* The feature of each cell of a position. */
static const correction_feature correction_feature_at[CORRECTION_PLACES] = {
    CORRECTION_PAWNS,     CORRECTION_MINORS,       CORRECTION_NON_PAWNS,
    CORRECTION_NON_PAWNS, CORRECTION_CONTINUATION, CORRECTION_CONTINUATION};

/* The index of cell number `place` of a position, below CORRECTION_ALL. */
static inline int correction_cell(const correction_keys *keys, int place)
{
    const uint64_t hashed[] = {keys->pawns, keys->minors, keys->non_pawns[0], keys->non_pawns[1]};
    assert(keys->side < 2 && keys->last < HIST_ROWS_AFTER);
    if (place < 4) {
        return (2 * place + keys->side) * CORRECTION_CELLS +
               (int)(hashed[place] % CORRECTION_CELLS);
    }
    assert(keys->earlier[place - 4] < HIST_ROWS_AFTER);
    return CORRECTION_HASHED + HIST_ROWS_AFTER * keys->earlier[place - 4] + keys->last;
}

/* False for a pair with an unknown move. Its cell never learns, so that it stays 0. */
static inline bool correction_learns_at(const correction_keys *keys, int place)
{
    return place < 4 || (keys->last != HIST_NO_MOVE && keys->earlier[place - 4] != HIST_NO_MOVE);
}

#endif
