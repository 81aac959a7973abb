#include "train_judge.h"

#include <stdlib.h>
#include <string.h>

#include "nn/negamax_net.h"

/* A policy's figures outside of training are those of the teacher's move alone. */
static const float no_smoothing = 0.0f;

static bool add_answers(train_judge *judge, failure *why)
{
    judge->answers = train_alloc(CHUNK_POSITIONS * sizeof *judge->answers);
    return judge->answers || fail(why, "not enough memory for a chunk's answers");
}

bool train_judge_floats(train_judge *judge, train_net *net, thread_pool *pool, failure *why)
{
    const train_settings settings = train_settings_integer(no_smoothing);
    *judge = (train_judge){.pool = pool};
    judge->pass = train_pass_new(net, train_kernels_best(), pool, &settings, why);
    if (!judge->pass || !add_answers(judge, why)) {
        return false;
    }
    judge->pass->answers = judge->answers;
    judge->chunk = judge->pass->chunk;
    return true;
}

bool train_judge_integers(train_judge *judge, const nets *n, net_kind kind, thread_pool *pool,
                          failure *why)
{
    train_arch arch;
    *judge = (train_judge){.pool = pool, .nets = n, .kernels = kernels_best()};
    const char *const texts[NET_KINDS] = {[NET_VALUE] = n->value.arch,
                                          [NET_POLICY] = n->policy.arch,
                                          [NET_NEGAMAX] = n->negamax.arch};
    if (!train_arch_parse(&arch, texts[kind], why)) {
        return false;
    }
    judge->chunk = train_chunk_new(&arch, why);
    return judge->chunk && add_answers(judge, why);
}

void train_judge_close(train_judge *judge)
{
    if (!judge->pass) {
        free(judge->chunk);
    }
    train_pass_free(judge->pass);
    free(judge->answers);
    *judge = (train_judge){0};
}

/* The log odds that the engine gives place `at`. */
static float negamax_place(const train_judge *judge, size_t at)
{
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[2][NET_SUMS_MAX];
    const train_chunk *chunk = judge->chunk;
    const negamax_net *net = &judge->nets->negamax;
    for (size_t view = 0; view < 2; view++) {
        const size_t list = 2 * at + view;
        negamax_sum(net, judge->kernels, sums[view], chunk->features[list],
                    chunk->feature_count[list]);
    }
    return negamax_logit(net, judge->kernels, sums[0], sums[1], chunk->feature_count[2 * at]);
}

/* Asks the engine about place `at`. */
static void ask_one(train_judge *judge, size_t at, train_figures *sum)
{
    const train_chunk *chunk = judge->chunk;
    const uint16_t *rows = chunk->features[at];
    const int count = chunk->feature_count[at];
    float *answer = judge->answers[at];
    if (chunk->kind == NET_VALUE) {
        const win_draw_loss w = value_evaluate(&judge->nets->value, judge->kernels, rows, count);
        answer[0] = w.win;
        answer[1] = w.draw;
        answer[2] = w.loss;
        train_figures_value(sum, chunk, at, answer);
    } else if (chunk->kind == NET_NEGAMAX) {
        const float logit = negamax_place(judge, at);
        train_answer_negamax(logit, answer);
        train_figures_negamax(sum, chunk, at, logit);
    } else {
        const policy_query *query = &chunk->queries[at];
        float q[QUERY_ROWS_MAX];
        policy_evaluate(&judge->nets->policy, judge->kernels, rows, count, query->rows,
                        query->count, q);
        policy_query_sum(query, q);
        train_softmax(q, query->moves);
        memcpy(answer, q, query->moves * sizeof *q);
        train_figures_policy(sum, chunk, at, q, no_smoothing);
    }
}

static void ask_slice(void *context, int number)
{
    train_judge *judge = context;
    size_t begin = (size_t)number * SLICE_POSITIONS, end = begin + SLICE_POSITIONS;
    end = end < judge->chunk->positions ? end : judge->chunk->positions;
    judge->figures[number] = (train_figures){0};
    train_chunk_fill(judge->chunk, judge->source, begin, end);
    for (size_t at = begin; at < end; at++) {
        ask_one(judge, at, &judge->figures[number]);
    }
}

train_figures train_judge_ask(train_judge *judge, const train_source *source, size_t count)
{
    assert(count <= CHUNK_POSITIONS);
    if (judge->pass) {
        return train_pass_source(judge->pass, source, count, 0.0f);
    }
    train_figures sum = {0};
    int slices = (int)((count + SLICE_POSITIONS - 1) / SLICE_POSITIONS);
    judge->source = source;
    judge->chunk->positions = count;
    thread_pool_run(judge->pool, slices, ask_slice, judge);
    for (int i = 0; i < slices; i++) {
        train_figures_add(&sum, &judge->figures[i]);
    }
    return sum;
}
