/* The nets of a net file in float32 through OpenBLAS: the reference that the integer arithmetic is
 * held against. The file's integers are taken at their real values. Sums are clipped at 127/128 and
 * their products cut down to multiples of 1/128 as the integer nets do, because nets are trained
 * so. What is left to differ is the order of float sums; OpenBLAS gives other last bits on other
 * CPUs and for other batch sizes.
 *
 * First layers are sums of weight rows, one a piece, and the policy net's outputs dot products of
 * the rows that are asked for: both sparse, so a batch saves them nothing. The value net's dense
 * layers are one matrix product a batch. */
#ifndef NN_FLOAT_NETS_H
#define NN_FLOAT_NETS_H

#include "nn/net.h"

enum { FLOAT_BATCH_MAX = 1 << 16 };

typedef struct float_nets float_nets;

/* One position of a batch. */
typedef struct float_position {
    const uint16_t *rows; /* from feature_rows() */
    int row_count;
    const uint16_t *policy_rows; /* of a policy_query; only for float_nets_policy */
    int policy_count;
    float *logits; /* receives policy_count of them */
} float_position;

/* Converts the nets and makes room for batches of up to `batch_max` positions (1 to
 * FLOAT_BATCH_MAX). Keeps no pointer into `n`. NULL and `why` if OpenBLAS is not on this machine or
 * memory is short. Free with float_nets_free (NULL is fine). */
float_nets *float_nets_new(const nets *n, int batch_max, failure *why);
void float_nets_free(float_nets *f);

/* The value net's judgement of `count` positions, at most batch_max. No allocation. One call at a
 * time, of either function: they share the room. */
void float_nets_value(float_nets *f, const float_position positions[], int count,
                      win_draw_loss out[]);

/* Fills the logits of every position. */
void float_nets_policy(float_nets *f, const float_position positions[], int count);

#endif
