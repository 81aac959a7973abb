/* The outputs of a net for one position, and the figures that sum up how good they are. */
#ifndef TOOLS_TRAIN_ANSWER_H
#define TOOLS_TRAIN_ANSWER_H

#include "train_chunk.h"

/* Value: the log odds of winning, with draws counted half. Policy: the probability of each legal
 * move, in the order of gen_legal(). */
typedef float train_answer[MOVES_MAX];

/* The cross-entropy of a value net's log odds of winning for place `at`. */
double train_answer_loss(const train_chunk *chunk, size_t at, float logit);

/* Converts logits to probabilities. */
void train_softmax(float *x, size_t count);

/* Measures of quality, summed over positions. */
typedef struct train_figures {
    double positions;
    double loss, weight;     /* the weighted training loss, and the sum of the weights */
    double cross_entropy;    /* unweighted; policy: of the teacher's move only */
    double top1, top3;       /* policy: how often the teacher's move is first, and among the first
                              * three */
    double error;            /* value: |probability of winning - the teacher's| */
    double near_error, near; /* value: the same, and the count, where |score| < FIGURES_NEAR */
} train_figures;

enum { FIGURES_NEAR = 200 };

/* A mean; 0 of nothing. */
static inline double train_mean(double sum, double count)
{
    return count > 0.0 ? sum / count : 0.0;
}

void train_figures_add(train_figures *sum, const train_figures *part);

/* Add the position at place `at`: by a value net's log odds of winning, or by a policy net's
 * answer, whose target is smoothed by a share of all legal moves. */
void train_figures_value(train_figures *sum, const train_chunk *chunk, size_t at, float logit);
void train_figures_policy(train_figures *sum, const train_chunk *chunk, size_t at,
                          const float *answer, float smoothing);

#endif
