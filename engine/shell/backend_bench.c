#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"
#include "bench_positions.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/features.h"
#include "nn/float_nets.h"
#include "nn/real.h"
#include "system/clock.h"
#include "uci/text.h"
#include "verbs.h"

enum { BATCH_MAX = 256, MEASURE_MS = 50, MEASURE_MS_MAX = 10000 };

/* The number of positions is a multiple of each batch size, so that all measurements use the same
 * ones. From each start, one position in PLIES_APART random plies is taken, at most PER_START. */
enum { SAMPLES = 2 * BATCH_MAX, PER_START = 32, PLIES_APART = 2 };

/* The integer kernels, then OpenBLAS in batches of one and of BATCH_MAX. */
enum { KERNELS_MAX = 8, SUBJECTS_MAX = KERNELS_MAX + 2 };

/* The value net and the policy net. */
enum { MEASURED_KINDS = NET_POLICY + 1 };

typedef struct sample {
    uint16_t rows[MEASURED_KINDS][FEATURES_MAX];
    policy_query query;
} sample;

/* The results of one implementation on the samples. */
typedef struct verdicts {
    win_draw_loss value[SAMPLES];
    float policy[SAMPLES][QUERY_ROWS_MAX]; /* for each query a row, with a logit for each move */
} verdicts;

typedef struct workbench {
    const nets *nets;
    float_nets *floats; /* NULL without OpenBLAS */
    writer *out;
    int64_t measure_ns;
    sample sample[SAMPLES];
    float_position position[MEASURED_KINDS][SAMPLES]; /* the samples' inputs; logits go to
                                                       * `found` */
    verdicts reference, found;
} workbench;

/* A column of the tables: kernels, or OpenBLAS if NULL. */
typedef struct subject {
    const kernels *kernels;
    const char *name;
} subject;

static void keep(workbench *w, int i, const position *pos, const move moves[], int count)
{
    sample *s = &w->sample[i];
    const policy_net *policy = &w->nets->policy;
    w->position[NET_VALUE][i] = (float_position){
        .rows = s->rows[NET_VALUE],
        .row_count = feature_rows(pos, w->nets->value.pins, s->rows[NET_VALUE]),
    };
    feature_policy_query(&s->query, pos, moves, count, policy->rows == POLICY_ROWS_CLASSED);
    w->position[NET_POLICY][i] = (float_position){
        .rows = s->rows[NET_POLICY],
        .row_count = feature_rows(pos, policy->pins, s->rows[NET_POLICY]),
        .policy_rows = s->query.rows,
        .policy_count = s->query.count,
        .logits = w->found.policy[i],
    };
}

/* Fills in the samples, the same in each run. Goes over the starts several times, because random
 * games end early. */
static bool take_samples(workbench *w, failure *why)
{
    const int starts = (int)(sizeof bench_positions / sizeof *bench_positions);
    uint64_t state = 1;
    int kept = 0;
    for (int game = 0; kept < SAMPLES; game++) {
        position pos;
        move moves[MOVES_MAX];
        if (!fen_parse(&pos, bench_positions[game % starts], NULL, why)) {
            return false;
        }
        for (int ply = 0; ply < PER_START * PLIES_APART && kept < SAMPLES; ply++) {
            const int count = gen_legal(&pos, moves);
            if (count == 0) {
                break;
            }
            if (ply % PLIES_APART == 0) {
                keep(w, kept++, &pos, moves, count);
            }
            pos_make(&pos, moves[random_below(&state, (uint64_t)count)]);
        }
    }
    return true;
}

/* Evaluates `batch` samples from number `first` on into w->found. The policy net gives logits. */
static void evaluate(workbench *w, const subject *s, net_kind kind, int first, int batch)
{
    const float_position *p = &w->position[kind][first];
    if (s->kernels == NULL && kind == NET_VALUE) {
        float_nets_value(w->floats, p, batch, &w->found.value[first]);
    } else if (s->kernels == NULL) {
        float_nets_policy(w->floats, p, batch);
    }
    for (int i = 0; i < batch && s->kernels != NULL; i++) {
        if (kind == NET_VALUE) {
            w->found.value[first + i] =
                value_evaluate(&w->nets->value, s->kernels, p[i].rows, p[i].row_count);
        } else {
            policy_evaluate(&w->nets->policy, s->kernels, p[i].rows, p[i].row_count,
                            p[i].policy_rows, p[i].policy_count, p[i].logits);
        }
    }
}

/* Evaluations per CPU second. A measurement longer than one round of the samples ends with a whole
 * round. */
static uint64_t measure(workbench *w, const subject *s, net_kind kind, int batch)
{
    enum { LOOK = 64 }; /* evaluations between two looks at the clock */
    const int64_t begun = system_cpu_ns();
    const int step = batch > LOOK ? batch : LOOK;
    int64_t elapsed;
    int done = 0;
    do {
        for (int i = 0; i < step; i += batch) {
            evaluate(w, s, kind, (done + i) % SAMPLES, batch);
        }
        done += step;
        elapsed = system_cpu_ns() - begun;
    } while (elapsed < w->measure_ns || (done > SAMPLES && done % SAMPLES != 0));
    return system_rate((uint64_t)done, elapsed);
}

static void write_speeds(workbench *w, const subject subjects[], int count, net_kind kind)
{
    static const char *const title[MEASURED_KINDS] = {"value net ", "policy net"};
    char row[256];
    int used = snprintf(row, sizeof row, "%s batch", title[kind]);
    for (int i = 0; i < count; i++) {
        used += snprintf(row + used, sizeof row - (size_t)used, " %10s", subjects[i].name);
    }
    writer_line(w->out, "%s", row);
    for (int batch = 1; batch <= BATCH_MAX; batch *= 2) {
        used = snprintf(row, sizeof row, "%16d", batch);
        for (int i = 0; i < count; i++) {
            used += snprintf(row + used, sizeof row - (size_t)used, " %10llu",
                             (unsigned long long)measure(w, &subjects[i], kind, batch));
        }
        writer_line(w->out, "%s", row);
    }
    writer_line(w->out, "%s", "");
}

static void evaluate_all(workbench *w, const subject *s, int batch)
{
    for (int first = 0; first < SAMPLES; first += batch) {
        evaluate(w, s, NET_VALUE, first, batch);
        evaluate(w, s, NET_POLICY, first, batch);
    }
    for (int i = 0; i < SAMPLES; i++) {
        policy_query_sum(&w->sample[i].query, w->found.policy[i]);
        nn_softmax(w->found.policy[i], w->sample[i].query.moves, 1.0f);
    }
}

/* The sum and the maximum of absolute differences. */
typedef struct spread {
    double sum, most;
    long count;
} spread;

static void add_difference(spread *s, float a, float b)
{
    const double difference = fabs((double)a - (double)b);
    s->sum += difference;
    s->most = difference > s->most ? difference : s->most;
    s->count++;
}

static void write_difference(workbench *w, const subject *s, int batch)
{
    spread value = {.count = 0}, policy = {.count = 0};
    char name[32];
    evaluate_all(w, s, batch);
    for (int i = 0; i < SAMPLES; i++) {
        const win_draw_loss *a = &w->found.value[i], *b = &w->reference.value[i];
        add_difference(&value, a->win, b->win);
        add_difference(&value, a->draw, b->draw);
        add_difference(&value, a->loss, b->loss);
        for (int k = 0; k < w->sample[i].query.moves; k++) {
            add_difference(&policy, w->found.policy[i][k], w->reference.policy[i][k]);
        }
    }
    snprintf(name, sizeof name, "%s, batch %d", s->name, batch);
    writer_line(w->out, "%-20s %10.6f %10.6f %10.6f %10.6f", name, value.sum / (double)value.count,
                value.most, policy.sum / (double)policy.count, policy.most);
}

static void write_differences(workbench *w, const subject subjects[], int count)
{
    evaluate_all(w, &subjects[0], 1);
    w->reference = w->found;
    writer_line(w->out, "%-20s %21s %21s", "from scalar", "win, draw, loss", "move probability");
    writer_line(w->out, "%-20s %10s %10s %10s %10s", "", "mean", "largest", "mean", "largest");
    for (int i = 1; i < count; i++) {
        write_difference(w, &subjects[i], 1);
        if (subjects[i].kernels == NULL) {
            write_difference(w, &subjects[i], BATCH_MAX);
        }
    }
}

static void compare(workbench *w, const failure *no_floats)
{
    subject subjects[SUBJECTS_MAX];
    int count = 0;
    for (const kernels *k; count < KERNELS_MAX && (k = kernels_at(count)) != NULL; count++) {
        subjects[count] = (subject){k, k->name};
    }
    if (w->floats != NULL) {
        subjects[count++] = (subject){NULL, "openblas"};
    } else {
        writer_line(w->out, "openblas is left out: %s", no_floats->text);
    }
    writer_line(w->out, "value %s, policy %s; %d positions", w->nets->value.arch,
                w->nets->policy.arch, SAMPLES);
    writer_line(w->out, "evaluations a CPU second, on one thread:");
    writer_line(w->out, "%s", "");
    write_speeds(w, subjects, count, NET_VALUE);
    write_speeds(w, subjects, count, NET_POLICY);
    write_differences(w, subjects, count);
}

/* Writes tables for the value and the policy net: evaluations per second of CPU time by batch size,
 * and differences from the scalar kernels. The positions come from random games that start from the
 * positions of bench. Without OpenBLAS a line says why, and its column is missing. */
bool backend_bench_run(verb_call *call, failure *why)
{
    const char *cursor = call->text;
    char word[TEXT_WORD_MAX];
    int64_t ms = MEASURE_MS;
    failure no_floats;
    if ((text_next_word(&cursor, word) &&
         (!text_integer(word, &ms) || ms < 1 || ms > MEASURE_MS_MAX)) ||
        text_next_word(&cursor, word)) {
        return fail(why, "expected nothing, or 1 to %d milliseconds for each measurement",
                    MEASURE_MS_MAX);
    }
    if (!engine_load_nets(call->engine, why)) {
        return false;
    }
    workbench *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return fail(why, "not enough memory");
    }
    w->nets = call->engine->nets;
    w->out = call->out;
    w->measure_ns = ms * 1000000;
    w->floats = float_nets_new(w->nets, BATCH_MAX, &no_floats);
    const bool good = take_samples(w, why);
    if (good) {
        compare(w, &no_floats);
    }
    float_nets_free(w->floats);
    free(w);
    return good;
}
