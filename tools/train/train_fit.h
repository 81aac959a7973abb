/* The meaning of a teacher's score. A model is fitted to the results of the games, and then
 * converts scores to targets. */
#ifndef TOOLS_TRAIN_FIT_H
#define TOOLS_TRAIN_FIT_H

#include "nn/net.h"
#include "train_data.h"

/* Win = sigmoid((s - level) / spread), loss = sigmoid((-s - level) / spread), draw = the rest. */
typedef struct train_fit {
    float scale; /* sigmoid(s / scale) is the probability of winning, draws counted half */
    float level, spread;
    size_t positions; /* positions of the fit */
} train_fit;

/* Maximum likelihood over the positions after the last deviation. `draw_rate` is the share of draws
 * at score 0, which sets level / spread. It is given, because games of a strong teacher against
 * itself from unbalanced openings tell little about it. Without usable positions the scale is
 * 145. */
train_fit train_fit_of(const train_set *set, float draw_rate);

/* The model's probabilities for a score; a mate is a win or a loss. */
win_draw_loss train_fit_score(const train_fit *fit, int score);

/* The value target of a record: (1 - share) * model of the score + share * outcome. */
win_draw_loss train_fit_target(const train_fit *fit, const train_record *record, float share);

#endif
