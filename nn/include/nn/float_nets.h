/* The value and the policy net of a net file in float32, computed by OpenBLAS: a reference for the
 * integer arithmetic.
 * The file's integers are converted to their real values. As in the integer nets, sums are clipped
 * at 127/128 and their products truncated to multiples of 1/128, because the nets are trained so.
 * Only the order of float sums differs; OpenBLAS gives other last bits on other CPUs and for other
 * batch sizes.
 *
 * First layers are sums of weight rows, one for each piece. The policy net's outputs are dot
 * products of the requested rows. Both are sparse, so a batch does not speed them up. Each dense
 * layer of the value net is one matrix product for all adjacent positions of a batch that use the
 * same set of layers. */
#ifndef NN_FLOAT_NETS_H
#define NN_FLOAT_NETS_H

#include "nn/net.h"

enum { FLOAT_BATCH_MAX = 1 << 16 };

typedef struct float_nets float_nets;

/* One position of a batch. */
typedef struct float_position {
    const uint16_t *rows; /* from feature_rows() with the net's `pins` */
    int row_count;
    const uint16_t *policy_rows; /* of a policy_query; used by float_nets_policy() only */
    int policy_count;
    float *logits; /* receives policy_count logits */
} float_position;

/* Converts the nets and allocates memory for batches of up to `batch_max` positions (1 to
 * FLOAT_BATCH_MAX). It keeps no pointer into `n`. Returns NULL and fills `why` if OpenBLAS is not
 * installed or memory is short. float_nets_free(NULL) is fine. */
float_nets *float_nets_new(const nets *n, int batch_max, failure *why);
void float_nets_free(float_nets *f);

/* The value net's outputs for `count` positions, at most batch_max. No allocation. Both functions
 * share memory, so only one call may run at a time. */
void float_nets_value(float_nets *f, const float_position positions[], int count,
                      win_draw_loss out[]);

/* Fills in the logits of each position. `count` is not bounded by batch_max. */
void float_nets_policy(float_nets *f, const float_position positions[], int count);

#endif
