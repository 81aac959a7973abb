/* The loss of a value net's outputs: win, draw, loss. */
#include <math.h>

#include "train_dense.h"
#include "train_head.h"

void train_error_note(const train_chunk *chunk, size_t at, double loss, double win,
                      train_figures *sum)
{
    const double error = fabs(win - (double)chunk->expected[at]);
    sum->positions += 1.0;
    sum->weight += (double)chunk->weight[at];
    sum->loss += (double)chunk->weight[at] * loss;
    sum->cross_entropy += loss;
    sum->error += error;
    if (chunk->score[at] > -FIGURES_NEAR && chunk->score[at] < FIGURES_NEAR) {
        sum->near += 1.0;
        sum->near_error += error;
    }
}

void train_value_note(const train_chunk *chunk, size_t at, const float q[VALUE_OUTPUTS],
                      train_figures *sum)
{
    const win_draw_loss t = chunk->target[at];
    const float least = 1e-30f;
    double loss =
        -(t.win * log((double)fmaxf(q[0], least)) + t.draw * log((double)fmaxf(q[1], least)) +
          t.loss * log((double)fmaxf(q[2], least)));
    train_error_note(chunk, at, loss, (double)q[0] + 0.5 * (double)q[1], sum);
}

/* Replaces the probabilities in s->out by the gradients of the logits. */
static void learn(train_pass *pass, size_t slice, size_t at, dense_state *s)
{
    const win_draw_loss t = pass->chunk.target[at];
    const float scale = pass->gradient_scale * pass->chunk.weight[at];
    s->out[0] = scale * (s->out[0] - t.win);
    s->out[1] = scale * (s->out[1] - t.draw);
    s->out[2] = scale * (s->out[2] - t.loss);
    train_dense_backward(pass, slice, at, s);
}

void train_value_slice(train_pass *pass, size_t slice)
{
    if (pass->learning) {
        train_dense_clear(pass, slice);
    }
    for (size_t at = train_slice_begin(slice); at < train_slice_end(pass, slice); at++) {
        dense_state s;
        train_dense_forward(pass, at, &s);
        train_softmax(s.out, VALUE_OUTPUTS);
        train_value_note(&pass->chunk, at, s.out, &pass->figures[slice]);
        train_answer_keep(pass, at, s.out, VALUE_OUTPUTS);
        if (pass->learning) {
            learn(pass, slice, at, &s);
        }
    }
}
