/* A negamax net after its first layer: the squares of both views' sums meet the output row of the
 * position's bucket, or dense layers follow the products of both views; a sigmoid makes a
 * probability of winning of the output. The loss is the cross
 * entropy, which, unlike squared errors, still pulls where the net is sure and wrong. */
#include <math.h>

#include "nn/net.h"
#include "nn/real.h"
#include "train_dense.h"
#include "train_head.h"

/* The squares of a list of inputs, and of one position's: its views follow each other. */
static float *squares_at(const train_pass *pass, size_t list)
{
    return pass->pairs + list * pass->net->arch.sums;
}

static const float *row_of(const train_pass *pass, size_t at)
{
    return train_weights(pass, PART_HEAD) + pass->chunk.bucket[at] * pass->net->arch.pairs;
}

void train_negamax_square(train_pass *pass, size_t tile)
{
    const size_t lists = pass->chunk.positions * pass->chunk.views;
    for (size_t list = 0; list < lists; list++) {
        float *restrict a = train_tile_active(pass, tile) + list * TILE_UNITS;
        float *restrict x = squares_at(pass, list) + tile * TILE_UNITS;
        for (int i = 0; i < TILE_UNITS; i++) {
            float above = a[i] > 0.0f ? a[i] : 0.0f;
            a[i] = above < 1.0f ? above : 1.0f;
            x[i] = a[i] * a[i];
        }
    }
}

void train_negamax_note(const train_chunk *chunk, size_t at, float logit, train_figures *sum)
{
    const double l = (double)logit, goal = (double)chunk->goal[at];
    /* -goal ln q - (1 - goal) ln(1 - q), where q or 1 - q may be too small for itself. */
    double loss = log1p(exp(-fabs(l))) + fmax(l, 0.0) - goal * l;
    train_error_note(chunk, at, loss, 1.0 / (1.0 + exp(-l)), sum);
}

void train_negamax_answer(float logit, float answer[VALUE_OUTPUTS])
{
    answer[0] = nn_sigmoid(logit);
    answer[1] = 0.0f;
    answer[2] = 1.0f - answer[0];
}

/* The loss after dense layers. */
static void dense_slice(train_pass *pass, size_t slice)
{
    const train_chunk *chunk = &pass->chunk;
    if (pass->learning) {
        train_dense_clear(pass, slice);
    }
    for (size_t at = train_slice_begin(slice); at < train_slice_end(pass, slice); at++) {
        dense_state s;
        float answer[VALUE_OUTPUTS];
        train_dense_forward(pass, at, &s);
        train_negamax_note(chunk, at, s.out[0], &pass->figures[slice]);
        train_negamax_answer(s.out[0], answer);
        train_answer_keep(pass, at, answer, VALUE_OUTPUTS);
        if (pass->learning) {
            const float error = nn_sigmoid(s.out[0]) - chunk->goal[at];
            s.out[0] = pass->gradient_scale * chunk->weight[at] * error;
            train_dense_backward(pass, slice, at, &s);
        }
    }
}

void train_negamax_slice(train_pass *pass, size_t slice)
{
    if (train_arch_dense(&pass->net->arch)) {
        dense_slice(pass, slice);
        return;
    }
    const train_chunk *chunk = &pass->chunk;
    const float *bias = train_weights(pass, PART_HEAD_BIAS);
    for (size_t at = train_slice_begin(slice); at < train_slice_end(pass, slice); at++) {
        float logit, answer[VALUE_OUTPUTS];
        pass->kernels->dot_rows(&logit, squares_at(pass, chunk->views * at), row_of(pass, at),
                                pass->net->arch.pairs, NULL, 1);
        logit += bias[chunk->bucket[at]];
        train_negamax_note(chunk, at, logit, &pass->figures[slice]);
        train_negamax_answer(logit, answer);
        train_answer_keep(pass, at, answer, VALUE_OUTPUTS);
        if (pass->learning) {
            const float error = nn_sigmoid(logit) - chunk->goal[at];
            pass->row_factor[at] = pass->gradient_scale * chunk->weight[at] * error;
        }
    }
}

void train_negamax_gate(train_pass *pass, size_t tile)
{
    const size_t views = pass->chunk.views, sums = pass->net->arch.sums;
    for (size_t list = 0; list < pass->chunk.positions * views; list++) {
        const size_t at = list / views;
        const float factor = 2.0f * pass->row_factor[at];
        const float *restrict w = row_of(pass, at) + list % views * sums + tile * TILE_UNITS;
        float *restrict a = train_tile_active(pass, tile) + list * TILE_UNITS;
        for (int i = 0; i < TILE_UNITS; i++) {
            /* At 0 the square's slope is 0 of itself. */
            float slope = a[i] < 1.0f ? a[i] : 0.0f;
            a[i] = factor * w[i] * slope;
        }
    }
}

/* Positions are gathered in their order, whoever does this row. */
void train_negamax_row(train_pass *pass, size_t row)
{
    const train_net *net = pass->net;
    const size_t width = net->arch.pairs;
    uint16_t positions[CHUNK_POSITIONS];
    float factors[CHUNK_POSITIONS];
    size_t count = 0;
    float *bias = net->g + net->part[PART_HEAD_BIAS].offset + row;
    for (size_t at = 0; at < pass->chunk.positions; at++) {
        if (pass->chunk.bucket[at] == row) {
            positions[count] = (uint16_t)at;
            factors[count++] = pass->row_factor[at];
            *bias += pass->row_factor[at];
        }
    }
    pass->kernels->add_rows(net->g + net->part[PART_HEAD].offset + row * width, pass->pairs, width,
                            positions, factors, count);
}
