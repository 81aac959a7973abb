/* The layers after the pairwise product, by kind of net, and what their answers are worth. Private
 * to the passes. */
#ifndef TOOLS_TRAIN_HEAD_H
#define TOOLS_TRAIN_HEAD_H

#include <string.h>

#include "train_pass.h"

/* Computes the loss of a slice's positions; when learning also the gradients of their pairs, of the
 * head's outputs (into row_factor) and, for a value net, of the tail (into the slice's own). */
void train_value_slice(train_pass *pass, size_t slice);
void train_policy_slice(train_pass *pass, size_t slice);

/* Adds what probabilities `q` of place `at` are worth to the figures. */
void train_value_note(const train_chunk *chunk, size_t at, const float q[VALUE_OUTPUTS],
                      train_figures *sum);
void train_policy_note(const train_chunk *chunk, size_t at, const float *q, float smoothing,
                       train_figures *sum);

/* Turns logits into probabilities. */
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

/* Hands a position's probabilities to a caller who wants them. */
static inline void train_answer_keep(const train_pass *pass, size_t at, const float *q,
                                     size_t count)
{
    if (pass->answers) {
        memcpy(pass->answers[at], q, count * sizeof *q);
    }
}

/* Weights of a part. */
static inline const float *train_weights(const train_pass *pass, train_part part)
{
    return pass->net->w + pass->net->part[part].offset;
}

#endif
