/* Tests nets that are judged and rounded: the judges, the rounding by data, the cost of rounding,
 * the net file, and the tables of an evaluation. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nn/net.h"
#include "run_fixture.h"
#include "train_begin.h"
#include "train_evaluate.h"
#include "train_export.h"
#include "train_rounding.h"
#include "train_rounding_cost.h"

TestSuite(train_evaluator, .init = run_fixture_start, .fini = run_fixture_end);
TestSuite(train_export, .init = run_fixture_start, .fini = run_fixture_end);

/* The answers are those that the figures of a pass are made of. */
Test(train_evaluator, answers_agree_with_figures)
{
    failure why = {""};
    train_evaluator evaluator;
    const train_plan plan = run_fixture_plan("768x128p-4-8-3", NULL);
    train_corpus corpus = run_fixture_corpus(&plan);
    train_net *net = run_fixture_net("768x128p-4-8-3", 5);
    cr_assert(train_evaluator_floats(&evaluator, net, corpus.pool, &why), "%s", why.text);
    const train_source source = {&corpus.data.set[GAME_TRAINING], NULL, 100, &corpus.recipe};
    const train_figures f = train_pass_source(evaluator.pass, &source, 300, 0.0f);
    double error = 0.0, near = 0.0;
    for (size_t i = 0; i < 300; i++) {
        const float *q = evaluator.answers[i];
        cr_expect(fabsf(q[0] + q[1] + q[2] - 1.0f) < 1e-5f);
        error += fabs((double)train_answer_win(q) - (double)evaluator.chunk->expected[i]);
        near += abs(evaluator.chunk->score[i]) < FIGURES_NEAR;
    }
    cr_expect(f.near == near && near > 0.0 && near < 300.0, "%g %g", near, f.near);
    cr_expect(f.positions == 300.0 && fabs(error - f.error) < 1e-3, "%g %g", error, f.error);
    train_evaluator_close(&evaluator);
    train_corpus_free(&corpus);
    train_net_free(net);
}

/* Two inputs that always come together: nearest errs by 0.8, one turned over by 0.2. */
Test(train_rounding, lets_errors_cancel)
{
    const float together[4] = {1.0f, 1.0f, 1.0f, 1.0f}, apart[4] = {1.0f, 0.0f, 0.0f, 1.0f};
    const float wanted[2] = {0.4f, 2.4f};
    int16_t stored[2] = {0, 2};
    float residual[2] = {-0.8f, -0.8f};
    train_round_descend(together, 2, wanted, residual, stored);
    cr_expect(stored[0] + stored[1] == 3);
    cr_expect(fabsf(residual[0] - 0.2f) < 1e-6f && residual[0] == residual[1]);
    int16_t alone[2] = {0, 2};
    float residual_alone[2] = {-0.4f, -0.4f};
    train_round_descend(apart, 2, wanted, residual_alone, alone);
    cr_expect(alone[0] == 0 && alone[1] == 2, "nearest is best for inputs that come alone");
    const float none[4] = {0}, whole[2] = {3.0f, -1.0f};
    int16_t exact[2] = {3, -1};
    float zero[2] = {0};
    train_round_descend(none, 2, wanted, zero, alone);
    train_round_descend(together, 2, whole, zero, exact);
    cr_expect(alone[0] == 0 && alone[1] == 2 && exact[0] == 3 && exact[1] == -1);
}

Test(train_rounding, figures_of_its_cost)
{
    rounding_cost value = {.kind = NET_VALUE}, policy = {.kind = NET_POLICY};
    train_cost_add(&value, (float[]){0.5f, 0.25f, 0.25f}, (float[]){0.5f, 0.5f, 0.0f}, 3);
    train_cost_add(&value, (float[]){1.0f, 0.0f, 0.0f}, (float[]){0.75f, 0.0f, 0.25f}, 3);
    cr_expect(value.positions == 2.0 && value.difference == 0.375 && value.shift == -0.125 &&
              value.difference_max == 0.25);
    train_cost_add(&policy, (float[]){0.5f, 0.5f}, (float[]){0.25f, 0.75f}, 2);
    train_cost_add(&policy, (float[]){0.9f, 0.1f}, (float[]){0.9f, 0.1f}, 2);
    const double divergence = 0.5 * log(0.5 / 0.25) + 0.5 * log(0.5 / 0.75);
    cr_expect(fabs(policy.divergence - divergence) < 1e-9 && policy.changed == 1.0);
    cr_expect(policy.divergence_max == policy.divergence);
}

/* What an export prints; free() it. */
static char *export_text(const train_plan *plan, const char *const paths[NET_KINDS],
                         const char *net_path)
{
    char *text = NULL;
    size_t size;
    failure why = {""};
    FILE *out = open_memstream(&text, &size);
    cr_assert(train_export(plan, paths, net_path, out, &why), "%s", why.text);
    fclose(out);
    return text;
}

/* The engine's integers against the checkpoint's floats, over all positions of the set. */
static rounding_cost cost_of(const char *checkpoint, net_kind kind, const char *net_path,
                             game_part part)
{
    failure why = {""};
    train_state state;
    rounding_cost cost;
    nets *n = nets_load(net_path, &why);
    train_net *net = train_checkpoint_read_kind(checkpoint, kind, &state, &why);
    cr_assert(n && net, "%s", why.text);
    const train_plan plan = run_fixture_plan(net->arch.text, NULL);
    train_corpus corpus = run_fixture_corpus(&plan);
    const train_set *set = &corpus.data.set[part];
    cr_assert(train_cost_measure(&cost, net, n, set, &corpus.recipe, corpus.pool, &why), "%s",
              why.text);
    cr_expect(cost.positions == (double)set->count && set->count > 0);
    train_corpus_free(&corpus);
    train_net_free(net);
    nets_free(n);
    return cost;
}

/* Exports short runs of nets of all kinds, and expects that the engine computes what they do. */
static void expect_faithful(const char *value_arch, const char *policy_arch,
                            const char *negamax_arch)
{
    char paths[NET_KINDS][FIXTURE_PATH_MAX], path[FIXTURE_PATH_MAX];
    const train_plan no_data = train_plan_default();
    fixture_path(path, "exported.nn");
    run_fixture_checkpoint(value_arch, "v.ck", paths[NET_VALUE]);
    run_fixture_checkpoint(policy_arch, "p.ck", paths[NET_POLICY]);
    run_fixture_checkpoint(negamax_arch, "n.ck", paths[NET_NEGAMAX]);
    const char *const all[NET_KINDS] = {paths[0], paths[1], paths[2]};
    free(export_text(&no_data, all, path));
    for (net_kind kind = NET_VALUE; kind < NET_KINDS; kind++) {
        const rounding_cost cost = cost_of(paths[kind], kind, path, GAME_TRAINING);
        if (kind == NET_POLICY) {
            cr_expect(cost.divergence < 0.01 * cost.positions);
        } else {
            cr_expect(cost.difference < 0.004 * cost.positions && cost.difference_max < 0.04,
                      "%s: mean %.5f, largest %.5f", architecture_kind_name(kind),
                      cost.difference / cost.positions, cost.difference_max);
        }
        cr_expect(cost.sums == (kind == NET_NEGAMAX ? 0.0 : 128.0) * cost.positions);
    }
}

Test(train_export, agrees_with_checkpoints)
{
    expect_faithful("3072hx128p-16-32-3", "768x128p-4956", "768x128d-8");
    expect_faithful("768x128p-8-8-3b8", "768x128p-3876", "3072kx128d-8");
    expect_faithful("768x128p-8-8-3b8", "768x128p-3876", "768x128dp-16-32-1b8");
}

/* The number after `key` in a text. */
static double after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    cr_assert(at, "\"%s\" in: %s", key, text);
    return strtod(at + strlen(key), NULL);
}

/* Expects that the head's bias in the net file differs from that of the checkpoint: it compensates
 * the mean error of the rounded weights. */
static void expect_other_bias(const char *checkpoint, const char *net_path)
{
    failure why = {""};
    train_state state;
    train_net *net = train_checkpoint_read_kind(checkpoint, NET_VALUE, &state, &why);
    train_net *back = train_import(net_path, NET_VALUE, &why);
    cr_assert(net && back, "%s", why.text);
    const train_span *span = &net->part[PART_HEAD_BIAS];
    cr_expect(memcmp(net->w + span->offset, back->w + span->offset, span->count * sizeof(float)));
    train_net_free(net);
    train_net_free(back);
}

/* On held-out positions, integers rounded by data err less than those rounded alone. */
static void check_rounding(const char *value_arch)
{
    char value[FIXTURE_PATH_MAX], policy[FIXTURE_PATH_MAX], path[FIXTURE_PATH_MAX];
    fixture_path(path, "rounded.nn");
    run_fixture_checkpoint(value_arch, "v.ck", value);
    run_fixture_checkpoint("768x128p-4956", "p.ck", policy);
    const char *const paths[NET_KINDS] = {value, policy, NULL};
    const train_plan no_data = train_plan_default();
    train_plan plan = run_fixture_plan(value_arch, NULL);
    free(export_text(&no_data, paths, path));
    const rounding_cost nearest = cost_of(value, NET_VALUE, path, GAME_HELD_OUT);
    char *text = export_text(&plan, paths, path);
    const double mean = after(text, "probability of winning: mean difference ");
    cr_expect(mean > 0.0 && mean < nearest.difference / nearest.positions, "%s", text);
    expect_other_bias(value, path);
    plan.threads = 2;
    char *other = export_text(&plan, paths, path);
    cr_expect(after(other, "mean difference ") == mean, "any number of threads: %s", other);
    free(text);
    free(other);
}

Test(train_export, data_improve_the_rounding)
{
    check_rounding("768x128p-8-8-3");
    check_rounding("768x128p-8-8-3b8");
}

/* Rounding by data works on rows that are as long as the sums of both views. */
Test(train_export, a_wide_net_is_rounded_by_data)
{
    char value[FIXTURE_PATH_MAX], policy[FIXTURE_PATH_MAX], negamax[FIXTURE_PATH_MAX];
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    fixture_path(negamax, "n.ck");
    fixture_path(path, "wide.nn");
    run_fixture_checkpoint("768x128p-4-8-3", "v.ck", value);
    run_fixture_checkpoint("768x128p-3876", "p.ck", policy);
    train_plan plan = run_fixture_plan("768x2304dp-4-8-1b8", negamax);
    plan.epochs = 1;
    plan.data_share = 0.2;
    train_net_free(run_fixture_train(&plan, &state));
    const char *const paths[NET_KINDS] = {value, policy, negamax};
    free(export_text(&plan, paths, path));
    nets *n = nets_load(path, &why);
    cr_assert(n && n->has_negamax, "%s", why.text);
    cr_expect(n->negamax.sums == 2304 && n->negamax.centipawns == state.scale);
    nets_free(n);
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
    run_fixture_checkpoint("768x128p-8-8-3", "t.ck", value);
    run_fixture_checkpoint("768x128p-3876", "q.ck", policy);
    const train_plan no_data = train_plan_default();
    train_plan plan = run_fixture_plan("768x128p-8-8-3", NULL);
    free(export_text(&no_data, (const char *[NET_KINDS]){value, policy, NULL}, net));
    FILE *out = open_memstream(&text, &size);
    const train_evaluation both = {&plan, {value, policy, NULL}, net, csv};
    cr_assert(train_evaluate(&both, out, &why), "%s", why.text);
    expect_no_evaluation(&(train_evaluation){&plan, {value}, NULL, "/nonexistent/tables.csv"},
                         "/nonexistent");
    expect_no_evaluation(&(train_evaluation){&plan, {NULL, value}, NULL, NULL},
                         "expected a policy net");
    plan.whole = true;
    plan.evaluated = GAME_TRAINING;
    const train_evaluation whole = {&plan, {value}, NULL, NULL};
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
