/* A negamax net with squared sums: the clipped squares of both views meet the output row of the
 * position's bucket, and a sigmoid makes a probability of winning of the output. The loss is the
 * cross-entropy. */
#include "nn/portable_math.h"
#include "train_head.h"

/* The squares of a list of inputs, and of one position's: its views follow each other. */
static float *squares_at(const train_pass *pass, size_t list)
{
    return pass->pairs + list * pass->net->arch.sums;
}

static const float *row_of(const train_pass *pass, size_t at)
{
    return train_weights(pass, PART_HEAD) +
           pass->chunk->bucket[at] * train_arch_pairs(&pass->net->arch);
}

void train_squared_forward(train_pass *pass, size_t tile)
{
    const size_t lists = pass->chunk->positions * pass->chunk->views;
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

static bool init(train_pass *pass)
{
    pass->row_factor = train_alloc(CHUNK_POSITIONS * sizeof(float));
    return pass->row_factor;
}

static void do_slice(train_pass *pass, size_t slice)
{
    const train_chunk *chunk = pass->chunk;
    const float *bias = train_weights(pass, PART_HEAD_BIAS);
    for (size_t at = train_slice_begin(slice); at < train_slice_end(pass, slice); at++) {
        float logit;
        pass->kernels->dot_rows(&logit, squares_at(pass, chunk->views * at), row_of(pass, at),
                                train_arch_pairs(&pass->net->arch), NULL, 1);
        logit += bias[chunk->bucket[at]];
        train_figures_negamax(&pass->figures[slice], chunk, at, logit);
        train_answer_negamax(logit, pass->answers[at]);
        if (pass->learning) {
            const float error = nn_sigmoid(logit) - chunk->goal[at];
            pass->row_factor[at] = pass->gradient_scale * chunk->weight[at] * error;
        }
    }
}

void train_squared_gate(train_pass *pass, size_t tile)
{
    const size_t views = pass->chunk->views, sums = pass->net->arch.sums;
    for (size_t list = 0; list < pass->chunk->positions * views; list++) {
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

static size_t tasks(const architecture *arch)
{
    return train_arch_rows(arch);
}

/* The gradient of a row. Its positions are gathered in their order, whichever thread does it. */
static void do_task(train_pass *pass, size_t row)
{
    const size_t width = train_arch_pairs(&pass->net->arch);
    uint16_t positions[CHUNK_POSITIONS];
    float factors[CHUNK_POSITIONS];
    size_t count = 0;
    float *bias = train_gradients(pass, PART_HEAD_BIAS) + row;
    for (size_t at = 0; at < pass->chunk->positions; at++) {
        if (pass->chunk->bucket[at] == row) {
            positions[count] = (uint16_t)at;
            factors[count++] = pass->row_factor[at];
            *bias += pass->row_factor[at];
        }
    }
    pass->kernels->add_rows(train_gradients(pass, PART_HEAD) + row * width, pass->pairs, width,
                            positions, factors, count);
}

const train_head train_head_squared = {init, NULL, do_slice, tasks, do_task};
