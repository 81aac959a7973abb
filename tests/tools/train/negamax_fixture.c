#include "negamax_fixture.h"

#include <criterion/criterion.h>
#include <math.h>

#include "chess/random_numbers.h"

train_arch negamax_fixture_squared(uint32_t inputs, uint32_t sums)
{
    return (train_arch){.text = "small",
                        .kind = TRAIN_NEGAMAX,
                        .inputs = inputs,
                        .sums = sums,
                        .pairs = 2 * sums,
                        .variants = 1,
                        .rows = NET_BUCKETS,
                        .outputs = NET_BUCKETS,
                        .buckets = 1};
}

train_arch negamax_fixture_paired(uint32_t inputs, uint32_t sums, uint32_t l1, uint32_t l2)
{
    train_arch arch = negamax_fixture_squared(inputs, sums);
    arch.paired = true;
    arch.pairs = sums;
    arch.l1 = l1;
    arch.l2 = l2;
    arch.outputs = 1;
    arch.buckets = NET_BUCKETS;
    arch.rows = NET_BUCKETS * arch.l1;
    return arch;
}

void negamax_fixture_fill(train_chunk *chunk, size_t positions, uint64_t seed, bool sure)
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

double negamax_fixture_logit(const train_net *net, const double *w, const train_chunk *chunk,
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
