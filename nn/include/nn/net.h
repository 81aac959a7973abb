/* The nets of one net file, ready to be evaluated. Immutable once loaded and shared by all threads.
 *
 * Architectures are lines of text in the file: "3072hx512p-16-32-3" is 3072 inputs
 * (h: their states tell what hangs; 768 plain inputs go without), 512 sums paired
 * into 256 (p), dense layers of 16 and 32 with clipped squared activation, 3 outputs (win, draw,
 * loss); "3072hx1024p-4956" is a policy net whose outputs are the rows of a policy_query, and
 * "3072hx1024p-3876" one without the classes of moves.
 *
 * Tensors, with H the sums, P = H / 2 the pairs (scales are real weight per stored unit):
 *   value.arch    text
 *   value.input   i8  inputs x H   scale 1/128       value.bias   i16 1 x H     scale 1/128
 *   value.l1      i8  L1 x P       scale s1          value.l1b    f32 1 x L1
 *   value.l2      f32 L1 x L2                        value.l2b    f32 1 x L2
 *   value.l3      f32 L2 x 3                         value.l3b    f32 1 x 3
 *   value.scale   f32 1 x 1        centipawns per unit of ln(q / (1 - q))
 *   policy.arch   text
 *   policy.input  i8  inputs x H   scale 1/128       policy.bias  i16 1 x H     scale 1/128
 *   policy.out    i8  rows x P     scale s2          policy.outb  f32 1 x rows
 * A paired activation stored as u8 v stands for v / 128 (v = a * b >> 7 with a, b in 1/128).
 *
 * A file may also hold a net for negamax search, "768x256d-8": 768 inputs to 256 sums in each of
 * two views (d), clipped and squared, to 8 outputs by piece count. Without any negamax.* tensor
 * there is none; with one, all are needed:
 *   negamax.arch  text
 *   negamax.input i16 768 x H      scale 1/255       negamax.bias i16 1 x H     scale 1/255
 *   negamax.out   i16 8 x 2H       scale s3          negamax.outb f32 1 x 8
 *   negamax.scale f32 1 x 1        centipawns per unit of ln(q / (1 - q))
 * An output row has the weights of the mover's H sums, then those of the opponent's. First-layer
 * weights are within +-511, so that 32 rows and a bias fit an int16; an output row's weights for
 * one view add up, in size, to no more than kernels.dot_squares takes. A sum clipped to v stands
 * for v / 255, its square stored as v * v >> 1 for 2 / 255^2 of that. */
#ifndef NN_NET_H
#define NN_NET_H

#include "chess/failure.h"
#include "chess/position.h"
#include "nn/kernels.h"
#include "nn/net_file.h"

/* Bounds that fix the sizes of evaluation buffers. */
enum { NET_SUMS_MAX = 4096, NET_L1_MAX = 32, NET_L2_MAX = 64, NET_ARCH_MAX = 64 };
enum { NET_BUCKETS = 8 };

/* Bounds of a negamax net's integers, see above. */
enum {
    NET_NEGAMAX_UNITS = 255, /* stored units a real unit in the first layer */
    NET_NEGAMAX_INPUT_MAX = 511,
    NET_NEGAMAX_BIAS_MAX = 16384
};

typedef struct value_net {
    char arch[NET_ARCH_MAX];
    uint32_t inputs, sums, l1, l2;
    const int8_t *input;
    const int16_t *bias;
    const int8_t *l1_weights;
    float l1_scale; /* real sum per unit of the integer dot product */
    const float *l1_bias, *l2_weights, *l2_bias, *l3_weights, *l3_bias;
    float centipawns; /* the fitted score scale */
} value_net;

typedef struct policy_net {
    char arch[NET_ARCH_MAX];
    uint32_t inputs, sums, rows;
    const int8_t *input;
    const int16_t *bias;
    const int8_t *out;
    float out_scale;
    const float *out_bias;
} policy_net;

typedef struct negamax_net {
    char arch[NET_ARCH_MAX];
    uint32_t sums; /* a view */
    const int16_t *input, *bias, *out;
    float out_scale; /* real value per unit of the integer dot product */
    const float *out_bias;
    float centipawns; /* the fitted score scale */
} negamax_net;

typedef struct nets {
    net_file *file; /* owns all weights below */
    value_net value;
    policy_net policy;
    bool has_negamax; /* else the file has no such net, and the next is zero */
    negamax_net negamax;
} nets;

/* Loads all nets of a file; on failure NULL, `why`, and nothing is kept. Free with nets_free (NULL
 * is fine). */
nets *nets_load(const char *path, failure *why);
nets *nets_load_bytes(const void *bytes, size_t size, const char *name, failure *why);
void nets_free(nets *n);

/* Win, draw and loss for the side to move, summing to 1. */
typedef struct win_draw_loss {
    float win, draw, loss;
} win_draw_loss;

/* The value net's judgement from the active rows of feature_rows(). No allocation; any thread. */
win_draw_loss value_evaluate(const value_net *net, const kernels *k, const uint16_t *rows,
                             int count);

/* Logits of `count` policy rows given the position's active rows. No allocation; any thread. */
void policy_evaluate(const policy_net *net, const kernels *k, const uint16_t *rows, int row_count,
                     const uint16_t *policy_rows, int count, float *logits);

#endif
