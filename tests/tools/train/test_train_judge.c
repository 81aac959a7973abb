/* Tests the judges, the one-ply player, the rounding by data, and what rounding costs. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/net.h"
#include "run_fixture.h"
#include "train_checkpoint.h"
#include "train_evaluate.h"
#include "train_export.h"
#include "train_player.h"
#include "train_round.h"
#include "train_rounding.h"
#include "train_run.h"

TestSuite(train_judge, .init = run_fixture_start, .fini = run_fixture_end);

static void train_small(const char *arch, const char *path)
{
    train_state state;
    train_plan plan = run_fixture_plan(arch, path);
    plan.epochs = 1;
    train_net_free(run_fixture_train(&plan, &state));
}

/* The answers are those that the figures were made of. */
Test(train_judge, answers_agree_with_figures)
{
    failure why = {""};
    train_arch arch;
    train_corpus corpus;
    train_judge judge;
    const train_plan plan = run_fixture_plan("768x128p-8-8-3", NULL);
    cr_assert(train_arch_parse(&arch, "768x128p-4-8-3", &why));
    train_net *net = train_net_new(&arch, 5, &why);
    cr_assert(train_corpus_read(&corpus, &plan, TRAIN_VALUE, run_fixture_quiet(), &why), "%s",
              why.text);
    cr_assert(train_judge_floats(&judge, net, corpus.pool, &why), "%s", why.text);
    const train_source source = {&corpus.data.set[GAME_TRAINING], NULL, 100, &corpus.recipe};
    const train_figures f = train_judge_ask(&judge, &source, 300);
    double error = 0.0;
    for (size_t i = 0; i < 300; i++) {
        const float *q = judge.answers[i];
        cr_expect(fabsf(q[0] + q[1] + q[2] - 1.0f) < 1e-5f);
        error += fabs((double)train_answer_win(q) - (double)train_judge_chunk(&judge)->expected[i]);
    }
    cr_expect(f.positions == 300.0 && fabs(error - f.error) < 1e-3, "%g %g", error, f.error);
    train_judge_close(&judge);
    train_corpus_free(&corpus);
    train_net_free(net);
}

/* A net that knows nothing still sees mate and stalemate among the children. */
Test(train_judge, player_knows_the_ends)
{
    static const struct {
        const char *fen, *best;
        double first;
    } cases[] = {{"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", 1.0},
                 {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1b1", 0.0},
                 {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f8", 1.0}};
    const train_fit fit = {.scale = 145.0f, .level = 90.0f, .spread = 120.0f};
    const train_recipe recipe = {.fits = &fit, .decided_score = 1000};
    failure why = {""};
    train_arch arch;
    train_judge judge;
    cr_assert(train_arch_parse(&arch, "768x128p-4-8-3", &why));
    train_net *net = train_net_new(&arch, 5, &why);
    thread_pool *pool = thread_pool_new(1, &why);
    cr_assert(train_judge_floats(&judge, net, pool, &why), "%s", why.text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position pos;
        train_slices slices = {.table = TABLE_PLAYER};
        cr_assert(fen_parse(&pos, cases[i].fen, NULL, NULL));
        train_record record = {.best = gen_from_uci(&pos, cases[i].best), .outcome = OUTCOME_WON};
        train_record_pack(&record, &pos);
        const train_set set = {.records = &record, .count = 1};
        cr_assert(train_player_add(&judge, &set, &recipe, 100, &slices, &why), "%s", why.text);
        cr_expect(slices.positions[SLICE_ALL] == 1.0);
        cr_expect(slices.sum[SLICE_ALL][0] == cases[i].first, "%s", cases[i].best);
    }
    train_judge_close(&judge);
    thread_pool_free(pool);
    train_net_free(net);
}

/* Two inputs that always come together: nearest errs by 0.8, one turned over by 0.2. */
Test(train_judge, rounding_lets_errors_cancel)
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

Test(train_judge, rounding_cost_figures)
{
    rounding_cost value = {.kind = TRAIN_VALUE}, policy = {.kind = TRAIN_POLICY};
    train_rounding_add(&value, (float[]){0.5f, 0.25f, 0.25f}, (float[]){0.5f, 0.5f, 0.0f}, 3);
    train_rounding_add(&value, (float[]){1.0f, 0.0f, 0.0f}, (float[]){0.75f, 0.0f, 0.25f}, 3);
    cr_expect(value.positions == 2.0 && value.difference == 0.375 && value.shift == -0.125 &&
              value.difference_max == 0.25);
    train_rounding_add(&policy, (float[]){0.5f, 0.5f}, (float[]){0.25f, 0.75f}, 2);
    train_rounding_add(&policy, (float[]){0.9f, 0.1f}, (float[]){0.9f, 0.1f}, 2);
    const double divergence = 0.5 * log(0.5 / 0.25) + 0.5 * log(0.5 / 0.75);
    cr_expect(fabs(policy.divergence - divergence) < 1e-9 && policy.changed == 1.0);
    cr_expect(policy.divergence_max == policy.divergence);
}

/* The number after `key` in a text. */
static double after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    cr_assert(at, "\"%s\" in: %s", key, text);
    return strtod(at + strlen(key), NULL);
}

static char *export_text(const train_plan *plan, const char *const paths[TRAIN_KINDS],
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

/* On held-out positions, integers rounded by data err less than those rounded alone. */
static void check_rounding(const char *value_arch)
{
    char value[FIXTURE_PATH_MAX], policy[FIXTURE_PATH_MAX], path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    train_corpus corpus;
    rounding_cost nearest;
    fixture_path(value, "v.ck");
    fixture_path(policy, "p.ck");
    fixture_path(path, "rounded.nn");
    train_small(value_arch, value);
    train_small("768x128p-4956", policy);
    const char *const paths[TRAIN_KINDS] = {value, policy, NULL};
    train_plan plan = run_fixture_plan(value_arch, NULL), no_data = train_plan_default();
    free(export_text(&no_data, paths, path));
    nets *n = nets_load(path, &why);
    train_net *net = train_checkpoint_read_kind(value, TRAIN_VALUE, &state, &why);
    cr_assert(n && net, "%s", why.text);
    cr_assert(train_corpus_read(&corpus, &plan, TRAIN_VALUE, run_fixture_quiet(), &why), "%s",
              why.text);
    cr_assert(train_rounding_measure(&nearest, net, n, &corpus.data.set[GAME_HELD_OUT],
                                     &corpus.recipe, corpus.pool, &why));
    cr_expect(nearest.positions == (double)corpus.data.set[GAME_HELD_OUT].count &&
              nearest.positions > 0.0);
    cr_expect(nearest.sums == 128.0 * nearest.positions);
    char *text = export_text(&plan, paths, path);
    const double mean = after(text, "probability of winning: mean difference ");
    cr_expect(mean > 0.0 && mean < nearest.difference / nearest.positions, "%s", text);
    cr_expect(after(text, "divergence: mean ") < 0.01, "%s", text);
    plan.threads = 2;
    char *other = export_text(&plan, paths, path);
    cr_expect(after(other, "mean difference ") == mean, "any number of threads: %s", other);
    free(text);
    free(other);
    nets_free(n);
    train_net_free(net);
    train_corpus_free(&corpus);
}

Test(train_judge, export_says_what_rounding_cost)
{
    check_rounding("768x128p-8-8-3");
}

Test(train_judge, export_rounds_the_layers_of_each_bucket)
{
    check_rounding("768x128p-8-8-3b8");
}

Test(train_judge, evaluate_writes_tables)
{
    char value[FIXTURE_PATH_MAX], csv[FIXTURE_PATH_MAX], line[256], *text = NULL;
    size_t size;
    failure why = {""};
    fixture_path(value, "t.ck");
    fixture_path(csv, "tables.csv");
    train_small("768x128p-8-8-3", value);
    const train_plan plan = run_fixture_plan("768x128p-8-8-3", NULL);
    train_evaluation wanted = {&plan, {value}, NULL, csv, NULL, 30};
    FILE *out = open_memstream(&text, &size);
    cr_assert(train_evaluate(&wanted, out, &why), "%s", why.text);
    wanted.csv = "/nonexistent/tables.csv";
    cr_expect(!train_evaluate(&wanted, out, &why) && strstr(why.text, "/nonexistent"), "%s",
              why.text);
    wanted = (train_evaluation){&plan, {NULL, value}, NULL, NULL, NULL, 30};
    cr_expect(!train_evaluate(&wanted, out, &why) && strstr(why.text, "expected a policy net"),
              "%s", why.text);
    wanted = (train_evaluation){&plan, {value}, NULL, NULL, "picture.gif", 0};
    cr_expect(!train_evaluate(&wanted, out, &why) && strstr(why.text, "picture.gif"), "%s",
              why.text);
    train_plan whole = plan;
    whole.whole = true;
    whole.judged = GAME_TRAINING;
    wanted = (train_evaluation){&whole, {value}, NULL, NULL, NULL, 0};
    cr_expect(train_evaluate(&wanted, out, &why), "%s", why.text);
    fclose(out);
    cr_expect(strstr(text, "150 games, ") && strstr(text, "value net, whole files: "), "%s", text);
    cr_expect(strstr(text, "calibration") && strstr(text, "one-ply player"), "%s", text);
    FILE *file = fopen(csv, "r");
    cr_assert(file && fgets(line, sizeof line, file));
    cr_expect_str_eq(line, "net,table,group,slice,figure,value\n");
    fclose(file);
    free(text);
}
