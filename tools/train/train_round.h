/* Converts a net's layers to the integers of nn/net.h. The first layer was trained with rounding to
 * nearest, so it is rounded so. The rows that meet the pairs were not: their inputs occur together,
 * so that rounding errors add up or cancel. Each of these weights is rounded up or down so that the
 * sums of real positions have the smallest mean square error. Source of the objective: Nagel and
 * others, "Up or down? Adaptive rounding" (2020). Here it is minimised by changing one weight at a
 * time while that helps. */
#ifndef TOOLS_TRAIN_ROUND_H
#define TOOLS_TRAIN_ROUND_H

#include "train_chunk.h"

/* Owned arrays, aligned for the kernels. The head is the rows that meet the pairs. */
typedef struct train_integers {
    int8_t *input;    /* [inputs][sums], in 1/128 */
    int16_t *bias;    /* [sums], in 1/128 */
    int8_t *head;     /* [rows][pairs], in head_scale */
    float *head_bias; /* [rows] */
    float head_scale; /* real weight per unit: the largest weight is 127 */
    long input_clipped, bias_clipped;
} train_integers;

/* Rounds to a whole number, clamped to +-most. Counts the clamped numbers in `*clipped`. */
int train_rounded(float x, int most, long *clipped);

/* Rounds to nearest. Returns false and fills `why` if memory is short. To be freed by
 * train_integers_free() in either case. */
bool train_round_nearest(train_integers *to, const train_net *net, failure *why);
void train_integers_free(train_integers *of);

/* Improves the head of train_round_nearest() with a sample of a set; the head's bias compensates
 * the mean error. The result is the same for any number of threads. */
bool train_round_by_data(train_integers *to, train_net *net, const train_set *set,
                         const train_recipe *recipe, thread_pool *pool, failure *why);

/* Minimises e' M e, where e = stored - wanted: changes stored[i] to the other integer next to
 * wanted[i] as long as that helps. M is moments[n][n], symmetric. residual[n] is M e and is kept up
 * to date. */
void train_round_descend(const float *moments, size_t n, const float *wanted, float *residual,
                         int16_t *stored);

#endif
