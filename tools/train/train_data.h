/* Training positions in memory. Game files are replayed once, each position becomes a record, and
 * whole games are set aside for tests (game_division.h). */
#ifndef TOOLS_TRAIN_DATA_H
#define TOOLS_TRAIN_DATA_H

#include "base/failure.h"
#include "game_division.h"
#include "thread_pool.h"
#include "train_net.h"
#include "train_record.h"
#include "train_score_model.h"

/* A move's share of the visits, in 1/65535. */
typedef struct train_visit {
    uint16_t move, share;
} train_visit;

typedef struct train_set {
    train_record *records;
    size_t count, capacity;
    train_visit *visits; /* of all records with visit shares */
    size_t visit_count, visit_capacity;
} train_set;

typedef struct train_data {
    train_set set[GAME_PARTS];
    size_t *from_file; /* [files] number of training positions of each file; the set has them in
                        * the order of the files */
    int files;
    long games[GAME_PARTS];
    size_t repeated;   /* test positions that also occur in the training set; they are left out */
    uint32_t checksum; /* of all training records */
} train_data;

/* The data to read. */
typedef struct train_request {
    net_kind kind;
    const char *const *paths;      /* as given, or in the data folder (data_path.h) */
    const train_reading *readings; /* [count] policy: their visit shares; NULL: the recommended */
    int count;
    const char *folder; /* the data folder; NULL: that of the environment */
    bool whole;         /* all games are training games; none is set aside */
    bool after_moves;   /* train also on the positions after moves of training positions that were
                         * not played: after the best move, with its score, which stands for the
                         * outcome too, and the reply as its best move; and after the moves of
                         * further lines, with theirs. A policy net needs a reply, a value net does
                         * not. */
    double share; /* of the training games, 0 to 1; by hash, so that a smaller share is a subset of
                   * a larger one */
} train_request;

/* Reads files for a kind of net. Value nets need a quiet position (quiet_position.h) with a score
 * and an outcome, policy nets a choice of moves. After an error in any file it returns false, fills
 * `why`, and there are no data. A file that is cut off after a game is no error: its whole games
 * are read, and `warning` names all such files, or is empty if there are none. train_data_free()
 * frees the data. */
bool train_data_read(train_data *data, const train_request *request, thread_pool *pool,
                     failure *warning, failure *why);
void train_data_free(train_data *data);

/* Makes a set of up to `most` records, evenly spaced in another one, whose visits it shares. The
 * caller frees its records by free(). Returns false if memory is short. */
bool train_set_sample(train_set *sample, const train_set *set, size_t most);

#endif
