/* A net's layers in the integers of nn/net.h. The first layer was trained as it is when rounded to
 * the nearest. The rows that meet the pairs were not: their inputs come together, so that errors
 * add up or cancel, and each weight goes up or down so that the sums that positions make of them
 * err least in the mean square. Source of the objective: Nagel and others, "Up or down? Adaptive
 * rounding" (2020); it is lowered here by turning over one weight at a time while that helps. */
#ifndef TOOLS_TRAIN_ROUND_H
#define TOOLS_TRAIN_ROUND_H

#include "train_chunk.h"

/* Owned arrays, aligned for the kernels. Head: the rows that meet the pairs. */
typedef struct train_integers {
    int8_t *input;    /* [inputs][sums], in 1/128 */
    int16_t *bias;    /* [sums], in 1/128 */
    int8_t *head;     /* [rows][pairs], in head_scale */
    float *head_bias; /* [rows] */
    float head_scale; /* real weight a step: the largest weight is 127 */
    long input_clipped, bias_clipped;
} train_integers;

/* Rounds to a whole number within +-most and counts what did not fit. */
int train_rounded(float x, int most, long *clipped);

/* To the nearest. False and `why` if memory is short; free with train_integers_free() after either.
 */
bool train_round_nearest(train_integers *to, const train_net *net, failure *why);
void train_integers_free(train_integers *of);

/* Improves what train_round_nearest() made of the head by a sample of a set; the head's bias makes
 * up for the mean error. The same for any number of threads. */
bool train_round_by_data(train_integers *to, train_net *net, const train_set *set,
                         const train_recipe *recipe, thread_pool *pool, failure *why);

/* Lowers e' M e, e = stored - wanted: turns stored[i] over between the two integers around
 * wanted[i] as long as that helps. M is moments[n][n], symmetric; residual[n] is M e and kept so.
 */
void train_round_descend(const float *moments, size_t n, const float *wanted, float *residual,
                         int16_t *stored);

#endif
