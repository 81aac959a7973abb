#include "train_evaluate.h"

#include <stdlib.h>

#include "nn/negamax.h"
#include "train_checkpoint.h"
#include "train_head.h"
#include "train_report.h"

/* A policy's figures outside of training are those of the teacher's move alone. */
static const float no_smoothing = 0.0f;

static size_t chunk_at(const train_set *set, size_t first)
{
    size_t left = set->count - first;
    return left < CHUNK_POSITIONS ? left : CHUNK_POSITIONS;
}

train_figures train_evaluate_set(train_pass *pass, const train_set *set, const train_recipe *recipe)
{
    train_figures sum = {0};
    for (size_t first = 0; first < set->count; first += CHUNK_POSITIONS) {
        train_source source = {set, NULL, first, recipe};
        train_figures part = train_pass_source(pass, &source, chunk_at(set, first), 0.0f);
        train_figures_add(&sum, &part);
    }
    return sum;
}

static void print(FILE *out, const char *name, train_kind kind, const train_figures *figures)
{
    fprintf(out, "%s held out: ", name);
    train_report_figures(out, kind, figures);
}

bool train_evaluate(const train_plan *plan, const char *checkpoint, FILE *out, failure *why)
{
    const train_settings settings = {no_smoothing, train_pair_grain};
    train_state state;
    train_corpus corpus = {0};
    train_pass *pass = NULL;
    train_net *net = train_checkpoint_read(checkpoint, &state, why);
    if (net && train_corpus_read(&corpus, plan, net->arch.kind, out, why)) {
        pass = train_pass_new(net, train_kernels_best(), corpus.pool, &settings, why);
    }
    if (pass) {
        train_figures f = train_evaluate_set(pass, &corpus.data.set[plan->judged], &corpus.recipe);
        print(out, checkpoint, net->arch.kind, &f);
    }
    bool good = pass != NULL;
    train_pass_free(pass);
    train_net_free(net);
    train_corpus_free(&corpus);
    return good;
}

/* A chunk of positions before the engine's nets. */
typedef struct engine_job {
    const nets *nets;
    const kernels *kernels;
    train_source source;
    train_chunk chunk;
    train_figures figures[CHUNK_SLICES];
} engine_job;

/* The log odds that the engine gives place `at`. */
static float negamax_place(const engine_job *job, size_t at)
{
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[2][NET_SUMS_MAX];
    const train_chunk *chunk = &job->chunk;
    const negamax_net *net = &job->nets->negamax;
    for (size_t view = 0; view < 2; view++) {
        const size_t list = 2 * at + view;
        negamax_sum(net, job->kernels, sums[view], chunk->features[list],
                    chunk->feature_count[list]);
    }
    return negamax_logit(net, job->kernels, sums[0], sums[1], chunk->feature_count[2 * at]);
}

static void engine_place(engine_job *job, size_t at, train_figures *sum)
{
    const train_chunk *chunk = &job->chunk;
    const uint16_t *rows = chunk->features[at];
    int count = chunk->feature_count[at];
    if (chunk->kind == TRAIN_VALUE) {
        win_draw_loss w = value_evaluate(&job->nets->value, job->kernels, rows, count);
        const float q[VALUE_OUTPUTS] = {w.win, w.draw, w.loss};
        train_value_note(chunk, at, q, sum);
    } else if (chunk->kind == TRAIN_NEGAMAX) {
        train_negamax_note(chunk, at, negamax_place(job, at), sum);
    } else {
        const policy_query *query = &chunk->queries[at];
        float q[QUERY_ROWS_MAX];
        policy_evaluate(&job->nets->policy, job->kernels, rows, count, query->rows, query->count,
                        q);
        policy_query_sum(query, q);
        train_softmax(q, query->moves);
        train_policy_note(chunk, at, q, no_smoothing, sum);
    }
}

static void engine_task(void *context, int number)
{
    engine_job *job = context;
    size_t begin = (size_t)number * SLICE_POSITIONS, end = begin + SLICE_POSITIONS;
    end = end < job->chunk.positions ? end : job->chunk.positions;
    job->figures[number] = (train_figures){0};
    train_chunk_fill(&job->chunk, &job->source, begin, end);
    for (size_t at = begin; at < end; at++) {
        engine_place(job, at, &job->figures[number]);
    }
}

static train_figures engine_figures(engine_job *job, train_pool *pool)
{
    train_figures sum = {0};
    const train_set *set = job->source.set;
    for (size_t first = 0; first < set->count; first += CHUNK_POSITIONS) {
        job->source.first = first;
        job->chunk.positions = chunk_at(set, first);
        int slices = (int)((job->chunk.positions + SLICE_POSITIONS - 1) / SLICE_POSITIONS);
        train_pool_run(pool, slices, engine_task, job);
        for (int i = 0; i < slices; i++) {
            train_figures_add(&sum, &job->figures[i]);
        }
    }
    return sum;
}

static bool evaluate_kind(const train_plan *plan, const nets *n, const train_arch *arch,
                          const char *name, FILE *out, failure *why)
{
    train_corpus corpus;
    engine_job job = {.nets = n, .kernels = kernels_best()};
    bool good = train_corpus_read(&corpus, plan, arch->kind, out, why) &&
                train_chunk_init(&job.chunk, arch, why);
    if (good) {
        job.source = (train_source){&corpus.data.set[plan->judged], NULL, 0, &corpus.recipe};
        train_figures f = engine_figures(&job, corpus.pool);
        print(out, name, arch->kind, &f);
    }
    train_chunk_free(&job.chunk);
    train_corpus_free(&corpus);
    return good;
}

bool train_evaluate_net(const train_plan *plan, const char *net_path, FILE *out, failure *why)
{
    nets *n = nets_load(net_path, why);
    train_arch value, policy, negamax;
    bool good = n && train_arch_parse(&value, n->value.arch, why) &&
                train_arch_parse(&policy, n->policy.arch, why) &&
                evaluate_kind(plan, n, &value, net_path, out, why) &&
                evaluate_kind(plan, n, &policy, net_path, out, why) &&
                (!n->has_negamax || (train_arch_parse(&negamax, n->negamax.arch, why) &&
                                     evaluate_kind(plan, n, &negamax, net_path, out, why)));
    nets_free(n);
    return good;
}
