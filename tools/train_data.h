/* Training positions in memory: game files are replayed once, every position becomes a record of 40
 * bytes, and whole games are set aside to be tested on. */
#ifndef TOOLS_TRAIN_DATA_H
#define TOOLS_TRAIN_DATA_H

#include <assert.h>

#include "chess/failure.h"
#include "chess/position.h"
#include "train_net.h"
#include "train_pool.h"

/* A record's outcome is the teacher's score, from the mover's side, at the next ply that was played
 * at random (that ply spoils the game's result), or one of these where no such ply follows. */
enum { OUTCOME_LOST = 32765, OUTCOME_DRAWN = 32766, OUTCOME_WON = 32767 };

/* One position. Rights and en passant serve move generation; the nets do not see them. */
typedef struct train_record {
    uint64_t occupied;
    uint8_t pieces[16];  /* nibbles in the order of the occupied squares, low nibble first */
    uint16_t best;       /* the teacher's move */
    int16_t score;       /* as in the game file */
    int16_t outcome;     /* see above */
    uint16_t rook_files; /* three bits for each castling right */
    uint32_t game;       /* hash of the game's first position */
    uint8_t state;       /* bit 0 Black to move, bits 1-4 castling rights */
    uint8_t en_passant;
    uint8_t legal_count; /* legal moves, 255 for more */
    uint8_t reserved;
} train_record;
static_assert(sizeof(train_record) == 40, "records are packed");

void train_record_pack(train_record *record, const position *pos);

/* The position again, fit for move generation and features (its key is not restored). */
void train_record_unpack(const train_record *record, position *pos);

typedef struct train_set {
    train_record *records;
    size_t count, capacity;
} train_set;

typedef struct train_data {
    train_set train, held_out;
    long games, games_held_out;
    uint32_t checksum; /* of all records */
} train_data;

/* One game in HELD_OUT_SHARE, by the hash of its first position, is held out. */
enum { HELD_OUT_SHARE = 50 };

/* Reads files for a kind of net: value nets need a score and an outcome, policy nets a choice of
 * moves, negamax nets what train_negamax_wants() besides what value nets need. Any fault in any
 * file refuses all, except that a file which is cut off is read up to there and `warning` says so
 * (empty otherwise). Free with train_data_free(). */
bool train_data_read(train_data *data, train_kind kind, char *const *paths, int count,
                     train_pool *pool, failure *warning, failure *why);
void train_data_free(train_data *data);

#endif
