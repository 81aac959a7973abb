/* The meaning of a teacher's score. A model is fitted to the results of the games of one file, and
 * then converts its scores to targets. */
#ifndef TOOLS_TRAIN_FIT_H
#define TOOLS_TRAIN_FIT_H

#include "nn/net.h"
#include "train_data.h"
#include "train_reading.h"

/* The model of a file: win = sigmoid((s - level) / spread), loss = sigmoid((-s - level) / spread),
 * draw = the rest. */
typedef struct train_fit {
    float scale; /* sigmoid(s / scale) is the probability of winning, draws counted half */
    float level, spread;
    float result_share; /* of the reading, for targets */
    size_t positions;   /* of the file */
    size_t fitted;      /* of these, the positions that the scale was fitted to */
} train_fit;

/* Fits a file's model by maximum likelihood to the results of its positions after the last
 * deviation, up to the reading's score. The share of draws at score 0 sets level / spread. The
 * reading gives it, because games of a strong teacher against itself from unbalanced openings tell
 * little about it. A scale that the reading gives is not fitted; without usable positions it is
 * 145. In these two cases the spread is the one at which sigmoid(s / scale) and the model have the
 * same slope at score 0. */
train_fit train_fit_of(const train_record *records, size_t count, const train_reading *reading);

/* The median of the scales of `count` files, each with the weight of its positions. */
float train_fit_median(const train_fit *fits, int count);

/* The model's probabilities for a score; a mate is a win or a loss. */
win_draw_loss train_fit_score(const train_fit *fit, int score);

/* The value target of a record: (1 - share) * model of the score + share * outcome. */
win_draw_loss train_fit_target(const train_fit *fit, const train_record *record, float share);

#endif
