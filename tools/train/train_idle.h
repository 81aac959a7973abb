/* Hidden units that do nothing: a unit is dead if it is 0 in nearly all positions, and constant if
 * it is at its upper bound in nearly all. Where a unit is at a bound it has no gradient, so it does
 * not learn; weight decay then shrinks the weights into it. Units die in the first thousands of
 * steps, at a high learning rate: their inputs are all positive, so one common step can push their
 * sums below 0 in all positions. */
#ifndef TOOLS_TRAIN_IDLE_H
#define TOOLS_TRAIN_IDLE_H

#include <stdio.h>

#include "train_pass.h"

/* The hidden layers: the products or squares of the first layer, and the two dense layers. */
typedef enum { IDLE_FIRST, IDLE_L1, IDLE_L2, IDLE_LAYERS } idle_layer;

/* A unit is idle if it is at a bound but for one position in IDLE_RARE. It is judged by
 * IDLE_POSITIONS_LEAST positions at least; of a dense layer, by those of its bucket. */
enum { IDLE_RARE = 1000, IDLE_POSITIONS_LEAST = 1000 };

typedef struct train_idle {
    architecture arch;
    size_t first[IDLE_LAYERS + 1]; /* unit of each layer; of dense layers, those of all buckets */
    size_t seen[NET_BUCKETS];      /* positions of each bucket */
    uint32_t *low, *high;          /* [first[IDLE_LAYERS]] positions with the unit at a bound */
    float first_upper;             /* upper bound of the units of the first layer */
} train_idle;

/* The units of a layer in all buckets, and how many of them are idle. */
typedef struct idle_count {
    size_t units, dead, constant;
} idle_count;

/* Makes the record of a net, without positions. Returns NULL and fills `why` if memory is short. */
train_idle *train_idle_new(const architecture *arch, failure *why);
void train_idle_free(train_idle *idle);

/* Adds the positions of a pass that has just run without learning. */
void train_idle_add(train_idle *idle, const train_pass *pass);

/* Passes a set through the net: its figures, and the record, which the caller frees. Returns NULL
 * and fills `why` if memory is short. */
train_idle *train_idle_find(train_pass *pass, const train_set *set, const train_recipe *recipe,
                            train_figures *figures, failure *why);

/* Counts a layer. Units that too few positions have reached are not idle. */
idle_count train_idle_count(const train_idle *idle, idle_layer layer);

/* The idle units of all layers. */
size_t train_idle_sum(const train_idle *idle);

/* Prints "idle units: 0 of 512 in the first layer, 4 of 16 in l1 (1 constant), 0 of 32 in l2", or
 * that there were too few positions. */
void train_idle_print(const train_idle *idle, FILE *out);

/* Makes new units of the idle ones: random weights in, drawn from `seed`, and zeroes out, without
 * moments. What a constant unit gave goes to the biases behind it. So the net has the same outputs
 * where the units were at their bounds. */
void train_idle_renew(const train_idle *idle, train_net *net, uint64_t seed);

#endif
