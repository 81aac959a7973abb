/* One training position in 40 bytes. */
#ifndef TOOLS_TRAIN_RECORD_H
#define TOOLS_TRAIN_RECORD_H

#include <assert.h>

#include "chess/position.h"

/* A random ply spoils the game's result for the positions before it. So a record's outcome is the
 * teacher's score at the next such ply, from the view of the record's side to move. Without such a
 * ply it is the game's result, as one of the values below. */
enum { OUTCOME_LOST = 32765, OUTCOME_DRAWN = 32766, OUTCOME_WON = 32767 };

enum { RECORD_COPIES_MAX = UINT16_MAX };

/* Castling rights and en passant serve move generation; the nets do not see them. */
typedef struct train_record {
    uint64_t occupied;
    uint8_t pieces[16]; /* 4 bits for each occupied square in order, low bits first */
    uint16_t best;      /* the teacher's move */
    int16_t score;      /* as in the game file */
    union {
        int16_t outcome;      /* value: see above */
        uint16_t visit_share; /* policy: weight of the visits in the target, in 1/65535; the best
                               * move has the rest */
    };
    uint16_t castling; /* bits 0-11 the file of each right's rook, bits 12-15 the rights */
    union {
        uint32_t visits; /* policy: index of its visit shares in the set, if it has any */
        uint32_t file;   /* value: number of its game file among those that were read */
    };
    uint16_t copies; /* occurrences of the position in the set, at most RECORD_COPIES_MAX */
    uint8_t state;   /* bits 0-6 the square of en passant, bit 7 Black to move */
    uint8_t visit_count;
} train_record;
static_assert(sizeof(train_record) == 40, "records are packed");

void train_record_pack(train_record *record, const position *pos);

/* Restores the position for move generation and features; its key is not restored. */
void train_record_unpack(const train_record *record, position *pos);

/* A hash of the position, never 0. */
uint64_t train_record_key(const train_record *record);

#endif
