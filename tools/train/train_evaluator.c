#include "train_evaluator.h"

#include <stdlib.h>
#include <string.h>

#include "nn/negamax_net.h"

static bool add_answers(train_evaluator *evaluator, failure *why)
{
    evaluator->answers = train_alloc(CHUNK_POSITIONS * sizeof *evaluator->answers);
    return evaluator->answers || fail(why, "not enough memory for a chunk's answers");
}

bool train_evaluator_floats(train_evaluator *evaluator, train_net *net, thread_pool *pool,
                            failure *why)
{
    const train_settings settings = train_settings_integer(0.0f);
    *evaluator = (train_evaluator){.pool = pool};
    evaluator->pass = train_pass_new(net, train_kernels_best(), pool, &settings, why);
    if (!evaluator->pass || !add_answers(evaluator, why)) {
        return false;
    }
    evaluator->pass->answers = evaluator->answers;
    evaluator->chunk = evaluator->pass->chunk;
    return true;
}

bool train_evaluator_integers(train_evaluator *evaluator, const nets *n, net_kind kind,
                              thread_pool *pool, failure *why)
{
    architecture arch;
    *evaluator = (train_evaluator){.pool = pool, .nets = n, .kernels = kernels_best()};
    const char *const texts[NET_KINDS] = {[NET_VALUE] = n->value.arch,
                                          [NET_POLICY] = n->policy.arch,
                                          [NET_NEGAMAX] = n->negamax.arch};
    if (!architecture_read(&arch, texts[kind], why)) {
        return false;
    }
    evaluator->chunk = train_chunk_new(&arch, why);
    return evaluator->chunk && add_answers(evaluator, why);
}

void train_evaluator_close(train_evaluator *evaluator)
{
    if (!evaluator->pass) {
        free(evaluator->chunk);
    }
    train_pass_free(evaluator->pass);
    free(evaluator->answers);
    *evaluator = (train_evaluator){0};
}

/* The log odds that the engine gives place `at`. */
static float negamax_place(const train_evaluator *evaluator, size_t at)
{
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[2][NET_SUMS_MAX];
    const train_chunk *chunk = evaluator->chunk;
    const negamax_net *net = &evaluator->nets->negamax;
    for (size_t view = 0; view < 2; view++) {
        const size_t list = 2 * at + view;
        negamax_sum(net, evaluator->kernels, sums[view], chunk->features[list],
                    chunk->feature_count[list]);
    }
    return negamax_logit(net, evaluator->kernels, sums[0], sums[1], chunk->feature_count[2 * at]);
}

/* Asks the engine about place `at`. */
static void ask(train_evaluator *evaluator, size_t at)
{
    const train_chunk *chunk = evaluator->chunk;
    const uint16_t *rows = chunk->features[at];
    const int count = chunk->feature_count[at];
    float *answer = evaluator->answers[at];
    if (chunk->kind == NET_VALUE) {
        const win_draw_loss w =
            value_evaluate(&evaluator->nets->value, evaluator->kernels, rows, count);
        memcpy(answer, (const float[]){w.win, w.draw, w.loss}, NET_VALUE_OUTPUTS * sizeof *answer);
    } else if (chunk->kind == NET_NEGAMAX) {
        train_answer_negamax(negamax_place(evaluator, at), answer);
    } else {
        const policy_query *query = &chunk->queries[at];
        float q[QUERY_ROWS_MAX];
        policy_evaluate(&evaluator->nets->policy, evaluator->kernels, rows, count, query->rows,
                        query->count, q);
        policy_query_sum(query, q);
        train_softmax(q, query->moves);
        memcpy(answer, q, query->moves * sizeof *q);
    }
}

static void ask_slice(void *context, int number)
{
    train_evaluator *evaluator = context;
    size_t begin = (size_t)number * SLICE_POSITIONS, end = begin + SLICE_POSITIONS;
    end = end < evaluator->chunk->positions ? end : evaluator->chunk->positions;
    train_chunk_fill(evaluator->chunk, evaluator->source, begin, end);
    for (size_t at = begin; at < end; at++) {
        ask(evaluator, at);
    }
}

void train_evaluator_run(train_evaluator *evaluator, const train_source *source, size_t count)
{
    assert(count <= CHUNK_POSITIONS);
    if (evaluator->pass) {
        train_pass_source(evaluator->pass, source, count, 0.0f);
        return;
    }
    evaluator->source = source;
    evaluator->chunk->positions = count;
    thread_pool_run(evaluator->pool, (int)((count + SLICE_POSITIONS - 1) / SLICE_POSITIONS),
                    ask_slice, evaluator);
}
