#include "statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "chess/random_numbers.h"

enum { RATIO_RESAMPLES = 4000 };

static const double normal_95 = 1.959963984540054;

static int compare_reals(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static int compare_counts(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

void bounded_text(const bounded *b, int decimals, char text[BOUNDED_TEXT_MAX])
{
    char value[3][20];
    const double of[3] = {b->value, b->low, b->high};
    for (int i = 0; i < 3; i++) {
        if (isinf(of[i])) {
            snprintf(value[i], sizeof value[i], "more");
        } else {
            snprintf(value[i], sizeof value[i], "%.*f", decimals, of[i]);
        }
    }
    snprintf(text, BOUNDED_TEXT_MAX, "%s (%s-%s)", value[0], value[1], value[2]);
}

bounded mean_of(const double values[], int count)
{
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < count; i++) {
        sum += values[i];
    }
    const double mean = count ? sum / count : NAN;
    for (int i = 0; i < count; i++) {
        squares += (values[i] - mean) * (values[i] - mean);
    }
    const double variance = count > 1 ? squares / (count - 1) : NAN;
    const double error = normal_95 * sqrt(variance / count);
    return (bounded){mean, mean - error, mean + error};
}

bounded bootstrap(sample_figure *figure, const void *context, int count, int resamples)
{
    bounded result = {NAN, NAN, NAN};
    const int tail = resamples / 40;
    uint64_t state = 0;
    int *drawn = malloc((size_t)count * sizeof *drawn);
    double *figures = malloc((size_t)resamples * sizeof *figures);
    if (drawn && figures) {
        for (int i = 0; i < count; i++) {
            drawn[i] = i;
        }
        result.value = figure(context, drawn, count);
        for (int k = 0; k < resamples; k++) {
            for (int i = 0; i < count; i++) {
                drawn[i] = (int)random_below(&state, (uint64_t)count);
            }
            figures[k] = figure(context, drawn, count);
        }
        qsort(figures, (size_t)resamples, sizeof *figures, compare_reals);
        result.low = figures[tail];
        result.high = figures[resamples - 1 - tail];
    }
    free(drawn);
    free(figures);
    return result;
}

/* A sample_figure: the mean of numbers. */
static double mean_of_drawn(const void *context, const int drawn[], int count)
{
    const double *numbers = context;
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += numbers[drawn[i]];
    }
    return sum / count;
}

bounded mean_ratio(const uint64_t above[], const uint64_t below[], int count)
{
    double *logs = malloc((size_t)count * sizeof *logs);
    if (!logs) {
        return (bounded){NAN, NAN, NAN};
    }
    for (int i = 0; i < count; i++) {
        logs[i] = log((double)above[i]) - log((double)below[i]);
    }
    /* The order of the pairs must make no difference. */
    qsort(logs, (size_t)count, sizeof *logs, compare_reals);
    const bounded mean = bootstrap(mean_of_drawn, logs, count, RATIO_RESAMPLES);
    free(logs);
    return (bounded){exp(mean.value), exp(mean.low), exp(mean.high)};
}

typedef struct number_pair {
    uint64_t above, below;
} number_pair;

static int compare_pairs(const void *left, const void *right)
{
    const number_pair *a = left, *b = right;
    return a->above != b->above ? compare_counts(&a->above, &b->above)
                                : compare_counts(&a->below, &b->below);
}

/* A sample_figure: the ratio of the sums of pairs. */
static double ratio_of_drawn(const void *context, const int drawn[], int count)
{
    const number_pair *pairs = context;
    double above = 0.0, below = 0.0;
    for (int i = 0; i < count; i++) {
        above += (double)pairs[drawn[i]].above;
        below += (double)pairs[drawn[i]].below;
    }
    return above / below;
}

bounded sum_ratio(const uint64_t above[], const uint64_t below[], int count)
{
    number_pair *pairs = malloc((size_t)count * sizeof *pairs);
    if (!pairs) {
        return (bounded){NAN, NAN, NAN};
    }
    for (int i = 0; i < count; i++) {
        pairs[i] = (number_pair){above[i], below[i]};
    }
    qsort(pairs, (size_t)count, sizeof *pairs, compare_pairs);
    const bounded ratio = bootstrap(ratio_of_drawn, pairs, count, RATIO_RESAMPLES);
    free(pairs);
    return ratio;
}

quartiles quartiles_of(double numbers[], size_t count)
{
    if (count == 0) {
        return (quartiles){0};
    }
    qsort(numbers, count, sizeof *numbers, compare_reals);
    return (quartiles){.low = numbers[count / 4],
                       .median = numbers[count / 2],
                       .high = numbers[3 * count / 4],
                       .count = count};
}

uint64_t median_of(uint64_t numbers[], size_t count)
{
    if (count == 0) {
        return 0;
    }
    qsort(numbers, count, sizeof *numbers, compare_counts);
    return numbers[(count - 1) / 2];
}

/* Mean and variance of a pair's share of its two points. */
typedef struct pair_moments {
    double pairs, mean, variance;
} pair_moments;

void match_counts_text(const match_counts *c, char text[MATCH_COUNTS_TEXT_MAX])
{
    snprintf(text, MATCH_COUNTS_TEXT_MAX, "%d won, %d drawn, %d lost", c->won, c->drawn, c->lost);
}

void match_counts_add(match_counts *sum, const match_counts *part)
{
    sum->won += part->won;
    sum->drawn += part->drawn;
    sum->lost += part->lost;
    sum->forfeits += part->forfeits;
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        sum->pairs[i] += part->pairs[i];
    }
}

static pair_moments moments_of(const double weights[MATCH_PAIR_SCORES])
{
    pair_moments m = {0.0, 0.0, 0.0};
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        m.pairs += weights[i];
        m.mean += weights[i] * i / 4.0;
    }
    m.mean /= m.pairs;
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        const double off = i / 4.0 - m.mean;
        m.variance += weights[i] * off * off;
    }
    m.variance /= m.pairs;
    return m;
}

static double elo_of_share(double share)
{
    return share <= 0.0   ? -INFINITY
           : share >= 1.0 ? INFINITY
                          : 400.0 * log10(share / (1.0 - share));
}

bounded match_elo(const match_counts *c)
{
    double weights[MATCH_PAIR_SCORES];
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        weights[i] = c->pairs[i];
    }
    const pair_moments m = moments_of(weights);
    const double error = m.variance > 0.0 ? normal_95 * sqrt(m.variance / m.pairs) : INFINITY;
    return (bounded){elo_of_share(m.mean), elo_of_share(m.mean - error),
                     elo_of_share(m.mean + error)};
}

void match_elo_text(const bounded *elo, char text[BOUNDED_TEXT_MAX])
{
    const double error = bounded_error(elo);
    if (!isfinite(elo->value)) {
        snprintf(text, BOUNDED_TEXT_MAX, "all %s", elo->value > 0.0 ? "won" : "lost");
    } else if (!isfinite(error)) {
        snprintf(text, BOUNDED_TEXT_MAX, "%+.1f, no bounds", elo->value);
    } else {
        snprintf(text, BOUNDED_TEXT_MAX, "%+.1f +- %.1f", elo->value, error);
    }
}

double match_llr(const match_counts *c, double elo0, double elo1)
{
    double weights[MATCH_PAIR_SCORES];
    if (match_games(c) == 0) {
        return 0.0;
    }
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        /* A score that has not been seen yet is possible: without this the variance may be 0. */
        weights[i] = c->pairs[i] > 0 ? c->pairs[i] : 1e-3;
    }
    const pair_moments m = moments_of(weights);
    const double share0 = 1.0 / (1.0 + pow(10.0, -elo0 / 400.0));
    const double share1 = 1.0 / (1.0 + pow(10.0, -elo1 / 400.0));
    return m.pairs * (share1 - share0) * (2.0 * m.mean - share0 - share1) / (2.0 * m.variance);
}
