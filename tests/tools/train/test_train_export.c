/* Tests nets that are exported and evaluated: the net file, by which the engine computes what the
 * checkpoints do, and the tables of an evaluation. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/policy_net.h"
#include "nn/portable_math.h"
#include "nn/value_net.h"
#include "run_fixture.h"
#include "train_begin.h"
#include "train_evaluate.h"
#include "train_export.h"

TestSuite(train_export, .init = run_fixture_start, .fini = run_fixture_end);

/* The figures of a pass are made of its answers. */
Test(train_export, answers_agree_with_figures)
{
    enum { ASKED = 300 };
    const train_plan plan = run_fixture_plan("768x128dp-4-8-1", NULL);
    train_corpus corpus = run_fixture_corpus(&plan);
    train_net *net = run_fixture_net("768x128dp-4-8-1", 5);
    train_pass *pass = run_fixture_pass(net, &corpus);
    const train_source source = {&corpus.data.set[GAME_TRAINING], NULL, 100, &corpus.recipe};
    const train_figures f = train_pass_source(pass, &source, ASKED, 0.0f);
    double error = 0.0, near = 0.0;
    for (size_t i = 0; i < ASKED; i++) {
        const float win = nn_sigmoid(pass->answers[i][0]);
        error += fabs((double)win - (double)pass->chunk->expected[i]);
        near += abs(pass->chunk->score[i]) < FIGURES_NEAR;
    }
    cr_expect(f.near == near && near > 0.0 && near < ASKED, "%g %g", near, f.near);
    cr_expect(f.positions == ASKED && fabs(error - f.error) < 1e-3, "%g %g", error, f.error);
    train_pass_free(pass);
    train_corpus_free(&corpus);
    train_net_free(net);
}

/* Exports checkpoints or net files, by the data of the plan if it is not NULL. */
static void export_checkpoints(const train_plan *plan, const char *const paths[NET_KINDS],
                               const char *net_path)
{
    failure why = {""};
    const train_plan no_data = train_plan_default();
    cr_assert(train_export(plan ? plan : &no_data, paths, net_path, run_fixture_quiet(), &why),
              "%s", why.text);
}

/* The log odds that the engine gives place `at` of a chunk. */
static float engine_logit(const value_net *net, const train_chunk *chunk, size_t at)
{
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[2][NET_SUMS_MAX];
    for (size_t view = 0; view < 2; view++) {
        const size_t list = 2 * at + view;
        value_sum(net, kernels_best(), sums[view], chunk->features[list],
                  chunk->feature_count[list]);
    }
    return value_logit(net, kernels_best(), sums[0], sums[1], chunk->feature_count[2 * at]);
}

/* The largest difference between a policy net's answer and the engine's for place `at`. */
static float policy_difference(const policy_net *net, const train_chunk *chunk, size_t at,
                               const float *answer)
{
    const policy_query *query = &chunk->queries[at];
    float logits[QUERY_ROWS_MAX], most = 0.0f;
    policy_evaluate(net, kernels_best(), chunk->features[at], chunk->feature_count[at], query->rows,
                    query->count, logits, NULL);
    policy_query_sum(query, logits);
    train_softmax(logits, query->moves);
    for (int i = 0; i < query->moves; i++) {
        most = fmaxf(most, fabsf(logits[i] - answer[i]));
    }
    return most;
}

/* The mean, over the first chunk of positions, of the largest difference between the probabilities
 * of a net and those of the engine's integers. */
static double difference(train_net *net, const nets *n)
{
    const train_plan plan = run_fixture_plan(net->arch.text, NULL);
    train_corpus corpus = run_fixture_corpus(&plan);
    train_pass *pass = run_fixture_pass(net, &corpus);
    const train_source source = {&corpus.data.set[GAME_TRAINING], NULL, 0, &corpus.recipe};
    double sum = 0.0;
    train_pass_source(pass, &source, CHUNK_POSITIONS, 0.0f);
    for (size_t at = 0; at < CHUNK_POSITIONS; at++) {
        const float *answer = pass->answers[at];
        const float differs = net->arch.kind == NET_POLICY
                                  ? policy_difference(&n->policy, pass->chunk, at, answer)
                                  : fabsf(nn_sigmoid(engine_logit(&n->value, pass->chunk, at)) -
                                          nn_sigmoid(answer[0]));
        sum += (double)differs;
    }
    train_pass_free(pass);
    train_corpus_free(&corpus);
    return sum / CHUNK_POSITIONS;
}

/* Exports short runs of nets of both kinds. The engine computes nearly what the checkpoints do, and
 * what the nets do that are made of its integers. */
static void expect_faithful(const char *const archs[NET_KINDS])
{
    char path[FIXTURE_PATH_MAX], paths[NET_KINDS][FIXTURE_PATH_MAX];
    failure why = {""};
    fixture_path(path, "exported.nn");
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        run_fixture_checkpoint(archs[kind], architecture_kind_name(kind), paths[kind]);
    }
    export_checkpoints(NULL, (const char *[NET_KINDS]){paths[NET_VALUE], paths[NET_POLICY]}, path);
    nets *n = nets_load(path, &why);
    cr_assert(n, "%s", why.text);
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        train_state state;
        train_net *trained = train_checkpoint_read_kind(paths[kind], kind, &state, &why);
        train_net *imported = train_import(n, kind, &why);
        cr_assert(trained && imported, "%s", why.text);
        const double rounded = difference(trained, n), computed = difference(imported, n);
        cr_expect(rounded > 0.0 && rounded < 0.004, "%s: %.6f", archs[kind], rounded);
        cr_expect(computed < 0.0001, "%s: %.6f", archs[kind], computed);
        train_net_free(trained);
        train_net_free(imported);
    }
    nets_free(n);
}

Test(train_export, agrees_with_checkpoints)
{
    expect_faithful((const char *[]){"768x128dp-16-32-1", "768x128p-4956"});
    expect_faithful((const char *[]){"768x128dp-8-8-1b8", "768x128p-3876"});
    expect_faithful((const char *[]){"3072kx128dp-16-32-1b8", "3072hx128p-4956"});
}

/* The differences between checkpoints and their export. */
static void export_differences(const train_plan *plan, const char *const paths[NET_KINDS],
                               double differences[NET_KINDS])
{
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    fixture_path(path, "rounded.nn");
    export_checkpoints(plan, paths, path);
    nets *n = nets_load(path, &why);
    cr_assert(n, "%s", why.text);
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        train_net *net = train_checkpoint_read_kind(paths[kind], kind, &state, &why);
        cr_assert(net, "%s", why.text);
        differences[kind] = difference(net, n);
        train_net_free(net);
    }
    nets_free(n);
}

/* The same data and any number of threads make the same file. */
static void expect_better_rounding(const char *const archs[NET_KINDS])
{
    char names[NET_KINDS][FIXTURE_PATH_MAX];
    const char *const paths[] = {names[NET_VALUE], names[NET_POLICY]};
    double nearest[NET_KINDS], by_data[NET_KINDS], again[NET_KINDS];
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        run_fixture_checkpoint(archs[kind], architecture_kind_name(kind), names[kind]);
    }
    train_plan plan = run_fixture_plan(archs[NET_VALUE], NULL);
    export_differences(NULL, paths, nearest);
    export_differences(&plan, paths, by_data);
    plan.threads = 2;
    export_differences(&plan, paths, again);
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        cr_expect(by_data[kind] < 0.9 * nearest[kind], "%s: %.6f, nearest %.6f", archs[kind],
                  by_data[kind], nearest[kind]);
        cr_expect(again[kind] == by_data[kind], "%s", archs[kind]);
    }
}

Test(train_export, data_improve_the_rounding)
{
    expect_better_rounding((const char *[]){"768x128dp-8-8-1", "768x128p-4956"});
    expect_better_rounding((const char *[]){"768x128dp-8-8-1b8", "768x128p-3876"});
}

/* Expects the net of a kind to be the same in both files, to the bit. */
static void expect_same_net(const nets *a, const nets *b, net_kind kind)
{
    const char *name = architecture_kind_name(kind);
    int tensors = 0;
    for (int i = 0; i < net_file_count(a->file); i++) {
        const tensor *t = net_file_at(a->file, i);
        if (strncmp(t->name, name, strlen(name)) != 0) {
            continue;
        }
        failure why = {""};
        const tensor *other = net_file_find(b->file, t->name, t->type, t->rows, t->columns, &why);
        cr_assert(other, "%s", why.text);
        cr_expect(other->scale == t->scale, "%s", t->name);
        cr_expect_arr_eq(other->data, t->data, net_file_tensor_bytes(t->type, t->rows, t->columns));
        tensors++;
    }
    cr_expect(tensors > 3);
}

/* One net of a file is replaced by that of a checkpoint; the data round it, and the other stays. */
Test(train_export, keeps_nets_of_net_files)
{
    static const char *const archs[NET_KINDS] = {"768x128dp-8-8-1", "768x128p-3876"};
    static const char *const others[NET_KINDS] = {"768x128dp-8-8-1b8", "768x128p-4956"};
    char names[NET_KINDS][FIXTURE_PATH_MAX], other[FIXTURE_PATH_MAX];
    char first[FIXTURE_PATH_MAX], second[FIXTURE_PATH_MAX];
    failure why = {""};
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        run_fixture_checkpoint(archs[kind], architecture_kind_name(kind), names[kind]);
    }
    fixture_path(first, "first.nn");
    fixture_path(second, "second.nn");
    export_checkpoints(NULL, (const char *[NET_KINDS]){names[NET_VALUE], names[NET_POLICY]}, first);
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        const train_plan plan = run_fixture_plan(others[kind], NULL);
        const char *paths[NET_KINDS] = {first, first};
        run_fixture_checkpoint(others[kind], "other.ck", other);
        paths[kind] = other;
        export_checkpoints(&plan, paths, second);
        nets *before = nets_load(first, &why), *after = nets_load(second, &why);
        cr_assert(before && after, "%s", why.text);
        expect_same_net(before, after, kind == NET_VALUE ? NET_POLICY : NET_VALUE);
        cr_expect_str_eq(kind == NET_VALUE ? after->value.arch : after->policy.arch, others[kind]);
        nets_free(before);
        nets_free(after);
    }
}

static void expect_no_evaluation(const train_evaluation *wanted, const char *message)
{
    failure why = {""};
    cr_expect(!train_evaluate(wanted, run_fixture_quiet(), &why) && strstr(why.text, message),
              "%s: %s", message, why.text);
}

Test(train_export, evaluation_writes_tables)
{
    char value[FIXTURE_PATH_MAX], policy[FIXTURE_PATH_MAX], net[FIXTURE_PATH_MAX];
    char csv[FIXTURE_PATH_MAX], line[256], *text = NULL;
    size_t size;
    failure why = {""};
    fixture_path(csv, "tables.csv");
    fixture_path(net, "t.nn");
    run_fixture_checkpoint("768x128dp-8-8-1", "t.ck", value);
    run_fixture_checkpoint("768x128p-3876", "q.ck", policy);
    train_plan plan = run_fixture_plan("768x128dp-8-8-1", NULL);
    export_checkpoints(NULL, (const char *[NET_KINDS]){value, policy}, net);
    FILE *out = open_memstream(&text, &size);
    const train_evaluation both = {&plan, {value, policy}, net, csv, false};
    cr_assert(train_evaluate(&both, out, &why), "%s", why.text);
    expect_no_evaluation(
        &(train_evaluation){&plan, {value}, NULL, "/nonexistent/tables.csv", false},
        "/nonexistent");
    expect_no_evaluation(&(train_evaluation){&plan, {NULL, value}, NULL, NULL, false},
                         "expected a policy net");
    plan.whole = true;
    const train_evaluation whole = {&plan, {value}, NULL, NULL, false};
    cr_expect(train_evaluate(&whole, out, &why), "%s", why.text);
    fclose(out);
    cr_expect(strstr(text, "150 games, ") && strstr(text, "value net, whole files: "), "%s", text);
    cr_expect(strstr(text, "t.nn: policy net, held out: ") && strstr(text, "calibration"), "%s",
              text);
    FILE *file = fopen(csv, "r");
    cr_assert(file && fgets(line, sizeof line, file));
    cr_expect_str_eq(line, "net,table,group,slice,figure,value\n");
    fclose(file);
    free(text);
}
