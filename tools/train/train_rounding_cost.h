/* The cost of rounding a net to integers: the trainer's floats against the engine's code, position
 * by position. */
#ifndef TOOLS_TRAIN_ROUNDING_COST_H
#define TOOLS_TRAIN_ROUNDING_COST_H

#include <stdio.h>

#include "train_evaluator.h"

/* Sums and largest values over positions. */
typedef struct rounding_cost {
    net_kind kind;
    double positions;
    double difference, difference_max; /* value, negamax: of the probability of winning, absolute */
    double shift;                      /* the same with sign, integer - float */
    double divergence, divergence_max; /* policy: the Kullback-Leibler divergence from the floats,
                                        * in nats */
    double changed;                    /* policy: positions where another move comes first */
    double sums, saturated,
        silent; /* integer first-layer sums (not negamax): all; above 127; at or below 0 */
} rounding_cost;

/* Adds the two outputs for one position, of `count` probabilities (3 for a value net). */
void train_cost_add(rounding_cost *cost, const float *floats, const float *integers, size_t count);

/* Evaluates a whole set by both; `n` must be made from `net`. Returns false and fills `why` if
 * memory is short. */
bool train_cost_measure(rounding_cost *cost, train_net *net, const nets *n, const train_set *set,
                        const train_recipe *recipe, thread_pool *pool, failure *why);

/* Prints one or two lines of text. */
void train_cost_print(const rounding_cost *cost, FILE *out);

#endif
