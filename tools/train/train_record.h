/* One training position in 40 bytes. */
#ifndef TOOLS_TRAIN_RECORD_H
#define TOOLS_TRAIN_RECORD_H

#include <assert.h>

#include "chess/position.h"

/* A record's outcome is the teacher's score, from the mover's side, at the next ply that was played
 * at random (that ply spoils the game's result), or one of these where no such ply follows. */
enum { OUTCOME_LOST = 32765, OUTCOME_DRAWN = 32766, OUTCOME_WON = 32767 };

enum { RECORD_COPIES_MAX = 255 };

/* Rights and en passant serve move generation; the nets do not see them. */
typedef struct train_record {
    uint64_t occupied;
    uint8_t pieces[16];  /* nibbles in the order of the occupied squares, low nibble first */
    uint16_t best;       /* the teacher's move */
    int16_t score;       /* as in the game file */
    int16_t outcome;     /* see above */
    uint16_t rook_files; /* three bits for each castling right */
    uint32_t visits;     /* where its visit shares begin in the set's, if it has any */
    uint8_t state;       /* bit 0 Black to move, bits 1-4 castling rights */
    uint8_t en_passant;
    uint8_t visit_count;
    uint8_t copies; /* how often the position stands in the set, RECORD_COPIES_MAX for more */
} train_record;
static_assert(sizeof(train_record) == 40, "records are packed");

void train_record_pack(train_record *record, const position *pos);

/* The position again, fit for move generation and features (its key is not restored). */
void train_record_unpack(const train_record *record, position *pos);

/* A hash of the position, never 0. */
uint64_t train_record_key(const train_record *record);

#endif
