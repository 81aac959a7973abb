/* The trainer's nets. Their parameters are one array of floats, so that optimiser, checkpoint and
 * tests can treat all of them alike. */
#ifndef TOOLS_TRAIN_NET_H
#define TOOLS_TRAIN_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nn/architecture.h"
#include "thread_pool.h"
#include "train_kernels.h"

/* The largest number of active input lists of a position. */
enum { TRAIN_VIEWS_MAX = 2 };

/* The number of active input lists of a position. */
static inline uint32_t train_arch_views(const architecture *arch)
{
    return arch->kind == NET_VALUE ? 2 : 1;
}

/* The inputs of the layer behind the first: the products of all views. */
static inline uint32_t train_arch_pairs(const architecture *arch)
{
    return train_arch_views(arch) * (arch->sums / 2);
}

/* True if dense layers follow the pairs. */
static inline bool train_arch_dense(const architecture *arch)
{
    return arch->l1 > 0;
}

/* The rows of the layer behind the pairs: L1 of all buckets, or the outputs. */
static inline uint32_t train_arch_rows(const architecture *arch)
{
    return train_arch_dense(arch) ? arch->buckets * arch->l1 : arch->outputs;
}

/* Row-major parts of the parameters. Parts of dense layers hold the sets of all buckets, one after
 * another. The parts from PART_TAIL on are small; a net without dense layers has only the head's
 * bias of them. */
typedef enum {
    PART_INPUT,     /* [tiles][inputs][TILE_UNITS] */
    PART_SHARED,    /* [tiles][inputs / variants][TILE_UNITS]: see train_net_step(); empty for plain
                     * inputs, which have one variant */
    PART_BIAS,      /* [tiles][TILE_UNITS] */
    PART_HEAD,      /* [rows][pairs] */
    PART_HEAD_BIAS, /* [rows] */
    PART_L2,        /* [buckets][l1][l2] */
    PART_L2_BIAS,   /* [buckets][l2] */
    PART_L3,        /* [buckets][l2][outputs] */
    PART_L3_BIAS,   /* [buckets][outputs] */
    PARTS,
    PART_TAIL = PART_HEAD_BIAS
} train_part;

/* A part of a net's parameters. Those without weights have no rows or no columns. */
typedef struct train_span {
    const char *tensor; /* name in the net file (nn/net.h), which has the parts in this order; NULL:
                         * the file has none */
    uint32_t rows, columns; /* of the tensor */
    float bound;            /* largest |weight| that the integer net can hold */
    bool decays;            /* weight decay applies */
    size_t offset, count;   /* in floats; offsets are multiples of 16 */
} train_span;

typedef struct train_net {
    architecture arch;
    train_span part[PARTS];
    size_t size;  /* floats in each of the arrays */
    float *w;     /* weights */
    float *g;     /* gradient, zero between steps */
    float *m, *v; /* Adam's moments */
} train_net;

/* Draws weight number `at` of the arrays, which is in this part, as for a new net, and sets its
 * moments to 0. */
void train_net_draw(train_net *net, train_part part, size_t at, uint64_t *state);

/* Makes a net with random weights drawn from `seed`. Returns NULL and fills `why` if memory is
 * short. */
train_net *train_net_new(const architecture *arch, uint64_t seed, failure *why);
void train_net_free(train_net *net);

/* The inputs of a piece on a square: 4 for its states (nn/features.h) or for the places of the
 * view's king (nn/value_net.h), or 1 for plain inputs. */
uint32_t train_arch_variants(const architecture *arch);

/* The column of a unit in the tiles: tile number and place within the tile. */
static inline uint32_t train_tile_of(const architecture *arch, uint32_t unit)
{
    return unit % (arch->sums / 2) / TILE_PAIRS;
}
static inline uint32_t train_place_of(const architecture *arch, uint32_t unit)
{
    return unit / (arch->sums / 2) * TILE_PAIRS + unit % TILE_PAIRS;
}

/* The number in the arrays of a unit's weight in a row of PART_INPUT, PART_SHARED or PART_BIAS. */
static inline size_t train_input_at(const train_net *net, train_part part, uint32_t row,
                                    uint32_t unit)
{
    const train_span *span = &net->part[part];
    const size_t tile = train_tile_of(&net->arch, unit);
    return span->offset + (tile * span->rows + row) * TILE_UNITS + train_place_of(&net->arch, unit);
}

/* The first-layer weight of an input for a unit, and the unit's bias. Units are numbered as in the
 * net file. */
static inline float *train_input_weight(const train_net *net, uint32_t input, uint32_t unit)
{
    return net->w + train_input_at(net, PART_INPUT, input, unit);
}
static inline float *train_input_bias(const train_net *net, uint32_t unit)
{
    return net->w + train_input_at(net, PART_BIAS, 0, unit);
}

/* The settings of one optimiser step. */
typedef struct train_step {
    long number; /* from 1 */
    float rate;
    float decay; /* weights shrink by rate * decay */
    float beta1; /* share of the old mean in the mean of the gradients, below 1 */
} train_step;

/* Makes one optimiser step, which sets the gradient to zero.
 *
 * A piece on a square has several inputs with similar meanings, and some of these are rare. So an
 * input's weights get two steps: their own, and one that all inputs of the piece and square share,
 * as if each weight were the sum of a shared part and its own part. Only the moments of the shared
 * part are kept, in PART_SHARED; its weights stay zero. */
void train_net_step(train_net *net, const train_kernels *set, thread_pool *pool,
                    const train_step *step);

/* Allocates zeroed memory that is aligned for the kernels. The caller frees it by free(). Returns
 * NULL if memory is short. */
void *train_alloc(size_t bytes);

#endif
