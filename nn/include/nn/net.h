/* The nets of a net file, ready for evaluation. They are immutable once loaded; all threads share
 * them.
 *
 * The texts of the architectures are those of nn/architecture.h. Tensors, with H the sums,
 * P = H / 2 the pairs and B the buckets, 1 or 8 (scales are real weight per stored unit):
 *
 *   value.arch    text
 *   value.input   i8  inputs x H   scale 1/128       value.bias   i16 1 x H     scale 1/128
 *   value.l1      i8  B*L1 x 2P    scale s1          value.l1b    f32 B x L1
 *   value.l2      f32 B*L1 x L2                      value.l2b    f32 B x L2
 *   value.l3      f32 B*L2 x 1                       value.l3b    f32 B x 1
 *   value.scale   f32 1 x 1        centipawns per unit of ln(q / (1 - q))
 *   policy.arch   text
 *   policy.input  i8  inputs x H   scale 1/128       policy.bias  i16 1 x H     scale 1/128
 *   policy.out    i8  rows x P     scale s2          policy.outb  f32 1 x rows
 *
 * A row of value.l1 has the weights of the mover's P pairs, then those of the opponent's. A paired
 * activation stored as u8 v stands for v / 128 (v = a * b >> 7 with a, b in 1/128). Biases of first
 * layers are within +-NET_BIAS_MAX. */
#ifndef NN_NET_H
#define NN_NET_H

#include "base/failure.h"
#include "chess/position.h"
#include "nn/architecture.h"
#include "nn/net_file.h"

/* Units and bounds of integers; see above. */
enum {
    NET_UNITS = 128, /* stored units per real unit in first layers and paired activations */
    NET_BIAS_MAX = 16384
};

/* Largest absolute score in centipawns. It leaves room for mate scores of a search. */
enum { NET_SCORE_MAX = 10000 };

/* The dense layers after the products, in one set or in one for each bucket. The inner layers clip
 * their outputs to [0, 1] and square them. */
typedef struct dense_layers {
    uint32_t inputs, l1, l2, buckets;
    const int8_t *l1_weights; /* [buckets][l1][inputs] */
    float l1_scale;           /* real sum per unit of the integer dot product */
    const float *l1_bias;     /* [buckets][l1] */
    const float *l2_weights;  /* [buckets][l1][l2] */
    const float *l2_bias;     /* [buckets][l2] */
    const float *l3_weights;  /* [buckets][l2] */
    const float *l3_bias;     /* [buckets] */
} dense_layers;

typedef struct value_net {
    char arch[NET_ARCH_MAX];
    uint32_t sums;       /* per view */
    bool places;         /* for value_view() */
    const int8_t *input; /* [inputs][sums] */
    const int16_t *bias;
    dense_layers dense; /* behind the pairs of both views */
    float centipawns;   /* the fitted score scale */
} value_net;

typedef struct policy_net {
    char arch[NET_ARCH_MAX];
    bool pins; /* for feature_rows() */
    uint32_t inputs, sums, rows;
    const int8_t *input; /* [inputs][sums] */
    const int16_t *bias;
    const int8_t *out; /* [rows][sums / 2] */
    float out_scale;   /* real value per unit of the integer dot product */
    const float *out_bias;
} policy_net;

typedef struct nets {
    net_file *file; /* owns all weights */
    value_net value;
    policy_net policy;
    /* If not NULL, a net of Lc0 takes the place of both nets in mcts. `file` is then NULL, and
     * there is no value net until nets_take_value(); searches need one. */
    struct lc0_pool *lc0;
} nets;

/* Load all nets of a file or of bytes in memory. `name` stands for the bytes in messages. They keep
 * no pointer to the arguments. On failure they return NULL and fill `why`. nets_free(NULL) is
 * fine. */
nets *nets_load(const char *path, failure *why);
nets *nets_load_bytes(const void *bytes, size_t size, const char *name, failure *why);
void nets_free(nets *n);

/* As nets_load(), for a file of Morpho or of Lc0, compressed by gzip or not. */
nets *nets_load_any(const char *path, failure *why);

/* Moves the value net of `from` to `n`, which has a net of Lc0, and frees `from`, which has none.
 */
void nets_take_value(nets *n, nets *from);

/* A checksum over the names, scales and data of all tensors, in the file's order; of a net of Lc0,
 * over the bytes of its file. */
uint32_t nets_checksum(const nets *n);

/* Win, draw and loss for the side to move; they sum to 1. */
typedef struct win_draw_loss {
    float win, draw, loss;
} win_draw_loss;

#endif
