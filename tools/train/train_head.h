/* The layers of a net behind its first one. Private to the passes. */
#ifndef TOOLS_TRAIN_HEAD_H
#define TOOLS_TRAIN_HEAD_H

#include "train_pass.h"

/* What a pass asks of the layers behind the first. In a learning pass they compute gradients too:
 * a slice those of the pairs, and the rest in tasks after all slices. Any thread may run any slice
 * or task. */
typedef struct train_head {
    /* Allocates what train_pass_free() frees. Returns false if memory is short. */
    bool (*init)(train_pass *pass);

    /* Begins a learning pass; may be NULL. */
    void (*begin)(train_pass *pass);

    /* Computes answers, figures and, when learning, gradients for a slice of the positions. */
    void (*slice)(train_pass *pass, size_t slice);

    /* The number of tasks after all slices, and one of them, from 0. */
    size_t (*tasks)(const architecture *arch);
    void (*task)(train_pass *pass, size_t task);
} train_head;

extern const train_head train_head_dense;  /* value */
extern const train_head train_head_policy; /* a row for each move */

static inline size_t train_slice_begin(size_t slice)
{
    return slice * SLICE_POSITIONS;
}
static inline size_t train_slice_end(const train_pass *pass, size_t slice)
{
    size_t end = (slice + 1) * SLICE_POSITIONS;
    return end < pass->chunk->positions ? end : pass->chunk->positions;
}

/* The number of slices of the chunk. */
static inline size_t train_slice_count(const train_pass *pass)
{
    return (pass->chunk->positions + SLICE_POSITIONS - 1) / SLICE_POSITIONS;
}

/* A tile's clipped sums, or their gradients. */
static inline float *train_tile_active(const train_pass *pass, size_t tile)
{
    return pass->active + tile * CHUNK_POSITIONS * pass->chunk->views * TILE_UNITS;
}

/* The weights of a part, and their gradients. */
static inline const float *train_weights(const train_pass *pass, train_part part)
{
    return pass->net->w + pass->net->part[part].offset;
}
static inline float *train_gradients(const train_pass *pass, train_part part)
{
    return pass->net->g + pass->net->part[part].offset;
}

#endif
