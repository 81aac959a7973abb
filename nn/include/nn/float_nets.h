/* The value and the policy net of a net file in float32, computed by OpenBLAS: a reference for the
 * integer arithmetic. As in the integer nets, sums are clipped at 127/128 and their products
 * truncated to multiples of 1/128, because the nets are trained so. Only the order of float sums
 * differs; OpenBLAS gives other last bits on other CPUs.
 *
 * Inputs and policy rows are sparse, so first layers are sums of weight rows, one for each piece,
 * and the policy net's outputs are dot products of the requested rows. Batches of positions would
 * speed up the dense layers alone: by a seventh of the value net with 256 positions. */
#ifndef NN_FLOAT_NETS_H
#define NN_FLOAT_NETS_H

#include "nn/net.h"

typedef struct float_nets float_nets;

/* Converts the nets, to which it keeps a pointer. Returns NULL and fills `why` if OpenBLAS is not
 * installed or memory is short. float_nets_free(NULL) is fine. */
float_nets *float_nets_new(const nets *n, failure *why);
void float_nets_free(float_nets *f);

/* As value_evaluate() and policy_evaluate(). No allocation. They share memory, so only one call may
 * run at a time. */
win_draw_loss float_nets_value(float_nets *f, const uint16_t *rows, int count);
void float_nets_policy(float_nets *f, const uint16_t *rows, int row_count,
                       const uint16_t *policy_rows, int count, float *logits);

#endif
