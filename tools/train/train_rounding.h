/* Converts a net's layers to the integers of nn/net.h. First layers are rounded to nearest; those
 * with paired sums were trained with this rounding. The rows that meet the pairs were not: their
 * inputs occur together, so that rounding errors add up or cancel. Each of these weights is rounded
 * up or down so that the sums of real positions have the smallest mean square error. Source of the
 * objective: Nagel and others, "Up or down? Adaptive rounding" (2020). Here it is minimised by
 * changing one weight at a time while that helps. */
#ifndef TOOLS_TRAIN_ROUNDING_H
#define TOOLS_TRAIN_ROUNDING_H

#include "train_chunk.h"

/* A net in integers. The head is the rows that meet the pairs or squares. Paired sums: weights and
 * head are within +-127. */
typedef struct train_integers {
    int16_t *input;   /* [inputs][sums], in `unit` */
    int16_t *bias;    /* [sums], in `unit` */
    int16_t *head;    /* [rows][pairs], in head_scale */
    float *head_bias; /* [rows] */
    float unit;       /* real weight per integer */
    float head_scale; /* the same of the head */
    long input_clipped, bias_clipped;
} train_integers;

/* Rounds to nearest. Returns false and fills `why` if memory is short. To be freed by
 * train_integers_free() in either case. */
bool train_round_nearest(train_integers *to, const train_net *net, failure *why);
void train_integers_free(train_integers *of);

/* Improves the head of a net with paired sums, after train_round_nearest(), with a sample of a set;
 * the head's bias compensates the mean error. The result is the same for any number of threads.
 * Returns false and fills `why` if memory is short. */
bool train_round_by_data(train_integers *to, train_net *net, const train_set *set,
                         const train_recipe *recipe, thread_pool *pool, failure *why);

/* Minimises e' M e, where e = stored - wanted: changes stored[i] to the other integer next to
 * wanted[i] as long as that helps. M is moments[n][n], symmetric. residual[n] is M e and is kept up
 * to date. */
void train_round_descend(const float *moments, size_t n, const float *wanted, float *residual,
                         int16_t *stored);

#endif
