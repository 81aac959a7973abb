/* The arithmetic of the policy net. */
#ifndef NN_POLICY_NET_H
#define NN_POLICY_NET_H

#include "nn/net.h"
#include "nn/recent_sums.h"

/* The logits of `count` policy rows (at most QUERY_ROWS_MAX) for the active rows of feature_rows().
 * `recent` may be NULL, else the evaluation is faster. No allocation; any thread. */
void policy_evaluate(const policy_net *net, const kernels *k, const uint16_t *rows, int row_count,
                     const uint16_t *policy_rows, int count, float *logits, recent_sums *recent);

#endif
