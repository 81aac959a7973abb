/* The output rows of a policy net: one for each legal move, with the softmax over these. */
#include <math.h>
#include <string.h>

#include "nn/real.h"
#include "train_head.h"

void train_softmax(float *x, size_t count)
{
    float most = x[0], sum = 0.0f;
    for (size_t i = 1; i < count; i++) {
        most = x[i] > most ? x[i] : most;
    }
    for (size_t i = 0; i < count; i++) {
        x[i] = nn_exp(x[i] - most);
        sum += x[i];
    }
    for (size_t i = 0; i < count; i++) {
        x[i] /= sum;
    }
}

void train_policy_note(const train_chunk *chunk, size_t at, const float *q, float smoothing,
                       train_figures *sum)
{
    const size_t count = chunk->queries[at].moves, best = chunk->best[at];
    const double least = 1e-30, spread = (double)smoothing;
    const double best_loss = -log(fmax((double)q[best], least));
    double wanted_loss = 0.0, all_loss = 0.0;
    size_t above = 0;
    for (size_t i = 0; i < count; i++) {
        const double one_loss = -log(fmax((double)q[i], least));
        above += q[i] > q[best];
        wanted_loss += (double)chunk->wanted[at][i] * one_loss;
        all_loss += one_loss;
    }
    double loss = (1.0 - spread) * wanted_loss + spread * all_loss / (double)count;
    sum->positions += 1.0;
    sum->weight += (double)chunk->weight[at];
    sum->loss += (double)chunk->weight[at] * loss;
    sum->cross_entropy += best_loss;
    sum->top1 += above < 1;
    sum->top3 += above < 3;
}

/* The gradients of a query's classes from those of its moves. */
static void query_spread(const policy_query *query, float *q)
{
    for (size_t i = query->moves; i < query->count; i++) {
        q[i] = 0.0f;
    }
    for (size_t i = 0; query->count > query->moves && i < query->moves; i++) {
        for (int k = 0; k < MOVE_CLASSES; k++) {
            q[query->place[i][k]] += q[i];
        }
    }
}

/* The gradients of the logits, from the probabilities in q, and of the pairs. */
static void learn(train_pass *pass, size_t at, float *q)
{
    const train_chunk *chunk = &pass->chunk;
    const uint32_t pairs = pass->net->arch.pairs;
    const policy_query *query = &chunk->queries[at];
    const size_t count = query->moves;
    const float scale = pass->gradient_scale * chunk->weight[at];
    const float kept = 1.0f - pass->settings.smoothing;
    const float spread = pass->settings.smoothing / (float)count;
    float *pair_gradient = pass->pair_gradient + at * pairs;
    for (size_t i = 0; i < count; i++) {
        q[i] = scale * (q[i] - spread - kept * chunk->wanted[at][i]);
    }
    query_spread(query, q);
    for (size_t i = 0; i < query->count; i++) {
        pass->row_factor[pass->slots[at][i]] = q[i];
    }
    memset(pair_gradient, 0, pairs * sizeof *pair_gradient);
    pass->kernels->add_rows(pair_gradient, train_weights(pass, PART_HEAD), pairs, query->rows, q,
                            query->count);
}

void train_policy_slice(train_pass *pass, size_t slice)
{
    const train_chunk *chunk = &pass->chunk;
    const uint32_t pairs = pass->net->arch.pairs;
    const float *bias = train_weights(pass, PART_HEAD_BIAS);
    for (size_t at = train_slice_begin(slice); at < train_slice_end(pass, slice); at++) {
        const policy_query *query = &chunk->queries[at];
        float q[QUERY_ROWS_MAX];
        pass->kernels->dot_rows(q, pass->pairs + at * pairs, train_weights(pass, PART_HEAD), pairs,
                                query->rows, query->count);
        for (size_t i = 0; i < query->count; i++) {
            q[i] += bias[query->rows[i]];
        }
        policy_query_sum(query, q);
        train_softmax(q, query->moves);
        train_policy_note(chunk, at, q, pass->settings.smoothing, &pass->figures[slice]);
        train_answer_keep(pass, at, q, query->moves);
        if (pass->learning) {
            learn(pass, at, q);
        }
    }
}
