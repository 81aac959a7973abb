#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/random_numbers.h"
#include "bench_positions.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/backend.h"
#include "nn/portable_math.h"
#include "system/clock.h"
#include "verbs.h"

/* The sampled positions, and the plies of a random game that begins with one of bench. */
enum { SAMPLES = 512, PLIES = 64 };

/* The largest batch that is measured. */
enum { BATCH_MAX = 16 };

#define MEASURE_NS     INT64_C(200000000)
#define LC0_MEASURE_NS INT64_C(1000000000)

typedef struct sample {
    position pos;
    move moves[MOVES_MAX];
    int count;
} sample;

/* What a backend says of the samples. */
typedef struct verdicts {
    win_draw_loss value[SAMPLES];
    float policy[SAMPLES][MOVES_MAX]; /* probabilities of the moves */
} verdicts;

typedef struct workbench {
    sample samples[SAMPLES];
    verdicts reference; /* of the scalar kernels */
    verdicts found;     /* of the backend in work */
} workbench;

/* Fills in the samples, the same in each run. */
static void take_samples(workbench *w)
{
    const int starts = (int)(sizeof bench_positions / sizeof *bench_positions);
    uint64_t random = 1;
    for (int game = 0, kept = 0; kept < SAMPLES; game++) {
        position pos;
        (void)fen_parse(&pos, bench_positions[game % starts], NULL, NULL);
        for (int ply = 0; ply < PLIES && kept < SAMPLES; ply++) {
            sample *s = &w->samples[kept];
            s->pos = pos;
            s->count = gen_legal(&pos, s->moves);
            if (s->count == 0) {
                break;
            }
            pos_make(&pos, s->moves[random_below(&random, (uint64_t)s->count)]);
            kept++;
        }
    }
}

typedef void evaluation(workbench *w, const backend *net, int number);

static void evaluate_value(workbench *w, const backend *net, int number)
{
    w->found.value[number] = backend_value(net, &w->samples[number].pos, NULL);
}

static void evaluate_policy(workbench *w, const backend *net, int number)
{
    const sample *s = &w->samples[number];
    backend_policy(net, &s->pos, NULL, s->moves, s->count, w->found.policy[number]);
    nn_softmax(w->found.policy[number], s->count, 1.0f);
}

/* Evaluates all samples until the time is over. Returns the evaluations per CPU second. */
static uint64_t measure(workbench *w, const backend *net, evaluation *evaluate)
{
    const int64_t begun = system_cpu_ns();
    uint64_t done = 0;
    int64_t elapsed;
    do {
        for (int i = 0; i < SAMPLES; i++) {
            evaluate(w, net, i);
        }
        done += SAMPLES;
        elapsed = system_cpu_ns() - begun;
    } while (elapsed < MEASURE_NS);
    return system_rate(done, elapsed);
}

static void write_backend(workbench *w, const char *name, const backend *net, writer *out)
{
    float value = 0.0f, policy = 0.0f; /* the largest differences of probabilities */
    const uint64_t values = measure(w, net, evaluate_value);
    const uint64_t policies = measure(w, net, evaluate_policy);
    if (net->kernels == kernels_at(0)) {
        w->reference = w->found;
    }
    for (int i = 0; i < SAMPLES; i++) {
        const win_draw_loss *a = &w->found.value[i], *b = &w->reference.value[i];
        value = fmaxf(value, fmaxf(fabsf(a->win - b->win), fabsf(a->loss - b->loss)));
        for (int k = 0; k < w->samples[i].count; k++) {
            policy = fmaxf(policy, fabsf(w->found.policy[i][k] - w->reference.policy[i][k]));
        }
    }
    writer_line(out, "%-8s %10" PRIu64 " %10" PRIu64 "   %10.6f %10.6f", name, values, policies,
                (double)value, (double)policy);
}

/* Writes a line for all kernels that this CPU runs: evaluations of positions per second of CPU time
 * by the value net and by the policy net, and the largest differences of their probabilities from
 * those of the scalar kernels. */
static void write_kernels(workbench *w, const nets *n, writer *out)
{
    backend net = {.nets = n};
    writer_line(out, "%-8s %21s   %21s", "", "per CPU second", "largest difference");
    writer_line(out, "%-8s %10s %10s   %10s %10s", "", "value", "policy", "value", "policy");
    for (int i = 0; (net.kernels = kernels_at(i)) != NULL; i++) {
        write_backend(w, net.kernels->name, &net, out);
    }
}

/* Evaluates all samples by a net of Lc0, `batch` at a time, until the time is over. Returns the
 * evaluations per CPU second. */
static uint64_t measure_lc0(const workbench *w, lc0_evaluator *e, int batch, lc0_answer answers[])
{
    const int64_t begun = system_cpu_ns();
    uint64_t done = 0;
    int64_t elapsed;
    do {
        lc0_past pasts[BATCH_MAX];
        for (int i = 0; i < batch; i++) {
            pasts[i] =
                (lc0_past){.at = {&w->samples[(done + (uint64_t)i) % SAMPLES].pos}, .count = 1};
        }
        lc0_evaluate(e, pasts, batch, answers);
        done += (uint64_t)batch;
        elapsed = system_cpu_ns() - begun;
    } while (elapsed < LC0_MEASURE_NS);
    return system_rate(done, elapsed);
}

/* Writes the evaluations per second of CPU time by a net of Lc0, for several sizes of a batch. A
 * search evaluates positions one by one. */
static bool write_lc0(const workbench *w, const lc0_net *net, writer *out, failure *why)
{
    static lc0_answer answers[BATCH_MAX];
    lc0_evaluator *e = lc0_evaluator_new(net, BATCH_MAX, why);
    if (e == NULL) {
        return false;
    }
    writer_line(out, "%-8s %14s", "batch", "per CPU second");
    for (int batch = 1; batch <= BATCH_MAX; batch *= 2) {
        writer_line(out, "%-8d %14" PRIu64, batch, measure_lc0(w, e, batch, answers));
    }
    lc0_evaluator_free(e);
    return true;
}

/* Measures the nets. The positions come from random games. */
bool backend_bench_run(verb_call *call, failure *why)
{
    if (!verb_expect_no_word(call, why) || !engine_load_nets(call->engine, why)) {
        return false;
    }
    const nets *n = call->engine->nets;
    workbench *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return fail(why, "not enough memory");
    }
    bool good = true;
    take_samples(w);
    if (n->lc0 != NULL) {
        good = write_lc0(w, lc0_pool_net(n->lc0), call->out, why);
    } else {
        write_kernels(w, n, call->out);
    }
    free(w);
    return good;
}
