/* Tests the training of the negamax net: the positions that it learns from, its gradients against a
 * slow reference in double precision, the independence of threads and kernels, and whole runs from
 * games to net file. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "nn/negamax.h"
#include "nn/real.h"
#include "random_numbers.h"
#include "run_fixture.h"
#include "train_evaluate.h"
#include "train_export.h"
#include "train_negamax.h"
#include "train_run.h"

static const float scale = 140.0f;

static train_arch small_arch(uint32_t inputs, uint32_t sums)
{
    return (train_arch){.text = "small",
                        .kind = TRAIN_NEGAMAX,
                        .inputs = inputs,
                        .sums = sums,
                        .pairs = 2 * sums,
                        .states = 1,
                        .rows = NET_BUCKETS,
                        .outputs = NET_BUCKETS,
                        .buckets = 1};
}

/* With paired sums and eight sets of dense layers. */
static train_arch paired_arch(uint32_t inputs, uint32_t sums, uint32_t l1, uint32_t l2)
{
    train_arch arch = small_arch(inputs, sums);
    arch.paired = true;
    arch.pairs = sums;
    arch.l1 = l1;
    arch.l2 = l2;
    arch.outputs = 1;
    arch.buckets = NET_BUCKETS;
    arch.rows = NET_BUCKETS * arch.l1;
    return arch;
}

/* Random inputs and goals; `sure` goals are 0 or 1. */
static void fill_chunk(train_chunk *chunk, size_t positions, uint64_t seed, bool sure)
{
    uint64_t state = seed;
    chunk->positions = positions;
    for (size_t list = 0; list < 2 * positions; list++) {
        const uint32_t count = 2 + (uint32_t)(random_next(&state) % 6);
        const uint32_t width = chunk->inputs / count;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t place = (uint32_t)(random_next(&state) % width);
            chunk->features[list][i] = (uint16_t)(i * width + place);
        }
        chunk->feature_count[list] = (uint8_t)count;
    }
    for (size_t at = 0; at < positions; at++) {
        const float goal = random_uniform(&state);
        chunk->goal[at] = sure ? (float)(goal < 0.5f) : goal;
        chunk->expected[at] = chunk->goal[at];
        chunk->bucket[at] = (uint8_t)(random_next(&state) % NET_BUCKETS);
        chunk->score[at] = (int16_t)(random_next(&state) % 500);
        chunk->weight[at] = random_next(&state) % 4 ? 1.0f : 0.3f;
    }
}

typedef struct bench {
    thread_pool *pool;
    train_net *net;
    train_pass *pass;
} bench;

static bench make_bench(const train_arch *arch, const train_kernels *set, int threads)
{
    failure why = {""};
    const train_settings settings = {0};
    bench b = {.pool = thread_pool_new(threads, &why)};
    b.net = train_net_new(arch, 7, &why);
    b.pass = train_pass_new(b.net, set, b.pool, &settings, &why);
    cr_assert(b.pool && b.net && b.pass, "%s", why.text);
    return b;
}

static void free_bench(bench *b)
{
    train_pass_free(b->pass);
    train_net_free(b->net);
    thread_pool_free(b->pool);
}

static void do_step(bench *b, long number, float rate)
{
    train_pass_run(b->pass, 1.0f / (float)b->pass->chunk.positions);
    train_net_step(b->net, b->pass->kernels, b->pool, &(train_step){number, rate, 0.0f, 0.9f});
}

/* The clipped sum of a unit for a list of inputs. */
static double reference_unit(const train_net *net, const double *w, const train_chunk *chunk,
                             size_t list, uint32_t unit)
{
    const train_arch *a = &net->arch;
    const size_t tile = train_tile_of(a, unit), place = train_place_of(a, unit);
    double sum = w[net->part[PART_BIAS].offset + tile * TILE_UNITS + place];
    for (size_t i = 0; i < chunk->feature_count[list]; i++) {
        const size_t row = tile * a->inputs + chunk->features[list][i];
        sum += w[net->part[PART_INPUT].offset + row * TILE_UNITS + place];
    }
    return fmin(fmax(sum, 0.0), 1.0);
}

static double clipped_square(double x)
{
    const double clipped = fmin(fmax(x, 0.0), 1.0);
    return clipped * clipped;
}

static double reference_layers(const train_net *net, const double *w, const double *products,
                               size_t bucket)
{
    const train_arch *a = &net->arch;
    const size_t l1 = a->l1, l2 = a->l2;
    const double *head = w + net->part[PART_HEAD].offset + bucket * l1 * a->pairs;
    const double *head_bias = w + net->part[PART_HEAD_BIAS].offset + bucket * l1;
    const double *second = w + net->part[PART_L2].offset + bucket * l1 * l2;
    const double *second_bias = w + net->part[PART_L2_BIAS].offset + bucket * l2;
    const double *last = w + net->part[PART_L3].offset + bucket * l2;
    double logit = w[net->part[PART_L3_BIAS].offset + bucket], x[TRAIN_L1_MAX];
    for (size_t j = 0; j < l1; j++) {
        double sum = head_bias[j];
        for (size_t i = 0; i < a->pairs; i++) {
            sum += products[i] * head[j * a->pairs + i];
        }
        x[j] = clipped_square(sum);
    }
    for (size_t k = 0; k < l2; k++) {
        double sum = second_bias[k];
        for (size_t j = 0; j < l1; j++) {
            sum += x[j] * second[j * l2 + k];
        }
        logit += clipped_square(sum) * last[k];
    }
    return logit;
}

static double reference_squares(const train_net *net, const double *w, const double *units,
                                size_t bucket)
{
    const double *out = w + net->part[PART_HEAD].offset + bucket * net->arch.pairs;
    double logit = w[net->part[PART_HEAD_BIAS].offset + bucket];
    for (size_t i = 0; i < net->arch.pairs; i++) {
        logit += units[i] * units[i] * out[i];
    }
    return logit;
}

/* The log odds that weights `w`, laid out as in train_net, give place `at`. */
static double reference_logit(const train_net *net, const double *w, const train_chunk *chunk,
                              size_t at)
{
    enum { UNITS_MAX = 512 };
    const uint32_t sums = net->arch.sums, half = sums / 2;
    double units[UNITS_MAX], products[UNITS_MAX];
    cr_assert_leq(2 * sums, UNITS_MAX);
    for (uint32_t i = 0; i < 2 * sums; i++) {
        units[i] = reference_unit(net, w, chunk, 2 * at + i / sums, i % sums);
    }
    if (!net->arch.paired) {
        return reference_squares(net, w, units, chunk->bucket[at]);
    }
    for (uint32_t i = 0; i < sums; i++) {
        const double *view = units + i / half * sums;
        products[i] = view[i % half] * view[i % half + half];
    }
    return reference_layers(net, w, products, chunk->bucket[at]);
}

static double reference_loss(const train_net *net, const double *w, const train_chunk *chunk)
{
    double total = 0.0;
    for (size_t at = 0; at < chunk->positions; at++) {
        const double logit = reference_logit(net, w, chunk, at), goal = (double)chunk->goal[at];
        /* -goal ln q - (1 - goal) ln(1 - q) with q the sigmoid. */
        total += (double)chunk->weight[at] * (log1p(exp(-logit)) + (1.0 - goal) * logit);
    }
    return total;
}

/* Each layer's gradient, every `stride`-th of its parameters, against central differences. */
static void check_gradients(const train_arch *arch, size_t positions, size_t stride)
{
    static const train_part parts[] = {PART_INPUT, PART_BIAS,    PART_HEAD, PART_HEAD_BIAS,
                                       PART_L2,    PART_L2_BIAS, PART_L3,   PART_L3_BIAS};
    static const float size[PARTS] = {
        [PART_INPUT] = 0.4f, [PART_BIAS] = 0.4f,    [PART_HEAD] = 0.2f, [PART_HEAD_BIAS] = 0.4f,
        [PART_L2] = 0.5f,    [PART_L2_BIAS] = 0.4f, [PART_L3] = 0.8f,   [PART_L3_BIAS] = 0.4f};
    const double step = 3e-6;
    bench b = make_bench(arch, train_kernels_best(), 2);
    double *w = calloc(b.net->size, sizeof *w);
    cr_assert_not_null(w);
    uint64_t state = 3;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        for (size_t i = 0; i < b.net->part[parts[p]].count; i++) {
            const size_t at = b.net->part[parts[p]].offset + i;
            b.net->w[at] = size[parts[p]] * (2.0f * random_uniform(&state) - 0.7f);
            w[at] = (double)b.net->w[at];
        }
    }
    fill_chunk(&b.pass->chunk, positions, 11, false);
    const train_figures figures = train_pass_run(b.pass, 1.0f);
    const double here = reference_loss(b.net, w, &b.pass->chunk);
    cr_expect(fabs(figures.loss - here) < 1e-6 * here, "%.9g, reference %.9g", figures.loss, here);
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        double errors = 0.0, squares = 0.0;
        long checked = 0, kinks = 0;
        if (b.net->part[parts[p]].count == 0) {
            continue;
        }
        for (size_t i = 0; i < b.net->part[parts[p]].count; i += stride) {
            const size_t at = b.net->part[parts[p]].offset + i;
            const double kept = w[at];
            w[at] = kept + step;
            const double above = (reference_loss(b.net, w, &b.pass->chunk) - here) / step;
            w[at] = kept - step;
            const double below = (here - reference_loss(b.net, w, &b.pass->chunk)) / step;
            w[at] = kept;
            checked++;
            /* A clip's corner lies within the step: there is no gradient to compare with. */
            if (fabs(above - below) > 1e-3 * (1.0 + fabs(above))) {
                kinks++;
                continue;
            }
            const double wanted = 0.5 * (above + below);
            errors += pow((double)b.net->g[at] - wanted, 2);
            squares += wanted * wanted;
        }
        cr_expect(kinks * 100 <= checked, "part %d: %ld of %ld at a corner", parts[p], kinks,
                  checked);
        cr_expect(squares > 1e-4 * (double)checked, "part %d: gradients near zero", parts[p]);
        cr_expect(sqrt(errors / squares) < 1e-6, "part %d: relative error %.3g", parts[p],
                  sqrt(errors / squares));
    }
    free(w);
    free_bench(&b);
}

Test(train_negamax, gradients_of_every_layer)
{
    const train_arch arch = small_arch(24, 128);
    check_gradients(&arch, 20, 3);
}

Test(train_negamax, gradients_over_several_slices)
{
    const train_arch arch = small_arch(10, 64);
    check_gradients(&arch, 2 * SLICE_POSITIONS + 1, 11);
}

Test(train_negamax, gradients_of_every_layer_with_paired_sums)
{
    const train_arch arch = paired_arch(24, 64, 5, 6);
    check_gradients(&arch, 40, 3);
}

Test(train_negamax, gradients_over_several_slices_with_paired_sums)
{
    const train_arch arch = paired_arch(10, 64, 5, 6);
    check_gradients(&arch, 2 * SLICE_POSITIONS + 1, 11);
}

/* The weights after a few steps on random chunks; free() them. */
static float *trained(const train_arch *arch, const train_kernels *set, int threads, size_t *bytes)
{
    bench b = make_bench(arch, set, threads);
    for (long step = 1; step <= 4; step++) {
        fill_chunk(&b.pass->chunk, 700, (uint64_t)step, false);
        do_step(&b, step, 1e-2f);
    }
    float *weights = b.net->w;
    *bytes = b.net->size * sizeof *weights;
    b.net->w = NULL;
    free_bench(&b);
    return weights;
}

static void check_same_bits(const train_arch *arch)
{
    size_t bytes;
    float *one = trained(arch, train_kernels_at(0), 1, &bytes);
    for (int threads = 1; threads <= 5; threads++) {
        for (int i = 0; train_kernels_at(i); i++) {
            float *other = trained(arch, train_kernels_at(i), threads, &bytes);
            cr_expect(memcmp(one, other, bytes) == 0, "%s with %d threads",
                      train_kernels_at(i)->name, threads);
            free(other);
        }
    }
    free(one);
}

Test(train_negamax, threads_and_instruction_sets_compute_the_same_bits)
{
    const train_arch squared = small_arch(60, 192), paired = paired_arch(60, 192, 5, 6);
    check_same_bits(&squared);
    check_same_bits(&paired);
}

static void check_learning(const train_arch *arch, float bound)
{
    bench b = make_bench(arch, train_kernels_best(), 1);
    fill_chunk(&b.pass->chunk, 256, 1, false);
    const train_figures before = train_pass_run(b.pass, 0.0f);
    for (long step = 1; step <= 600; step++) {
        do_step(&b, step, 3e-3f);
    }
    const train_figures after = train_pass_run(b.pass, 0.0f);
    cr_expect(after.error < 0.01 * after.positions && before.error > 0.2 * before.positions,
              "mean error %.4f, before %.4f", after.error / after.positions,
              before.error / before.positions);
    for (size_t i = 0; i < b.net->part[PART_INPUT].count; i++) {
        cr_assert(fabsf(b.net->w[i]) <= bound, "a weight left its bound");
    }
    free_bench(&b);
}

Test(train_negamax, learns_by_heart)
{
    const train_arch squared = small_arch(300, 128), paired = paired_arch(300, 128, 16, 32);
    check_learning(&squared, 2.0f);
    check_learning(&paired, 0.99f);
}

/* Goals that know nothing of the position can only be guessed. */
Test(train_negamax, random_labels_give_the_loss_of_guessing)
{
    const train_arch arch = small_arch(60, 64);
    bench b = make_bench(&arch, train_kernels_best(), 1);
    train_figures sum = {0};
    for (long step = 1; step <= 220; step++) {
        fill_chunk(&b.pass->chunk, CHUNK_POSITIONS, (uint64_t)step, true);
        if (step > 200) {
            const train_figures part = train_pass_run(b.pass, 0.0f);
            train_figures_add(&sum, &part);
        } else {
            do_step(&b, step, 2e-4f);
        }
    }
    const double loss = sum.cross_entropy / sum.positions;
    cr_expect(loss > 0.69 && loss < 0.70, "%.4f", loss);
    free_bench(&b);
}

static move move_from_text(const position *pos, const char *text)
{
    const move m = gen_from_uci(pos, text);
    cr_assert_neq(m, MOVE_NONE, "%s", text);
    return m;
}

Test(train_negamax, only_quiet_positions_are_wanted)
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

Test(train_negamax, goals_blend_score_and_outcome)
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
Test(train_negamax, both_views_are_filled)
{
    static const char *const fens[2] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w",
        "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b"};
    const train_arch arch = small_arch(FEATURE_ROWS_PLAIN, 64);
    const train_fit fit = {.scale = scale};
    const train_record record = {.score = 140, .outcome = OUTCOME_WON};
    train_chunk chunk;
    attacks_init(true);
    cr_assert(train_chunk_init(&chunk, &arch, NULL));
    bool seen[2][2][FEATURE_ROWS_PLAIN] = {0};
    for (size_t at = 0; at < 2; at++) {
        char fen[FEN_TEXT_MAX];
        position pos;
        snprintf(fen, sizeof fen, "%s KQkq - 0 1", fens[at]);
        cr_assert(fen_parse(&pos, fen, NULL, NULL));
        train_negamax_fill(&chunk, at, &pos, &record, &fit, 0.3f);
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

TestSuite(train_negamax_run, .init = run_fixture_start, .fini = run_fixture_end);

Test(train_negamax_run, stopped_and_resumed_equals_uninterrupted)
{
    char whole[FIXTURE_PATH_MAX], broken[FIXTURE_PATH_MAX];
    train_state state, other_state;
    fixture_path(whole, "whole.ck");
    fixture_path(broken, "broken.ck");
    train_plan plan = run_fixture_plan("768x64d-8", whole);
    train_net *net = run_fixture_train(&plan, &state);
    plan.out = broken;
    plan.threads = 2;
    plan.minutes = 1e-9;
    train_net *other = run_fixture_train(&plan, &other_state);
    cr_assert(other_state.step == 1 && state.step > 10);
    while (other_state.step < state.step) {
        train_net_free(other);
        plan.resume = true;
        other = run_fixture_train(&plan, &other_state);
    }
    cr_expect(memcmp(&state, &other_state, sizeof state) == 0);
    cr_expect(memcmp(net->w, other->w, net->size * sizeof(float)) == 0);
    cr_expect(memcmp(net->v, other->v, net->size * sizeof(float)) == 0);
    train_net_free(net);
    train_net_free(other);
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
        const double wanted = reference_logit(net, w, chunk, at);
        const double difference = fabs((double)nn_sigmoid(got) - 1.0 / (1.0 + exp(-wanted)));
        mean += difference / (double)chunk->positions;
        largest = fmax(largest, difference);
    }
    cr_expect(mean < 0.004 && largest < 0.04, "mean %.5f, largest %.5f", mean, largest);
    free(w);
}

static void check_export(const char *text)
{
    char value[FIXTURE_PATH_MAX], policy[FIXTURE_PATH_MAX], negamax[FIXTURE_PATH_MAX];
    char path[FIXTURE_PATH_MAX];
    failure why = {""};
    train_state state;
    fixture_path(value, "v.ck");
    fixture_path(policy, "p.ck");
    fixture_path(negamax, "n.ck");
    fixture_path(path, "all.nn");
    train_plan plan = run_fixture_plan("768x128p-4-8-3", value);
    plan.epochs = 1;
    train_net_free(run_fixture_train(&plan, &state));
    plan = run_fixture_plan("768x128p-3876", policy);
    plan.epochs = 1;
    train_net_free(run_fixture_train(&plan, &state));
    plan = run_fixture_plan(text, negamax);
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
    fill_chunk(&chunk, 1000, 9, false);
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
}

Test(train_negamax_run, export_of_paired_sums_agrees_with_checkpoint)
{
    check_export("768x128dp-16-32-1b8");
}

Test(train_negamax_run, architectures)
{
    static const char *const bad[] = {
        "768x256d",           "768x256d-",           "768x256d-7",
        "3072hx256d-8",       "768x255d-8",          "768x0d-8",
        "768x8192d-8",        "768x256d-8-3",        "768x256d-8 ",
        "768x256dp-8",        "768x256pd-8",         "768xd-8",
        "768x64dp-16-32-1b8", "768x128dp-16-32-3b8", "768x128d-16-32-1b8",
        "768x128dp-33-32-1b8"};
    train_arch arch;
    failure why;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!train_arch_parse(&arch, bad[i], &why), "%s", bad[i]);
    }
    cr_assert(train_arch_parse(&arch, "768x256d-8", &why));
    cr_expect(arch.kind == TRAIN_NEGAMAX && arch.sums == 256 && arch.pairs == 512 &&
              arch.rows == 8 && arch.states == 1 && arch.l2 == 0);
    cr_assert(train_arch_parse(&arch, "768x512dp-16-32-1b8", &why));
    cr_expect(arch.kind == TRAIN_NEGAMAX && arch.sums == 512 && arch.pairs == 512 &&
              arch.rows == 128 && arch.l1 == 16 && arch.l2 == 32 && arch.outputs == 1);
    cr_expect_str_eq(train_kind_name(arch.kind), "negamax");
}
