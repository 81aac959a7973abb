/* One chunk through a net, forwards and backwards. Threads share the first layer out by columns and
 * the rest by positions or rows; every sum has one fixed order, so any number of threads computes
 * the same bits. */
#ifndef TOOLS_TRAIN_PASS_H
#define TOOLS_TRAIN_PASS_H

#include "train_chunk.h"
#include "train_net.h"

/* What a pass found, summed over positions. */
typedef struct train_figures {
    double positions;
    double loss, weight;     /* the training loss, weighted, and the weights */
    double cross_entropy;    /* unweighted; policy: of the teacher's move alone */
    double top1, top3;       /* policy: the teacher's move is first, among the first three */
    double error;            /* value, negamax: |probability of winning - the teacher's| */
    double near_error, near; /* value, negamax: the same where |score| < FIGURES_NEAR */
} train_figures;

enum { FIGURES_NEAR = 200 };

void train_figures_add(train_figures *sum, const train_figures *part);

/* Settings of the passes. */
typedef struct train_settings {
    float smoothing; /* policy: this much of the target is spread over the legal moves */
    float grain;     /* see tile_forward; not for negamax nets */
    bool rounds;     /* the first layer acts as if rounded to multiples of 1 / grain, while steps
                        move the weights behind (a straight-through estimator: Bengio, Leonard and
                        Courville 2013) */
} train_settings;

/* Passes that compute what the integer net will, but for the rounding of what follows the pairs. */
train_settings train_settings_integer(float smoothing);

typedef struct train_pass {
    train_net *net;
    const train_kernels *kernels;
    thread_pool *pool;
    train_settings settings;
    train_chunk chunk; /* to be filled by the caller */

    bool learning;        /* this pass adds to the gradient ... */
    float gradient_scale; /* ... times this */
    float *active;        /* [tiles][CHUNK_POSITIONS * views][TILE_UNITS] */
    float *pairs;         /* [CHUNK_POSITIONS][pairs]; negamax: the squares of both views */
    float *pair_gradient; /* [CHUNK_POSITIONS][pairs]; negamax: NULL */
    float *rounded;       /* first layer and its bias as they act, by tile; or NULL */
    train_index features;
    train_index moves;                 /* policy */
    uint32_t (*slots)[QUERY_ROWS_MAX]; /* policy: places in moves and row_factor */
    float *row_factor; /* gradients of the head's outputs; policy: [entries of moves],
                          value: [rows][CHUNK_POSITIONS], negamax: [CHUNK_POSITIONS] */
    float *tail;       /* value: [CHUNK_SLICES][tail_size] gradients by slice */
    size_t tail_size;
    train_figures figures[CHUNK_SLICES];
    float (
        *answers)[MOVES_MAX]; /* the caller's: [CHUNK_POSITIONS] for the probabilities, or NULL */
} train_pass;

/* The net, the set of kernels and the pool belong to the caller. NULL and `why` if memory is short.
 */
train_pass *train_pass_new(train_net *net, const train_kernels *set, thread_pool *pool,
                           const train_settings *settings, failure *why);
void train_pass_free(train_pass *pass);

/* Runs the chunk forwards; if gradient_scale is not 0 also backwards, adding gradient_scale times
 * the gradient of the summed weighted loss to net->g. */
train_figures train_pass_run(train_pass *pass, float gradient_scale);

/* The same after filling `count` places of the chunk from a source. */
train_figures train_pass_source(train_pass *pass, const train_source *source, size_t count,
                                float gradient_scale);

#endif
