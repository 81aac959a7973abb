#include "train_rounding_cost.h"

#include <math.h>

static size_t first_of(const float *q, size_t count)
{
    size_t first = 0;
    for (size_t i = 1; i < count; i++) {
        first = q[i] > q[first] ? i : first;
    }
    return first;
}

void train_cost_add(rounding_cost *cost, const float *floats, const float *integers, size_t count)
{
    const double least = 1e-30;
    cost->positions += 1.0;
    if (cost->kind == NET_POLICY) {
        double divergence = 0.0;
        for (size_t i = 0; i < count; i++) {
            const double p = fmax((double)floats[i], least), q = fmax((double)integers[i], least);
            divergence += p * log(p / q);
        }
        cost->divergence += divergence;
        cost->divergence_max = fmax(cost->divergence_max, divergence);
        cost->changed += first_of(floats, count) != first_of(integers, count);
    } else {
        const double shift = (double)(train_answer_win(integers) - train_answer_win(floats));
        cost->shift += shift;
        cost->difference += fabs(shift);
        cost->difference_max = fmax(cost->difference_max, fabs(shift));
    }
}

/* Counts the integer first-layer sums of a chunk. */
static void add_sums(rounding_cost *cost, const train_evaluator *evaluator)
{
    enum { CEILING = 127 };
    const train_chunk *chunk = evaluator->chunk;
    const bool value = chunk->kind == NET_VALUE;
    const value_net *v = &evaluator->nets->value;
    const policy_net *p = &evaluator->nets->policy;
    const uint32_t width = value ? v->sums : p->sums;
    _Alignas(KERNEL_ALIGNMENT) int16_t sums[NET_SUMS_MAX];
    for (size_t at = 0; at < chunk->positions; at++) {
        unsigned saturated = 0, silent = 0;
        kernels_add_rows(evaluator->kernels, sums, value ? v->bias : p->bias,
                         value ? v->input : p->input, width, chunk->features[at],
                         chunk->feature_count[at]);
        for (uint32_t i = 0; i < width; i++) {
            saturated += sums[i] > CEILING;
            silent += sums[i] <= 0;
        }
        cost->sums += width;
        cost->saturated += saturated;
        cost->silent += silent;
    }
}

static void add_chunk(rounding_cost *cost, const train_evaluator *floats,
                      const train_evaluator *integers)
{
    const train_chunk *chunk = floats->chunk;
    for (size_t at = 0; at < chunk->positions; at++) {
        const size_t count =
            cost->kind == NET_POLICY ? chunk->queries[at].moves : NET_VALUE_OUTPUTS;
        train_cost_add(cost, floats->answers[at], integers->answers[at], count);
    }
    if (cost->kind != NET_NEGAMAX) {
        add_sums(cost, integers);
    }
}

bool train_cost_measure(rounding_cost *cost, train_net *net, const nets *n, const train_set *set,
                        const train_recipe *recipe, thread_pool *pool, failure *why)
{
    train_evaluator floats = {0}, integers = {0};
    const net_kind kind = net->arch.kind;
    *cost = (rounding_cost){.kind = kind};
    const bool good = train_evaluator_floats(&floats, net, pool, why) &&
                      train_evaluator_integers(&integers, n, kind, pool, why);
    for (size_t first = 0; good && first < set->count; first += CHUNK_POSITIONS) {
        const train_source source = {set, NULL, first, recipe};
        const size_t count = train_chunk_size(set, first);
        train_evaluator_run(&floats, &source, count);
        train_evaluator_run(&integers, &source, count);
        add_chunk(cost, &floats, &integers);
    }
    train_evaluator_close(&floats);
    train_evaluator_close(&integers);
    return good;
}

void train_cost_print(const rounding_cost *cost, FILE *out)
{
    const double count = fmax(cost->positions, 1.0), sums = fmax(cost->sums, 1.0) / 100.0;
    if (!(cost->positions > 0.0)) {
        fprintf(out, "%-8sthe cost of rounding is not measured: no positions are held out\n",
                architecture_kind_name(cost->kind));
    } else if (cost->kind == NET_POLICY) {
        fprintf(out,
                "policy  divergence: mean %.5f, largest %.4f; another first move in %.2f%% of %.0f "
                "positions\n",
                cost->divergence / count, cost->divergence_max, 100.0 * cost->changed / count,
                cost->positions);
    } else {
        fprintf(out,
                "%-8sprobability of winning: mean difference %.5f, largest %.4f, mean signed "
                "%+.5f over %.0f positions\n",
                architecture_kind_name(cost->kind), cost->difference / count, cost->difference_max,
                cost->shift / count, cost->positions);
    }
    if (cost->sums > 0.0) {
        fprintf(out, "        first layer: %.2f%% of the sums cut at 127, %.2f%% not above 0\n",
                cost->saturated / sums, cost->silent / sums);
    }
}
