/* The arithmetic of random nets (random_net.h), written in double precision from the definitions in
 * nn/net.h. */
#ifndef TESTS_REFERENCE_NET_H
#define TESTS_REFERENCE_NET_H

#include "nn/value_net.h"

/* The products of the pairs of `count` sums in 1/128, which are cut down to multiples of 1/128. */
void reference_pairs(double pairs[], const double sums[], uint32_t count);

/* The output of the dense layers of a bucket. */
double reference_layers(const dense_layers *d, size_t bucket, const double pairs[]);

/* The logits of policy rows. */
void reference_policy(const policy_net *net, const uint16_t *rows, int row_count,
                      const uint16_t *policy_rows, int count, double logits[]);

/* The score of a position by the value net's own code, from sums that are computed from scratch;
 * *logit is what it stands for. */
int fresh_score(const value_net *net, const kernels *k, const position *pos, float *logit);

#endif
