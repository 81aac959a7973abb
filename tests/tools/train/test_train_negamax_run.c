/* Tests the training of the negamax net from games to net file: architectures, the positions that
 * it learns from, and whole runs. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "negamax_fixture.h"
#include "nn/negamax.h"
#include "nn/real.h"
#include "run_fixture.h"
#include "train_evaluate.h"
#include "train_export.h"
#include "train_negamax.h"
#include "train_run.h"

static const float scale = 140.0f;

static move move_from_text(const position *pos, const char *text)
{
    const move m = gen_from_uci(pos, text);
    cr_assert_neq(m, MOVE_NONE, "%s", text);
    return m;
}

Test(train_negamax_data, only_quiet_positions_are_wanted)
{
    static const struct {
        const char *fen, *best;
        int score;
        bool wanted;
    } cases[] = {
        {FEN_START, "e2e4", 0, true},
        {FEN_START, "e2e4", 2500, true},
        {FEN_START, "e2e4", 2501, false},
        {FEN_START, "e2e4", -2501, false},
        {FEN_START, "e2e4", 31990, false},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, false},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5", 0, true},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, false},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 0, false},
        {"4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "e1f1", 0, false},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0, true},
    };
    attacks_init(true);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        position pos;
        cr_assert(fen_parse(&pos, cases[i].fen, NULL, NULL));
        const move best = move_from_text(&pos, cases[i].best);
        cr_expect_eq(train_negamax_wants(&pos, best, cases[i].score), cases[i].wanted, "%s %s %d",
                     cases[i].fen, cases[i].best, cases[i].score);
    }
}

Test(train_negamax_data, goals_blend_score_and_outcome)
{
    const train_fit fit = {.scale = scale};
    train_record record = {.score = 140, .outcome = OUTCOME_DRAWN};
    const float half = nn_sigmoid(1.0f);
    cr_expect_float_eq(train_negamax_goal(&fit, &record, 0.0f), half, 1e-6f);
    cr_expect_float_eq(train_negamax_goal(&fit, &record, 1.0f), 0.5f, 1e-6f);
    record.outcome = OUTCOME_WON;
    cr_expect_float_eq(train_negamax_goal(&fit, &record, 0.25f), 0.75f * half + 0.25f, 1e-6f);
    record.outcome = OUTCOME_LOST;
    cr_expect_float_eq(train_negamax_goal(&fit, &record, 0.25f), 0.75f * half, 1e-6f);
    record.outcome = -140;
    cr_expect_float_eq(train_negamax_goal(&fit, &record, 0.5f), 0.5f, 1e-6f);
}

/* A position and its colours swapped fill a chunk with the same. */
static void check_views(bool places)
{
    static const char *const fens[2] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w",
        "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b"};
    train_arch arch = negamax_fixture_squared(places ? FEATURE_ROWS : FEATURE_ROWS_PLAIN, 64);
    arch.places = places;
    const train_fit fit = {.scale = scale};
    const train_record record = {.score = 140, .outcome = OUTCOME_WON};
    train_chunk chunk;
    attacks_init(true);
    cr_assert(train_chunk_init(&chunk, &arch, NULL));
    bool seen[2][2][FEATURE_ROWS] = {0};
    for (size_t at = 0; at < 2; at++) {
        char fen[FEN_TEXT_MAX];
        position pos;
        snprintf(fen, sizeof fen, "%s KQkq - 0 1", fens[at]);
        cr_assert(fen_parse(&pos, fen, NULL, NULL));
        train_chunk_fill_negamax(&chunk, at, &pos, &record, &fit, 0.3f);
        for (size_t view = 0; view < 2; view++) {
            cr_assert_eq(chunk.feature_count[2 * at + view], 32);
            for (size_t i = 0; i < 32; i++) {
                seen[at][view][chunk.features[2 * at + view][i]] = true;
            }
        }
    }
    cr_expect(memcmp(seen[0], seen[1], sizeof seen[0]) == 0);
    cr_expect(memcmp(seen[0][0], seen[0][1], sizeof seen[0][0]) != 0);
    cr_expect(chunk.bucket[0] == 7 && chunk.goal[0] == chunk.goal[1]);
    train_chunk_free(&chunk);
}

Test(train_negamax_data, both_views_are_filled)
{
    check_views(false);
    check_views(true);
}

TestSuite(train_negamax_run, .init = run_fixture_start, .fini = run_fixture_end);

Test(train_negamax_run, stopped_and_resumed_equals_uninterrupted)
{
    run_fixture_expect_same_bits("768x64d-8");
    run_fixture_expect_same_bits("3072kx64d-8");
}

/* The engine's integers against the checkpoint's floats, in the probability of winning. */
static void compare(const nets *n, const train_net *net, const train_chunk *chunk)
{
    double *w = malloc(net->size * sizeof *w), mean = 0.0, largest = 0.0;
    cr_assert_not_null(w);
    for (size_t i = 0; i < net->size; i++) {
        w[i] = (double)net->w[i];
    }
    for (size_t at = 0; at < chunk->positions; at++) {
        _Alignas(KERNEL_ALIGNMENT) int16_t sums[2][128];
        for (size_t view = 0; view < 2; view++) {
            negamax_sum(&n->negamax, kernels_best(), sums[view], chunk->features[2 * at + view],
                        chunk->feature_count[2 * at + view]);
        }
        const float got =
            negamax_logit(&n->negamax, kernels_best(), sums[0], sums[1], 2 + 4 * chunk->bucket[at]);
        const double wanted = negamax_fixture_logit(net, w, chunk, at);
        const double difference = fabs((double)nn_sigmoid(got) - 1.0 / (1.0 + exp(-wanted)));
        mean += difference / (double)chunk->positions;
        largest = fmax(largest, difference);
    }
    cr_expect(mean < 0.004 && largest < 0.04, "mean %.5f, largest %.5f", mean, largest);
    free(w);
}

/* Trains the other two nets of a net file. */
static void train_others(char value[FIXTURE_PATH_MAX], char policy[FIXTURE_PATH_MAX])
{
    train_state state;
    fixture_path(value, "v.ck");
    fixture_path(policy, "p.ck");
    train_plan plan = run_fixture_plan("768x128p-4-8-3", value);
    plan.epochs = 1;
    train_net_free(run_fixture_train(&plan, &state));
    plan = run_fixture_plan("768x128p-3876", policy);
    plan.epochs = 1;
    train_net_free(run_fixture_train(&plan, &state));
}

static void check_export(const char *text)
{
    char value[FIXTURE_PATH_MAX], policy[FIXTURE_PATH_MAX], negamax[FIXTURE_PATH_MAX];
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    train_others(value, policy);
    fixture_path(negamax, "n.ck");
    fixture_path(path, "all.nn");
    train_plan plan = run_fixture_plan(text, negamax);
    train_net *net = run_fixture_train(&plan, &state);
    const train_plan no_data = train_plan_default();
    const char *const wrong[TRAIN_KINDS] = {value, policy, value};
    cr_expect(!train_export(&no_data, wrong, path, run_fixture_quiet(), &why), "not a negamax net");
    cr_expect_not_null(strstr(why.text, "expected a negamax net"), "%s", why.text);
    const char *const right[TRAIN_KINDS] = {value, policy, negamax};
    cr_assert(train_export(&no_data, right, path, run_fixture_quiet(), &why), "%s", why.text);
    nets *n = nets_load(path, &why);
    cr_assert(n && n->has_negamax, "%s", why.text);
    cr_expect(n->negamax.sums == 128 && n->negamax.centipawns == state.scale);
    train_chunk chunk;
    cr_assert(train_chunk_init(&chunk, &net->arch, NULL));
    negamax_fixture_fill(&chunk, 1000, 9, false);
    compare(n, net, &chunk);
    train_chunk_free(&chunk);
    nets_free(n);
    train_net_free(net);
    const train_evaluation both = {&plan, {NULL, NULL, negamax}, path, NULL, NULL, 20};
    cr_assert(train_evaluate(&both, run_fixture_quiet(), &why), "%s", why.text);
}

Test(train_negamax_run, export_agrees_with_checkpoint)
{
    check_export("768x128d-8");
    check_export("3072kx128d-8");
}

Test(train_negamax_run, export_of_paired_sums_agrees_with_checkpoint)
{
    check_export("768x128dp-16-32-1b8");
}

/* Rounding by data works on rows that are as long as the sums of both views. */
Test(train_negamax_run, a_wide_net_is_rounded_by_data)
{
    char value[FIXTURE_PATH_MAX], policy[FIXTURE_PATH_MAX], negamax[FIXTURE_PATH_MAX];
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    train_others(value, policy);
    fixture_path(negamax, "n.ck");
    fixture_path(path, "wide.nn");
    train_plan plan = run_fixture_plan("768x2304dp-4-8-1b8", negamax);
    plan.epochs = 1;
    plan.data_share = 0.2;
    train_net_free(run_fixture_train(&plan, &state));
    const char *const paths[TRAIN_KINDS] = {value, policy, negamax};
    cr_assert(train_export(&plan, paths, path, run_fixture_quiet(), &why), "%s", why.text);
}

Test(train_negamax_run, architectures)
{
    static const char *const bad[] = {"768x256d",           "768x256d-",
                                      "768x256d-7",         "3072hx256d-8",
                                      "768x255d-8",         "768x0d-8",
                                      "768x8192d-8",        "768x256d-8-3",
                                      "768x256d-8 ",        "768x256dp-8",
                                      "768x256pd-8",        "768xd-8",
                                      "768x64dp-16-32-1b8", "768x128dp-16-32-3b8",
                                      "768x128d-16-32-1b8", "768x128dp-33-32-1b8",
                                      "3072x256d-8",        "768kx256d-8",
                                      "3072kx128p-4-8-3"};
    train_arch arch;
    failure why;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!train_arch_parse(&arch, bad[i], &why), "%s", bad[i]);
    }
    cr_assert(train_arch_parse(&arch, "768x256d-8", &why));
    cr_expect(arch.kind == TRAIN_NEGAMAX && arch.sums == 256 && arch.pairs == 512 &&
              arch.rows == 8 && arch.variants == 1 && arch.l2 == 0);
    cr_assert(train_arch_parse(&arch, "3072kx256d-8", &why));
    cr_expect(arch.places && arch.inputs == 3072 && arch.variants == 4);
    cr_assert(train_arch_parse(&arch, "768x512dp-16-32-1b8", &why));
    cr_expect(arch.kind == TRAIN_NEGAMAX && arch.sums == 512 && arch.pairs == 512 &&
              arch.rows == 128 && arch.l1 == 16 && arch.l2 == 32 && arch.outputs == 1);
    cr_expect_str_eq(train_kind_name(arch.kind), "negamax");
}
