/* The layers after the pairwise product for each kind of net, and the figures of their outputs.
 * Private to the passes. */
#ifndef TOOLS_TRAIN_HEAD_H
#define TOOLS_TRAIN_HEAD_H

#include <string.h>

#include "train_pass.h"

/* Compute the loss of a slice's positions. When learning, they also compute the gradients of the
 * pairs, of the head's outputs (into row_factor) and of the layers after the first dense one (into
 * the slice's part). */
void train_value_slice(train_pass *pass, size_t slice);
void train_policy_slice(train_pass *pass, size_t slice);

/* Adds the figures of the probabilities `q` of position `at`. */
void train_value_note(const train_chunk *chunk, size_t at, const float q[VALUE_OUTPUTS],
                      train_figures *sum);
void train_policy_note(const train_chunk *chunk, size_t at, const float *q, float smoothing,
                       train_figures *sum);

/* The common figures of value and negamax nets: the loss of position `at`, and the error of the
 * probability of winning against the teacher's. */
void train_error_note(const train_chunk *chunk, size_t at, double loss, double win,
                      train_figures *sum);

/* The steps of a negamax net's pass, in their order: a tile's sums are clipped and squared; a
 * slice's positions get their loss; a tile's clipped sums are replaced by their gradients; an
 * output row gets its gradient. With paired sums only the second is called. */
void train_negamax_square(train_pass *pass, size_t tile);
void train_negamax_slice(train_pass *pass, size_t slice);
void train_negamax_gate(train_pass *pass, size_t tile);
void train_negamax_row(train_pass *pass, size_t row);

/* Adds the figures of log odds of winning. */
void train_negamax_note(const train_chunk *chunk, size_t at, float logit, train_figures *sum);

/* The output of a negamax net in the form of a value net: win, no draw, loss. */
void train_negamax_answer(float logit, float answer[VALUE_OUTPUTS]);

/* Converts logits to probabilities. */
void train_softmax(float *x, size_t count);

static inline size_t train_slice_begin(size_t slice)
{
    return slice * SLICE_POSITIONS;
}
static inline size_t train_slice_end(const train_pass *pass, size_t slice)
{
    size_t end = (slice + 1) * SLICE_POSITIONS;
    return end < pass->chunk.positions ? end : pass->chunk.positions;
}

/* Copies a position's probabilities for a caller that needs them. */
static inline void train_answer_keep(const train_pass *pass, size_t at, const float *q,
                                     size_t count)
{
    if (pass->answers) {
        memcpy(pass->answers[at], q, count * sizeof *q);
    }
}

/* A tile's clipped sums, or their gradients. */
static inline float *train_tile_active(const train_pass *pass, size_t tile)
{
    return pass->active + tile * CHUNK_POSITIONS * pass->chunk.views * TILE_UNITS;
}

/* The weights of a part. */
static inline const float *train_weights(const train_pass *pass, train_part part)
{
    return pass->net->w + pass->net->part[part].offset;
}

#endif
