/* Small negamax nets with random inputs, and a slow reference for their outputs in double
 * precision. */
#ifndef TESTS_NEGAMAX_FIXTURE_H
#define TESTS_NEGAMAX_FIXTURE_H

#include "train_pass.h"

/* The architecture of a net with squared sums and an output for each bucket. `sums` (per view) is
 * a multiple of 64. */
train_arch negamax_fixture_squared(uint32_t inputs, uint32_t sums);

/* The same with paired sums and eight sets of dense layers of `l1` and `l2` outputs. */
train_arch negamax_fixture_paired(uint32_t inputs, uint32_t sums, uint32_t l1, uint32_t l2);

/* Fills the first `positions` places of a chunk with random inputs, goals, buckets, scores and
 * weights. `sure` goals are 0 or 1, others lie between. */
void negamax_fixture_fill(train_chunk *chunk, size_t positions, uint64_t seed, bool sure);

/* The log odds that weights `w`, laid out as in train_net, give place `at`. The net has at most 256
 * sums per view. */
double negamax_fixture_logit(const train_net *net, const double *w, const train_chunk *chunk,
                             size_t at);

#endif
