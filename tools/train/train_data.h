/* Training positions in memory: game files are replayed once, every position becomes a record, and
 * whole games are set aside to be tested on. */
#ifndef TOOLS_TRAIN_DATA_H
#define TOOLS_TRAIN_DATA_H

#include "chess/failure.h"
#include "thread_pool.h"
#include "train_net.h"
#include "train_record.h"

/* A move's share of the visits, in 1/65535. */
typedef struct train_visit {
    uint16_t move, share;
} train_visit;

typedef struct train_set {
    train_record *records;
    size_t count, capacity;
    train_visit *visits; /* of all records that have any */
    size_t visit_count, visit_capacity;
} train_set;

/* Games go by a hash of how they begin, first position and eight moves: of HELD_OUT_SHARE one is
 * held out to judge runs and settings by, another is for the last word on a net that nothing was
 * chosen by. */
enum { HELD_OUT_SHARE = 50 };
typedef enum { SET_TRAIN, SET_HELD_OUT, SET_FINAL, SETS } train_role;

typedef struct train_data {
    train_set set[SETS];
    long games[SETS];
    size_t repeated;   /* positions to test on that also stand among those to train on: left out */
    uint32_t checksum; /* of all records to train on */
} train_data;

/* What to read. */
typedef struct train_request {
    train_kind kind;
    const char *const *paths; /* as given, or in the data folder, see data_path.h */
    int count;
    const char *folder; /* the data folder; NULL: the environment's */
    double share; /* of the games to train on, 0 to 1: by hash, so that a smaller share is part of
                     a larger */
} train_request;

/* Reads files for a kind of net: value nets need a score and an outcome, policy nets a choice of
 * moves, negamax nets what train_negamax_wants() besides what value nets need. Any fault in any
 * file refuses all, except that a file which is cut off is read up to there and `warning` says so
 * (empty otherwise). Free with train_data_free(). */
bool train_data_read(train_data *data, const train_request *request, thread_pool *pool,
                     failure *warning, failure *why);
void train_data_free(train_data *data);

/* Empties one set; the others stay. */
void train_set_free(train_set *set);

#endif
