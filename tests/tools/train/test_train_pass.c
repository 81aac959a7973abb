/* Tests that a pass has the same result with any number of threads and any kernels, and that a net
 * can learn a few positions by heart. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train_fixture.h"

/* The weights after a few steps on random chunks; free() them. */
static float *trained(const train_arch *arch, const train_kernels *set, int threads, size_t *size)
{
    failure why = {""};
    const train_settings settings = {.smoothing = 0.03f, .grain = 128.0f};
    thread_pool *pool = thread_pool_new(threads, &why);
    train_net *net = train_net_new(arch, 5, &why);
    train_pass *pass = train_pass_new(net, set, pool, &settings, &why);
    cr_assert(pool && net && pass, "%s", why.text);
    for (long step = 1; step <= 4; step++) {
        fixture_fill_chunk(&pass->chunk, arch, 700, (uint64_t)step);
        train_pass_run(pass, 1.0f / 700);
        train_net_step(net, set, pool, &(train_step){step, 1e-2f, 0.01f, 0.9f});
    }
    float *weights = net->w;
    *size = net->size * sizeof *weights;
    net->w = NULL;
    train_pass_free(pass);
    train_net_free(net);
    thread_pool_free(pool);
    return weights;
}

static void expect_same(const train_arch *arch, const train_kernels *set, int threads)
{
    size_t size, other_size;
    float *one = trained(arch, train_kernels_at(0), 1, &size);
    float *other = trained(arch, set, threads, &other_size);
    cr_assert(size == other_size);
    cr_expect(memcmp(one, other, size) == 0, "%s with %d threads differs from one thread",
              set->name, threads);
    free(one);
    free(other);
}

Test(train_pass, threads_compute_the_same_bits)
{
    train_arch value = fixture_arch(TRAIN_VALUE, 60, 192, 7, 9);
    train_arch policy = fixture_arch(TRAIN_POLICY, 60, 320, 200, 0);
    for (int threads = 2; threads <= 5; threads++) {
        expect_same(&value, train_kernels_at(0), threads);
        expect_same(&policy, train_kernels_at(0), threads);
    }
}

Test(train_pass, instruction_sets_compute_the_same_bits)
{
    train_arch value = fixture_arch(TRAIN_VALUE, 60, 192, 7, 9);
    train_arch large = fixture_arch(TRAIN_VALUE, 60, 192, 20, 35);
    train_arch policy = fixture_arch(TRAIN_POLICY, 60, 320, 200, 0);
    for (int i = 1; train_kernels_at(i); i++) {
        expect_same(&value, train_kernels_at(i), 1);
        expect_same(&large, train_kernels_at(i), 2);
        expect_same(&policy, train_kernels_at(i), 1);
    }
}

Test(train_pass, seeds_differ)
{
    train_arch arch = fixture_arch(TRAIN_VALUE, 60, 192, 7, 9);
    train_net *one = train_net_new(&arch, 1, NULL), *other = train_net_new(&arch, 2, NULL);
    cr_expect(memcmp(one->w, other->w, one->size * sizeof(float)) != 0);
    train_net_free(one);
    train_net_free(other);
}

/* Steps on one chunk until the net knows it; the figures of the last pass. */
static train_figures learn_by_heart(const train_arch *arch, int steps)
{
    const size_t positions = 256;
    const train_settings settings = {0};
    thread_pool *pool = thread_pool_new(1, NULL);
    train_net *net = train_net_new(arch, 5, NULL);
    train_pass *pass = train_pass_new(net, train_kernels_best(), pool, &settings, NULL);
    cr_assert(pass);
    fixture_fill_chunk(&pass->chunk, arch, positions, 1);
    for (long step = 1; step <= steps; step++) {
        train_pass_run(pass, 1.0f / (float)positions);
        train_net_step(net, pass->kernels, pool, &(train_step){step, 3e-3f, 0.0f, 0.9f});
    }
    train_figures figures = train_pass_run(pass, 0.0f);
    for (size_t i = 0; i < net->part[PART_INPUT].count; i++) {
        cr_assert(fabsf(net->w[i]) <= 0.99f, "a weight left its bound");
    }
    train_pass_free(pass);
    train_net_free(net);
    thread_pool_free(pool);
    return figures;
}

Test(train_pass, policy_learns_by_heart)
{
    train_arch arch = fixture_arch(TRAIN_POLICY, 300, 128, 40, 0);
    train_figures f = learn_by_heart(&arch, 500);
    cr_expect(f.top1 >= 0.99 * f.positions, "%.0f of %.0f", f.top1, f.positions);
}

Test(train_pass, value_learns_by_heart)
{
    train_arch arch = fixture_arch(TRAIN_VALUE, 300, 128, 16, 32);
    train_figures before = learn_by_heart(&arch, 0), after = learn_by_heart(&arch, 800);
    cr_expect(after.error < 0.05 * after.positions && after.error < 0.3 * before.error,
              "mean error %.4f, before %.4f", after.error / after.positions,
              before.error / before.positions);
}
