/* Tests the passes and steps of both kinds of nets: loss and gradients against a slow reference in
 * double precision, without tiles, slices and indices; the same bits with any threads and kernels;
 * and what the nets learn. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"
#include "train_pass.h"

/* A small architecture. `rows` are the units of the first dense layer if there is a second one,
 * else the outputs. */
static architecture arch_of(net_kind kind, uint32_t inputs, uint32_t sums, uint32_t rows,
                            uint32_t l2, uint32_t buckets)
{
    const bool dense = l2 > 0;
    return (architecture){.text = "small",
                          .kind = kind,
                          .inputs = inputs,
                          .sums = sums,
                          .l1 = dense ? rows : 0,
                          .l2 = l2,
                          .outputs = dense ? 1 : rows,
                          .buckets = buckets};
}

static int below(uint64_t *state, int n)
{
    return (int)(random_next(state) % (uint64_t)n);
}

/* One input in each of some equal ranges, so that none comes twice. */
static void fill_inputs(train_chunk *chunk, size_t list, uint64_t *state)
{
    const int count = 2 + below(state, 6), width = (int)chunk->inputs / count;
    for (int i = 0; i < count; i++) {
        chunk->features[list][i] = (uint16_t)(i * width + below(state, width));
    }
    chunk->feature_count[list] = (uint8_t)count;
}

/* Some moves, and in half of the queries classes, which are the last quarter of the rows. */
static void fill_query(policy_query *query, int rows, uint64_t *state)
{
    const int classes = rows / 4, moves = rows - classes;
    const int count = 2 + below(state, moves - 2), first = below(state, moves);
    const int class = moves + below(state, classes), used = below(state, 2) * (1 + class % 2);
    for (int i = 0; i < count; i++) {
        query->rows[i] = (uint16_t)((first + i) % moves);
        query->place[i][0] = (uint16_t)(count + (used ? i % used : 0));
        query->place[i][1] = (uint16_t)(count + (used ? i / 2 % used : 0));
    }
    for (int i = 0; i < used; i++) {
        query->rows[count + i] = (uint16_t)(moves + (class - moves + i) % classes);
    }
    query->moves = (uint16_t)count;
    query->count = (uint16_t)(count + used);
}

/* A best move that is all that is wanted, or in a third of the positions shares it with another. */
static void fill_wanted(train_chunk *chunk, size_t at, uint64_t *state)
{
    const int moves = chunk->queries[at].moves;
    const int best = below(state, moves), other = below(state, moves);
    const float share = below(state, 3) ? 1.0f : 0.75f;
    memset(chunk->wanted[at], 0, sizeof chunk->wanted[at]);
    chunk->best[at] = (uint16_t)best;
    chunk->wanted[at][best] += share;
    chunk->wanted[at][other] += 1.0f - share;
}

/* Random inputs, targets and weights. */
static void fill_chunk(train_chunk *chunk, const architecture *arch, size_t positions,
                       uint64_t seed)
{
    uint64_t state = seed;
    chunk->positions = positions;
    for (size_t list = 0; list < positions * chunk->views; list++) {
        fill_inputs(chunk, list, &state);
    }
    for (size_t at = 0; at < positions; at++) {
        chunk->weight[at] = below(&state, 4) ? 1.0f : 0.3f;
        if (arch->kind == NET_POLICY) {
            fill_query(&chunk->queries[at], (int)train_arch_rows(arch), &state);
            fill_wanted(chunk, at, &state);
            continue;
        }
        chunk->goal[at] = chunk->expected[at] = random_uniform(&state);
        chunk->score[at] = (int16_t)(below(&state, 1000) - 500);
        chunk->bucket[at] = (uint8_t)(chunk->bucketed ? below(&state, NET_BUCKETS) : 0);
    }
}

/* A net in training. The reference has a copy of its weights, `w`. */
typedef struct bench {
    architecture arch;
    thread_pool *pool;
    train_net *net;
    train_pass *pass;
    double *w, grain, smoothing;
} bench;

static bench make_bench(const architecture *arch, const train_kernels *set, int threads,
                        float grain)
{
    failure why = {""};
    bench b = {.arch = *arch, .pool = thread_pool_new(threads, &why), .grain = (double)grain};
    const train_settings settings = {.smoothing = 0.03f, .grain = grain};
    b.smoothing = (double)settings.smoothing;
    b.net = train_net_new(arch, 7, &why);
    b.pass = train_pass_new(b.net, set, b.pool, &settings, &why);
    b.w = calloc(b.net->size, sizeof *b.w);
    cr_assert(b.pool && b.net && b.pass && b.w, "%s", why.text);
    return b;
}

static void free_bench(bench *b)
{
    free(b->w);
    train_pass_free(b->pass);
    train_net_free(b->net);
    thread_pool_free(b->pool);
}

static void do_step(bench *b, long number, float rate)
{
    train_pass_run(b->pass, 1.0f / (float)b->pass->chunk->positions);
    train_net_step(b->net, b->pass->kernels, b->pool, &(train_step){number, rate, 0.01f, 0.9f});
}

/* Weights and biases that keep most sums within the clips, so that gradients are not zero. They are
 * multiples of 2^-16, which floats add without error, so that both sides agree on which sums are
 * clipped. */
static void spread_weights(bench *b)
{
    static const float size[PARTS] = {
        [PART_INPUT] = 0.4f, [PART_BIAS] = 0.4f,    [PART_HEAD] = 0.2f, [PART_HEAD_BIAS] = 0.4f,
        [PART_L2] = 0.5f,    [PART_L2_BIAS] = 0.4f, [PART_L3] = 0.8f,   [PART_L3_BIAS] = 0.4f};
    uint64_t state = 3;
    for (int part = 0; part < PARTS; part++) {
        /* Two views have twice the pairs. */
        const float views = part == PART_HEAD ? (float)train_arch_views(&b->arch) : 1.0f;
        for (size_t i = 0; i < b->net->part[part].count; i++) {
            const size_t at = b->net->part[part].offset + i;
            const float weight = size[part] / views * (2.0f * random_uniform(&state) - 0.7f);
            b->net->w[at] = rintf(weight * 0x1p16f) * 0x1p-16f;
            b->w[at] = (double)b->net->w[at];
        }
    }
}

static double clipped_square(double x)
{
    const double clipped = fmin(fmax(x, 0.0), 1.0);
    return clipped * clipped;
}

static double weight(const bench *b, train_part part, size_t i)
{
    const double w = b->w[b->net->part[part].offset + i];
    const bool rounds = b->grain > 0.0 && (part == PART_INPUT || part == PART_BIAS);
    return rounds ? rint(w * b->grain) / b->grain : w;
}

/* A sum of the first layer, clipped as in the integer net if there is a grain. */
static double reference_unit(const bench *b, size_t list, uint32_t unit)
{
    const train_chunk *chunk = b->pass->chunk;
    const size_t tile = train_tile_of(&b->arch, unit), place = train_place_of(&b->arch, unit);
    const double most = b->grain > 0.0 ? 1.0 - 1.0 / b->grain : 1.0;
    double sum = weight(b, PART_BIAS, tile * TILE_UNITS + place);
    for (unsigned i = 0; i < chunk->feature_count[list]; i++) {
        const size_t row = tile * b->arch.inputs + chunk->features[list][i];
        sum += weight(b, PART_INPUT, row * TILE_UNITS + place);
    }
    return fmin(fmax(sum, 0.0), most);
}

static void reference_pairs(const bench *b, size_t at, double *pairs)
{
    const uint32_t views = train_arch_views(&b->arch), width = train_arch_pairs(&b->arch) / views;
    for (uint32_t p = 0; p < train_arch_pairs(&b->arch); p++) {
        const size_t list = at * views + p / width;
        const uint32_t unit = p % width;
        pairs[p] = reference_unit(b, list, unit) * reference_unit(b, list, unit + width);
        if (b->grain > 0.0) {
            pairs[p] = floor(pairs[p] * b->grain) / b->grain;
        }
    }
}

static double reference_row(const bench *b, const double *pairs, uint32_t row)
{
    double sum = weight(b, PART_HEAD_BIAS, row);
    for (uint32_t p = 0; p < train_arch_pairs(&b->arch); p++) {
        sum += pairs[p] * weight(b, PART_HEAD, (size_t)row * train_arch_pairs(&b->arch) + p);
    }
    return sum;
}

/* Sum of target[i] * -ln softmax(logits)[i]. */
static double cross_entropy(const double *logits, const double *target, int count)
{
    double sum = 0.0, total = 0.0;
    for (int i = 0; i < count; i++) {
        sum += exp(logits[i]);
    }
    for (int i = 0; i < count; i++) {
        total += target[i] * (log(sum) - logits[i]);
    }
    return total;
}

/* The output of the dense layers. */
static double reference_output(const bench *b, size_t at, const double *pairs)
{
    const uint32_t set = b->pass->chunk->bucket[at], l1 = b->arch.l1, l2 = b->arch.l2;
    double x[NET_L1_MAX], out = weight(b, PART_L3_BIAS, set);
    for (uint32_t i = 0; i < l1; i++) {
        x[i] = clipped_square(reference_row(b, pairs, set * l1 + i));
    }
    for (uint32_t j = 0; j < l2; j++) {
        double sum = weight(b, PART_L2_BIAS, set * l2 + j);
        for (uint32_t i = 0; i < l1; i++) {
            sum += x[i] * weight(b, PART_L2, (set * l1 + i) * l2 + j);
        }
        out += clipped_square(sum) * weight(b, PART_L3, set * l2 + j);
    }
    return out;
}

/* -goal ln q - (1 - goal) ln(1 - q) with q the sigmoid of the logit. */
static double value_loss(const bench *b, size_t at, const double *pairs)
{
    const double logit = reference_output(b, at, pairs);
    return log1p(exp(-logit)) + (1.0 - (double)b->pass->chunk->goal[at]) * logit;
}

static double policy_loss(const bench *b, size_t at, const double *pairs)
{
    double logits[MOVES_MAX], target[MOVES_MAX];
    const policy_query *query = &b->pass->chunk->queries[at];
    const int count = query->moves;
    for (int i = 0; i < count; i++) {
        logits[i] = reference_row(b, pairs, query->rows[i]);
        for (int k = 0; query->count > query->moves && k < MOVE_CLASSES; k++) {
            logits[i] += reference_row(b, pairs, query->rows[query->place[i][k]]);
        }
        target[i] =
            b->smoothing / count + (1.0 - b->smoothing) * (double)b->pass->chunk->wanted[at][i];
    }
    return cross_entropy(logits, target, count);
}

static double reference_loss(const bench *b)
{
    double (*const losses[NET_KINDS])(const bench *, size_t, const double *) = {
        [NET_VALUE] = value_loss, [NET_POLICY] = policy_loss};
    double total = 0.0, *pairs = calloc(train_arch_pairs(&b->arch), sizeof *pairs);
    cr_assert_not_null(pairs);
    for (size_t at = 0; at < b->pass->chunk->positions; at++) {
        reference_pairs(b, at, pairs);
        total += (double)b->pass->chunk->weight[at] * losses[b->arch.kind](b, at, pairs);
    }
    free(pairs);
    return total;
}

/* Central difference of the reference at one parameter; false where a clip's corner lies within the
 * step, so that there is no gradient to compare with. */
static bool central_difference(bench *b, size_t at, double here, double *slope)
{
    const double step = 3e-6, kept = b->w[at];
    b->w[at] = kept + step;
    const double above = (reference_loss(b) - here) / step;
    b->w[at] = kept - step;
    const double under = (here - reference_loss(b)) / step;
    b->w[at] = kept;
    *slope = 0.5 * (above + under);
    return fabs(above - under) <= 1e-3 * (1.0 + fabs(above));
}

/* The norm of the difference is below a millionth of the gradient's, for some weights of a part. */
static void check_part(bench *b, train_part part, double here)
{
    enum { CHECKED = SLOW_BUILD ? 8 : 80 };
    const train_span *span = &b->net->part[part];
    const size_t every = span->count > CHECKED ? span->count / CHECKED : 1;
    double errors = 0.0, squares = 0.0;
    long checked = 0, kinks = 0;
    for (size_t i = 0; i < span->count; i += every) {
        const size_t at = span->offset + i;
        double wanted;
        checked++;
        if (central_difference(b, at, here, &wanted)) {
            errors += pow((double)b->net->g[at] - wanted, 2);
            squares += wanted * wanted;
        } else {
            kinks++;
        }
    }
    cr_expect(kinks * 50 <= checked, "part %d: %ld of %ld at a corner", part, kinks, checked);
    cr_expect(squares > 1e-4 * (double)checked, "part %d: gradients near zero", part);
    cr_expect(sqrt(errors / squares) < 1e-6, "part %d: relative error %.3g", part,
              sqrt(errors / squares));
}

/* Two tiles and three slices. */
static void check_gradients(architecture arch)
{
    bench b = make_bench(&arch, train_kernels_best(), 2, 0.0f);
    spread_weights(&b);
    fill_chunk(b.pass->chunk, &arch, 2 * SLICE_POSITIONS + 1, 11);
    const train_figures figures = train_pass_run(b.pass, 1.0f);
    const double here = reference_loss(&b);
    cr_expect(fabs(figures.loss - here) < 1e-6 * here, "loss %.9g, reference %.9g", figures.loss,
              here);
    for (int part = 0; part < PARTS; part++) {
        /* The optimiser gathers that of the shared part. */
        if (part != PART_SHARED && b.net->part[part].count > 0) {
            check_part(&b, (train_part)part, here);
        }
    }
    free_bench(&b);
}

Test(train_gradient, agrees_with_the_reference)
{
    check_gradients(arch_of(NET_VALUE, 10, 128, 4, 6, 1));
    check_gradients(arch_of(NET_VALUE, 10, 128, 9, 6, NET_BUCKETS));
    check_gradients(arch_of(NET_POLICY, 10, 128, 70, 0, 1));
}

/* With a grain the first layer is rounded to its multiples and the pairs are cut down to them, as
 * the integer net does. */
Test(train_gradient, grain_cuts_pairs)
{
    const architecture arch = arch_of(NET_POLICY, 24, 128, 9, 0, 1);
    bench b = make_bench(&arch, train_kernels_best(), 1, 128.0f);
    spread_weights(&b);
    fill_chunk(b.pass->chunk, &arch, 100, 11);
    const double loss = train_pass_run(b.pass, 0.0f).loss, wanted = reference_loss(&b);
    b.grain = 0.0;
    const double smooth = reference_loss(&b);
    cr_expect(fabs(loss - wanted) < 0.2 * fabs(loss - smooth), "%.9g, reference %.9g, smooth %.9g",
              loss, wanted, smooth);
    free_bench(&b);
}

/* The weights after a few steps on random chunks; free() them. */
static float *trained(const architecture *arch, const train_kernels *set, int threads,
                      size_t *bytes)
{
    bench b = make_bench(arch, set, threads, 128.0f);
    for (long step = 1; step <= 4; step++) {
        fill_chunk(b.pass->chunk, arch, 700, (uint64_t)step);
        do_step(&b, step, 1e-2f);
    }
    float *weights = b.net->w;
    *bytes = b.net->size * sizeof *weights;
    b.net->w = NULL;
    free_bench(&b);
    return weights;
}

Test(train_pass, threads_and_instruction_sets_compute_the_same_bits)
{
    const architecture archs[] = {arch_of(NET_VALUE, 60, 192, 7, 9, 1),
                                  arch_of(NET_VALUE, 60, 192, 20, 35, NET_BUCKETS),
                                  arch_of(NET_POLICY, 60, 320, 200, 0, 1)};
    for (size_t a = 0; a < sizeof archs / sizeof *archs; a++) {
        size_t bytes;
        float *one = trained(&archs[a], train_kernels_at(0), 1, &bytes);
        for (int threads = 1; threads <= 5; threads += 2) {
            for (int i = 0; train_kernels_at(i); i++) {
                float *other = trained(&archs[a], train_kernels_at(i), threads, &bytes);
                cr_expect(memcmp(one, other, bytes) == 0, "net %zu: %s with %d threads", a,
                          train_kernels_at(i)->name, threads);
                free(other);
            }
        }
        free(one);
    }
}

/* Steps on one chunk teach a net all of it, within the bounds of its weights. */
static void check_learning(architecture arch)
{
    bench b = make_bench(&arch, train_kernels_best(), 1, 0.0f);
    b.pass->settings.smoothing = 0.0f;
    fill_chunk(b.pass->chunk, &arch, 256, 1);
    const train_figures before = train_pass_run(b.pass, 0.0f);
    for (long step = 1; step <= 800; step++) {
        do_step(&b, step, 3e-3f);
    }
    const train_figures after = train_pass_run(b.pass, 0.0f);
    if (arch.kind == NET_POLICY) {
        cr_expect(after.top1 >= 0.99 * after.positions, "%.0f", after.top1);
    } else {
        cr_expect(after.error < 0.05 * after.positions && after.error < 0.3 * before.error,
                  "%u buckets: %.2f, before %.2f", arch.buckets, after.error, before.error);
    }
    for (size_t i = 0; i < b.net->part[PART_INPUT].count; i++) {
        cr_assert(fabsf(b.net->w[i]) <= 0.99f, "a weight left its bound");
    }
    free_bench(&b);
}

Test(train_pass, nets_learn_by_heart)
{
    check_learning(arch_of(NET_VALUE, 300, 128, 16, 32, 1));
    check_learning(arch_of(NET_VALUE, 300, 128, 16, 32, NET_BUCKETS));
    check_learning(arch_of(NET_POLICY, 300, 128, 40, 0, 1));
}

Test(train_step, seeds_differ)
{
    const architecture arch = arch_of(NET_VALUE, 60, 192, 7, 9, 1);
    train_net *one = train_net_new(&arch, 1, NULL), *other = train_net_new(&arch, 2, NULL);
    cr_expect(memcmp(one->w, other->w, one->size * sizeof(float)) != 0);
    train_net_free(one);
    train_net_free(other);
}

/* The states of an input start equal and share a step, so one that is never seen follows. */
Test(train_step, states_share_a_step)
{
    architecture arch;
    cr_assert(architecture_read(&arch, "3072hx128p-3876", NULL));
    train_net *net = train_net_new(&arch, 1, NULL);
    thread_pool *pool = thread_pool_new(1, NULL);
    float *w = net->w + net->part[PART_INPUT].offset, *g = net->g + net->part[PART_INPUT].offset;
    const size_t run = (size_t)768 * TILE_UNITS;
    const float kept = w[5];
    cr_expect(w[5 + run] == kept && w[5 + 3 * run] == kept);
    g[5 + 2 * run] = 1.0f;
    train_net_step(net, train_kernels_best(), pool, &(train_step){1, 0.01f, 0.0f, 0.9f});
    /* Adam's first step is the rate, whatever the gradient. */
    cr_expect(fabsf(w[5 + 2 * run] - kept + 0.02f) < 1e-4f, "its own step and the shared one");
    cr_expect(fabsf(w[5] - kept + 0.01f) < 1e-4f, "the shared step");
    cr_expect(g[5 + 2 * run] == 0.0f && net->w[net->part[PART_SHARED].offset + 5] == 0.0f);
    train_net_free(net);
    thread_pool_free(pool);
}

/* Without momentum a step follows its own gradient alone. */
Test(train_step, first_moment)
{
    const architecture arch = arch_of(NET_VALUE, 8, 64, 2, 2, 1);
    thread_pool *pool = thread_pool_new(1, NULL);
    for (int i = 0; i < 2; i++) {
        const float beta1 = i ? 0.9f : 0.0f;
        train_net *net = train_net_new(&arch, 1, NULL);
        for (long number = 1; number <= 2; number++) {
            net->g[0] = number == 1 ? 1.0f : -1.0f;
            train_net_step(net, train_kernels_best(), pool,
                           &(train_step){number, 1e-3f, 0.0f, beta1});
        }
        /* The mean is 0.1 after the first gradient and -0.01 after the second. */
        cr_expect_float_eq(net->m[0], i ? -0.01f : -1.0f, 1e-6f);
        train_net_free(net);
    }
    thread_pool_free(pool);
}
