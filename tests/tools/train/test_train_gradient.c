/* Compares loss and gradients of the value and the policy net with a slow reference in double
 * precision, without tiles, slices and indices. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "chess/random_numbers.h"
#include "train_fixture.h"

/* The reference net: weights in the order of the formulas. */
typedef struct reference {
    train_arch arch;
    double *w; /* as in train_net */
    const train_net *net;
    double grain, smoothing;
} reference;

static double clipped(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

/* A sum of the first layer, as the integer net clips it if the reference has a grain. */
static double clipped_sum(const reference *r, double x)
{
    const double most = r->grain > 0.0 ? 1.0 - 1.0 / r->grain : 1.0;
    return fmin(clipped(x), most);
}

static double weight(const reference *r, train_part part, size_t i)
{
    const double w = r->w[r->net->part[part].offset + i];
    const bool rounds = r->grain > 0.0 && (part == PART_INPUT || part == PART_BIAS);
    return rounds ? rint(w * r->grain) / r->grain : w;
}

static void reference_pairs(const reference *r, const train_chunk *chunk, size_t at, double *pairs)
{
    const train_arch *a = &r->arch;
    double sums[2];
    for (uint32_t p = 0; p < a->pairs; p++) {
        for (uint32_t half = 0; half < 2; half++) {
            uint32_t unit = p + half * a->pairs;
            size_t tile = train_tile_of(a, unit), place = train_place_of(a, unit);
            sums[half] = weight(r, PART_BIAS, tile * TILE_UNITS + place);
            for (unsigned i = 0; i < chunk->feature_count[at]; i++) {
                size_t row = tile * a->inputs + chunk->features[at][i];
                sums[half] += weight(r, PART_INPUT, row * TILE_UNITS + place);
            }
        }
        pairs[p] = clipped_sum(r, sums[0]) * clipped_sum(r, sums[1]);
        if (r->grain > 0.0) {
            pairs[p] = floor(pairs[p] * r->grain) / r->grain;
        }
    }
}

static double reference_row(const reference *r, const double *pairs, uint32_t row)
{
    double sum = weight(r, PART_HEAD_BIAS, row);
    for (uint32_t p = 0; p < r->arch.pairs; p++) {
        sum += pairs[p] * weight(r, PART_HEAD, (size_t)row * r->arch.pairs + p);
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

static double value_loss(const reference *r, const train_chunk *chunk, size_t at,
                         const double *pairs)
{
    const train_arch *a = &r->arch;
    const uint32_t set = chunk->bucket[at], l1 = a->l1, l2 = a->l2;
    double x1[TRAIN_L1_MAX], x2[TRAIN_L2_MAX], logits[VALUE_OUTPUTS];
    for (uint32_t i = 0; i < l1; i++) {
        double sum = clipped(reference_row(r, pairs, set * l1 + i));
        x1[i] = sum * sum;
    }
    for (uint32_t j = 0; j < l2; j++) {
        double sum = weight(r, PART_L2_BIAS, set * l2 + j);
        for (uint32_t i = 0; i < l1; i++) {
            sum += x1[i] * weight(r, PART_L2, (set * l1 + i) * l2 + j);
        }
        x2[j] = clipped(sum) * clipped(sum);
    }
    for (uint32_t k = 0; k < VALUE_OUTPUTS; k++) {
        logits[k] = weight(r, PART_L3_BIAS, set * VALUE_OUTPUTS + k);
        for (uint32_t j = 0; j < l2; j++) {
            logits[k] += x2[j] * weight(r, PART_L3, (set * l2 + j) * VALUE_OUTPUTS + k);
        }
    }
    const win_draw_loss t = chunk->target[at];
    const double target[VALUE_OUTPUTS] = {(double)t.win, (double)t.draw, (double)t.loss};
    return cross_entropy(logits, target, VALUE_OUTPUTS);
}

static double policy_loss(const reference *r, const train_chunk *chunk, size_t at,
                          const double *pairs)
{
    double logits[MOVES_MAX], target[MOVES_MAX];
    const policy_query *query = &chunk->queries[at];
    int count = query->moves;
    for (int i = 0; i < count; i++) {
        logits[i] = reference_row(r, pairs, query->rows[i]);
        if (query->count > query->moves) {
            for (int k = 0; k < MOVE_CLASSES; k++) {
                logits[i] += reference_row(r, pairs, query->rows[query->place[i][k]]);
            }
        }
        target[i] = r->smoothing / count + (1.0 - r->smoothing) * (double)chunk->wanted[at][i];
    }
    return cross_entropy(logits, target, count);
}

static double reference_loss(const reference *r, const train_chunk *chunk)
{
    double total = 0.0, *pairs = malloc(r->arch.pairs * sizeof *pairs);
    for (size_t at = 0; at < chunk->positions; at++) {
        reference_pairs(r, chunk, at, pairs);
        double loss = r->arch.kind == TRAIN_VALUE ? value_loss(r, chunk, at, pairs)
                                                  : policy_loss(r, chunk, at, pairs);
        total += (double)chunk->weight[at] * loss;
    }
    free(pairs);
    return total;
}

typedef struct bench {
    thread_pool *pool;
    train_net *net;
    train_pass *pass;
    reference reference;
} bench;

static bench make_bench(const train_arch *arch, size_t positions, float grain)
{
    failure why = {""};
    bench b = {.pool = thread_pool_new(2, &why)};
    const train_settings settings = {.smoothing = 0.03f, .grain = grain, .rounds = grain > 0.0f};
    b.net = train_net_new(arch, 7, &why);
    b.pass = train_pass_new(b.net, train_kernels_best(), b.pool, &settings, &why);
    cr_assert(b.pool && b.net && b.pass, "%s", why.text);
    /* Weights and biases that keep most sums within the clips, so that gradients are not zero. */
    static const float size[PARTS] = {
        [PART_INPUT] = 0.4f, [PART_BIAS] = 0.4f,    [PART_HEAD] = 0.2f, [PART_HEAD_BIAS] = 0.4f,
        [PART_L2] = 0.5f,    [PART_L2_BIAS] = 0.4f, [PART_L3] = 0.8f,   [PART_L3_BIAS] = 0.4f};
    uint64_t state = 3;
    for (int part = 0; part < PARTS; part++) {
        for (size_t i = 0; i < b.net->part[part].count; i++) {
            /* Multiples of 2^-16: floats add them without error, so that both sides of the
             * comparison agree on which sums are clipped. */
            const float weight = size[part] * (2.0f * random_uniform(&state) - 0.7f);
            b.net->w[b.net->part[part].offset + i] = rintf(weight * 0x1p16f) * 0x1p-16f;
        }
    }
    fixture_fill_chunk(&b.pass->chunk, arch, positions, 11);
    b.reference = (reference){*arch, malloc(b.net->size * sizeof(double)), b.net, (double)grain,
                              (double)settings.smoothing};
    for (size_t i = 0; i < b.net->size; i++) {
        b.reference.w[i] = (double)b.net->w[i];
    }
    return b;
}

static void free_bench(bench *b)
{
    free(b->reference.w);
    train_pass_free(b->pass);
    train_net_free(b->net);
    thread_pool_free(b->pool);
}

/* Central difference of the reference at one parameter; false where a clip's corner lies within the
 * step, so that there is no gradient to compare with. */
static bool central_difference(bench *b, size_t at, double here, double *slope)
{
    const double step = 3e-6;
    double *w = &b->reference.w[at], kept = *w;
    *w = kept + step;
    const double above = (reference_loss(&b->reference, &b->pass->chunk) - here) / step;
    *w = kept - step;
    const double below = (here - reference_loss(&b->reference, &b->pass->chunk)) / step;
    *w = kept;
    *slope = 0.5 * (above + below);
    return fabs(above - below) <= 1e-3 * (1.0 + fabs(above));
}

/* Each layer's gradient, every parameter of it or one in so many, against central differences: the
 * norm of the difference is under a millionth of the gradient's. */
static void check_gradients(const train_arch *arch, size_t positions, size_t every)
{
    bench b = make_bench(arch, positions, 0.0f);
    const train_figures figures = train_pass_run(b.pass, 1.0f);
    const double here = reference_loss(&b.reference, &b.pass->chunk);
    cr_expect(fabs(figures.loss - here) < 1e-6 * here, "loss %.9g, reference %.9g", figures.loss,
              here);
    for (int part = 0; part < PARTS; part++) {
        double errors = 0.0, squares = 0.0;
        long checked = 0, kinks = 0;
        if (part == PART_SHARED || b.net->part[part].count == 0) {
            continue; /* gathered by the optimiser */
        }
        for (size_t i = 0; i < b.net->part[part].count; i += every) {
            const size_t at = b.net->part[part].offset + i;
            double wanted;
            checked++;
            if (!central_difference(&b, at, here, &wanted)) {
                kinks++;
                continue;
            }
            errors += pow((double)b.net->g[at] - wanted, 2);
            squares += wanted * wanted;
        }
        cr_expect(kinks * 50 <= checked, "part %d: %ld of %ld at a corner", part, kinks, checked);
        cr_expect(squares > 1e-4 * (double)checked, "part %d: gradients near zero", part);
        cr_expect(sqrt(errors / squares) < 1e-6, "part %d: relative error %.3g", part,
                  sqrt(errors / squares));
    }
    free_bench(&b);
}

Test(train_gradient, value)
{
    train_arch arch = fixture_arch(TRAIN_VALUE, 24, 128, 4, 6);
    check_gradients(&arch, 40, 3);
}

Test(train_gradient, value_over_several_slices)
{
    train_arch arch = fixture_arch(TRAIN_VALUE, 10, 64, 3, 3);
    check_gradients(&arch, 2 * SLICE_POSITIONS + 1, 1);
}

static train_arch bucketed_arch(uint32_t inputs, uint32_t sums, uint32_t l1, uint32_t l2)
{
    train_arch arch = fixture_arch(TRAIN_VALUE, inputs, sums, l1, l2);
    arch.buckets = NET_BUCKETS;
    arch.rows = NET_BUCKETS * l1;
    return arch;
}

Test(train_gradient, value_with_buckets)
{
    const train_arch arch = bucketed_arch(24, 64, 9, 6);
    check_gradients(&arch, 60, 5);
}

Test(train_gradient, value_with_buckets_over_several_slices)
{
    const train_arch arch = bucketed_arch(10, 64, 3, 3);
    check_gradients(&arch, 2 * SLICE_POSITIONS + 1, 7);
}

Test(train_gradient, policy)
{
    train_arch arch = fixture_arch(TRAIN_POLICY, 24, 128, 9, 0);
    check_gradients(&arch, 40, 3);
}

Test(train_gradient, policy_over_several_slices)
{
    train_arch arch = fixture_arch(TRAIN_POLICY, 10, 64, 70, 0);
    check_gradients(&arch, 2 * SLICE_POSITIONS + 1, 11); /* all of them take long */
}

/* With a grain the first layer is rounded to its multiples and the pairs are cut down to them, as
 * the integer net does. */
Test(train_gradient, grain_cuts_pairs)
{
    train_arch arch = fixture_arch(TRAIN_POLICY, 24, 128, 9, 0);
    bench b = make_bench(&arch, 100, 128.0f);
    double loss = train_pass_run(b.pass, 0.0f).loss;
    double wanted = reference_loss(&b.reference, &b.pass->chunk);
    b.reference.grain = 0.0;
    double smooth = reference_loss(&b.reference, &b.pass->chunk);
    cr_expect(fabs(loss - wanted) < 0.2 * fabs(loss - smooth), "%.9g, reference %.9g, smooth %.9g",
              loss, wanted, smooth);
    free_bench(&b);
}
