/* One chunk through a net, forwards and backwards. Threads divide the first layer by columns and
 * the rest by positions or rows. Each sum has one fixed order, so any number of threads computes
 * the same bits. */
#ifndef TOOLS_TRAIN_PASS_H
#define TOOLS_TRAIN_PASS_H

#include "train_answer.h"
#include "train_net.h"

/* Settings of the passes. */
typedef struct train_settings {
    float smoothing; /* policy: this share of the target is spread over the legal moves */
    float grain;     /* see tile_forward. If it is not 0, the first layer is used as rounded to
                      * multiples of 1 / grain, while steps change the unrounded weights (a
                      * straight-through estimator: Bengio, Leonard and Courville 2013) */
} train_settings;

/* The settings of passes that compute like the integer net, except the rounding of the layers after
 * the pairs. */
train_settings train_settings_integer(float smoothing);

typedef struct train_pass {
    train_net *net;
    const struct train_head *head; /* train_head.h */
    const train_kernels *kernels;
    thread_pool *pool;
    train_settings settings;
    train_chunk *chunk; /* the caller fills it */

    bool learning; /* this pass adds gradient_scale times its gradient */
    float gradient_scale;
    float *active;        /* [tiles][CHUNK_POSITIONS * views][TILE_UNITS] */
    float *pairs;         /* [CHUNK_POSITIONS][pairs], by view */
    float *pair_gradient; /* [CHUNK_POSITIONS][pairs] */
    float *rounded;       /* first layer and its bias as used, by tile; or NULL */
    train_index features;
    train_index moves;                 /* policy */
    uint32_t (*slots)[QUERY_ROWS_MAX]; /* policy: indices into moves and row_factor */
    float *row_factor; /* gradients of the head's outputs; dense layers: [l1][CHUNK_POSITIONS];
                          policy: [entries of moves] */
    float *tail;       /* dense layers: [CHUNK_SLICES][tail_size] gradients by slice */
    size_t tail_size;
    float *turned; /* dense layers: the transposed weights of each set */
    float *dense;  /* dense layers: [CHUNK_POSITIONS][l1 + l2] clipped sums, before squaring */
    struct train_idle *idle; /* train_idle.h: learns of all passes without learning; or NULL */
    train_figures figures[CHUNK_SLICES];
    train_answer *answers; /* [CHUNK_POSITIONS] of the last run */
} train_pass;

/* Makes a pass. The net, the set of kernels and the pool belong to the caller. Returns NULL and
 * fills `why` if memory is short. */
train_pass *train_pass_new(train_net *net, const train_kernels *set, thread_pool *pool,
                           const train_settings *settings, failure *why);
void train_pass_free(train_pass *pass);

/* Runs the chunk forwards. If gradient_scale is not 0, also runs it backwards and adds
 * gradient_scale times the gradient of the summed weighted loss to net->g. */
train_figures train_pass_run(train_pass *pass, float gradient_scale);

/* The same after filling `count` places of the chunk from a source. */
train_figures train_pass_source(train_pass *pass, const train_source *source, size_t count,
                                float gradient_scale);

/* The figures of a whole set; the net does not learn. */
train_figures train_pass_set(train_pass *pass, const train_set *set, const train_recipe *recipe);

#endif
