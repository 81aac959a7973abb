/* The output rows of a policy net: one for each legal move, with the softmax over these. */
#include <string.h>

#include "train_head.h"

/* Rows whose gradients form one task. */
enum { ROW_GROUP = 64 };

static bool init(train_pass *pass)
{
    const size_t entries = (size_t)CHUNK_POSITIONS * QUERY_ROWS_MAX;
    pass->slots = train_alloc(entries * sizeof(uint32_t));
    pass->row_factor = train_alloc(entries * sizeof(float));
    return pass->slots && pass->row_factor &&
           train_index_init(&pass->moves, train_arch_rows(&pass->net->arch), entries);
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
    const train_chunk *chunk = pass->chunk;
    const uint32_t pairs = train_arch_pairs(&pass->net->arch);
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

static void do_slice(train_pass *pass, size_t slice)
{
    const train_chunk *chunk = pass->chunk;
    const uint32_t pairs = train_arch_pairs(&pass->net->arch);
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
        train_figures_policy(&pass->figures[slice], chunk, at, q, pass->settings.smoothing);
        memcpy(pass->answers[at], q, query->moves * sizeof *q);
        if (pass->learning) {
            learn(pass, at, q);
        }
    }
}

static size_t tasks(const architecture *arch)
{
    return (train_arch_rows(arch) + ROW_GROUP - 1) / ROW_GROUP;
}

/* The gradient of a group of rows and their biases. */
static void do_task(train_pass *pass, size_t group)
{
    const train_index *index = &pass->moves;
    const size_t pairs = train_arch_pairs(&pass->net->arch), begin = group * ROW_GROUP;
    const size_t end = begin + ROW_GROUP < index->rows ? begin + ROW_GROUP : index->rows;
    for (size_t row = begin; row < end; row++) {
        const uint32_t first = index->start[row], last = index->start[row + 1];
        float *bias = train_gradients(pass, PART_HEAD_BIAS) + row;
        for (uint32_t i = first; i < last; i++) {
            *bias += pass->row_factor[i];
        }
        pass->kernels->add_rows(train_gradients(pass, PART_HEAD) + row * pairs, pass->pairs, pairs,
                                index->position + first, pass->row_factor + first, last - first);
    }
}

const train_head train_head_policy = {init, NULL, do_slice, tasks, do_task};
