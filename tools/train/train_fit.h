/* The meaning of a teacher's score. A model is fitted to the results of the games of one file, and
 * then converts its scores to targets. */
#ifndef TOOLS_TRAIN_FIT_H
#define TOOLS_TRAIN_FIT_H

#include "nn/net.h"
#include "train_data.h"
#include "train_reading.h"

/* Where a file's scale comes from. */
typedef enum { FIT_RESULTS, FIT_READING, FIT_OTHER_FILES, FIT_DEFAULT } train_fit_source;

/* The model of a file: win = sigmoid((s - level) / spread), loss = sigmoid((-s - level) / spread),
 * draw = the rest. */
typedef struct train_fit {
    float scale; /* sigmoid(s / scale) is the probability of winning, draws counted half */
    float level, spread;
    float result_share;      /* of the reading, for targets */
    size_t positions;        /* of the file */
    size_t fitted;           /* of these, the positions that the scale was fitted to */
    train_fit_source source; /* of the scale */
} train_fit;

/* A scale that is fitted to fewer positions is mostly chance. */
enum { FIT_POSITIONS_LEAST = 1000 };

/* Fits a file's model by maximum likelihood to the results of its positions after the last
 * deviation, up to the reading's score. The share of draws at score 0 sets level / spread. The
 * reading gives it, because games of a strong teacher against itself from unbalanced openings tell
 * little about it. A scale that the reading gives is not fitted. The scale is the default of 145
 * without FIT_POSITIONS_LEAST such positions, or with a result share of 0, which says that the
 * results mean little. Where it is not fitted, the spread is the one at which sigmoid(s / scale)
 * and the model have the same slope at score 0. */
train_fit train_fit_of(const train_record *records, size_t count, const train_reading *reading);

/* Replaces default scales by the median of the other scales of `count` files, if there are any.
 * Returns the median of all. Each file has the weight of its positions. */
float train_fit_settle(train_fit *fits, const train_reading *readings, int count);

/* The model's probabilities for a score; a mate is a win or a loss. */
win_draw_loss train_fit_score(const train_fit *fit, int score);

/* The value target of a record: (1 - share) * model of the score + share * outcome. */
win_draw_loss train_fit_target(const train_fit *fit, const train_record *record, float share);

#endif
