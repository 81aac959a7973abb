/* Tests the learning of the negamax net: its gradients against a slow reference in double
 * precision, the independence of threads and kernels, and what it learns. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/random_numbers.h"
#include "negamax_fixture.h"

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

static double reference_loss(const train_net *net, const double *w, const train_chunk *chunk)
{
    double total = 0.0;
    for (size_t at = 0; at < chunk->positions; at++) {
        const double logit = negamax_fixture_logit(net, w, chunk, at),
                     goal = (double)chunk->goal[at];
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
    negamax_fixture_fill(&b.pass->chunk, positions, 11, false);
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
    const train_arch arch = negamax_fixture_squared(24, 128);
    check_gradients(&arch, 20, 3);
}

Test(train_negamax, gradients_over_several_slices)
{
    const train_arch arch = negamax_fixture_squared(10, 64);
    check_gradients(&arch, 2 * SLICE_POSITIONS + 1, 11);
}

Test(train_negamax, gradients_of_every_layer_with_paired_sums)
{
    const train_arch arch = negamax_fixture_paired(24, 64, 5, 6);
    check_gradients(&arch, 40, 3);
}

Test(train_negamax, gradients_over_several_slices_with_paired_sums)
{
    const train_arch arch = negamax_fixture_paired(10, 64, 5, 6);
    check_gradients(&arch, 2 * SLICE_POSITIONS + 1, 11);
}

/* The weights after a few steps on random chunks; free() them. */
static float *trained(const train_arch *arch, const train_kernels *set, int threads, size_t *bytes)
{
    bench b = make_bench(arch, set, threads);
    for (long step = 1; step <= 4; step++) {
        negamax_fixture_fill(&b.pass->chunk, 700, (uint64_t)step, false);
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
    const train_arch squared = negamax_fixture_squared(60, 192),
                     paired = negamax_fixture_paired(60, 192, 5, 6);
    check_same_bits(&squared);
    check_same_bits(&paired);
}

static void check_learning(const train_arch *arch, float bound)
{
    bench b = make_bench(arch, train_kernels_best(), 1);
    negamax_fixture_fill(&b.pass->chunk, 256, 1, false);
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
    const train_arch squared = negamax_fixture_squared(300, 128),
                     paired = negamax_fixture_paired(300, 128, 16, 32);
    check_learning(&squared, 2.0f);
    check_learning(&paired, 0.99f);
}

/* Goals that know nothing of the position can only be guessed. */
Test(train_negamax, random_labels_give_the_loss_of_guessing)
{
    const train_arch arch = negamax_fixture_squared(60, 64);
    bench b = make_bench(&arch, train_kernels_best(), 1);
    train_figures sum = {0};
    for (long step = 1; step <= 220; step++) {
        negamax_fixture_fill(&b.pass->chunk, CHUNK_POSITIONS, (uint64_t)step, true);
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
