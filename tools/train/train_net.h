/* The nets that the trainer knows and their parameters, which lie in one run of floats so that
 * optimiser, checkpoint and tests can treat them alike. */
#ifndef TOOLS_TRAIN_NET_H
#define TOOLS_TRAIN_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/failure.h"
#include "thread_pool.h"
#include "train_kernels.h"

enum { ARCH_TEXT_MAX = 64, VALUE_OUTPUTS = 3, TRAIN_L1_MAX = 32, TRAIN_L2_MAX = 64 };

typedef enum { TRAIN_VALUE, TRAIN_POLICY, TRAIN_NEGAMAX, TRAIN_KINDS } train_kind;

/* "3072hx512p-16-32-3" is a value net, "3072hx1024p-3876" a policy net, "768x256d-8" a negamax net,
 * whose sums are made twice, for each side's view of a position, and squared instead of paired. */
typedef struct train_arch {
    char text[ARCH_TEXT_MAX];
    train_kind kind;
    uint32_t inputs, sums;
    uint32_t pairs;  /* width of what the next layer reads: sums / 2 pairs, or a negamax
                        net's 2 * sums squares */
    uint32_t states; /* in how many states (see nn/features.h) the inputs show each
                        piece and square: 4, or 1 for plain inputs */
    uint32_t rows;   /* of the layer after the pairs: L1, or the outputs */
    uint32_t l2;     /* of a value net, else 0 */
} train_arch;

/* "value", "policy" or "negamax". */
const char *train_kind_name(train_kind kind);

/* Lists of active inputs that a position has. */
static inline uint32_t train_arch_views(const train_arch *arch)
{
    return arch->kind == TRAIN_NEGAMAX ? 2 : 1;
}

/* Reads an architecture's text; sizes are checked against what trainer and engine can do. */
bool train_arch_parse(train_arch *arch, const char *text, failure *why);

/* Row-major parts of the parameters. The parts from PART_TAIL on are small and belong to the value
 * net's dense tail (a policy net has the head's bias alone). */
typedef enum {
    PART_INPUT,  /* [tiles][inputs][TILE_UNITS] */
    PART_SHARED, /* [tiles][inputs / states][TILE_UNITS]: see train_net_step; empty if states is 1
                  */
    PART_BIAS,   /* [tiles][TILE_UNITS] */
    PART_HEAD,   /* [rows][pairs] */
    PART_HEAD_BIAS,
    PART_L2, /* [rows][l2] */
    PART_L2_BIAS,
    PART_L3, /* [l2][VALUE_OUTPUTS] */
    PART_L3_BIAS,
    PARTS,
    PART_TAIL = PART_HEAD_BIAS
} train_part;

typedef struct train_span {
    size_t offset, count; /* in floats; offsets are multiples of 16 */
    float bound;          /* largest |weight|, so that the integer net can hold it */
    bool decays;          /* weight decay applies */
} train_span;

typedef struct train_net {
    train_arch arch;
    train_span part[PARTS];
    size_t size;  /* floats in each array below */
    float *w;     /* weights */
    float *g;     /* gradient, zero between steps */
    float *m, *v; /* Adam's moments */
} train_net;

/* Weights are drawn from `seed`. NULL and `why` if memory is short. */
train_net *train_net_new(const train_arch *arch, uint64_t seed, failure *why);
void train_net_free(train_net *net);

/* The column of unit `unit` in the tiles: tile number and place within it. */
static inline uint32_t train_tile_of(const train_arch *arch, uint32_t unit)
{
    return arch->kind == TRAIN_NEGAMAX ? unit / TILE_UNITS : unit % arch->pairs / TILE_PAIRS;
}
static inline uint32_t train_place_of(const train_arch *arch, uint32_t unit)
{
    return arch->kind == TRAIN_NEGAMAX ? unit % TILE_UNITS
                                       : unit / arch->pairs * TILE_PAIRS + unit % TILE_PAIRS;
}

/* First-layer weight of an input for a unit, in the order of the net file. */
static inline float train_input_weight(const train_net *net, uint32_t input, uint32_t unit)
{
    const train_arch *arch = &net->arch;
    size_t row = (size_t)train_tile_of(arch, unit) * arch->inputs + input;
    return net->w[net->part[PART_INPUT].offset + row * TILE_UNITS + train_place_of(arch, unit)];
}
static inline float train_input_bias(const train_net *net, uint32_t unit)
{
    const train_arch *arch = &net->arch;
    return net->w[net->part[PART_BIAS].offset + train_tile_of(arch, unit) * TILE_UNITS +
                  train_place_of(arch, unit)];
}

/* What one optimiser step is to do. */
typedef struct train_step {
    long number; /* from 1 */
    float rate;
    float decay; /* weights shrink by rate * decay */
} train_step;

/* One optimiser step that consumes the gradient.
 *
 * A piece on a square means much the same in each of its states, and some states are rare. So an
 * input's weights move by their own step and, besides, by one that all states of its piece and
 * square share, as if each weight were the sum of a shared and a particular one. Only the moments
 * of the shared part are kept, in PART_SHARED; its weights stay zero. */
void train_net_step(train_net *net, const train_kernels *set, thread_pool *pool,
                    const train_step *step);

/* Memory aligned for the kernels, zeroed; free() it. */
void *train_alloc(size_t bytes);

#endif
