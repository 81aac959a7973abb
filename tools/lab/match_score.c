#include "match_score.h"

#include <math.h>
#include <stdio.h>

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

match_elo match_elo_of(const match_counts *c)
{
    double weights[MATCH_PAIR_SCORES];
    for (int i = 0; i < MATCH_PAIR_SCORES; i++) {
        weights[i] = c->pairs[i];
    }
    const pair_moments m = moments_of(weights);
    const double error = 1.959963984540054 * sqrt(m.variance / m.pairs);
    return (match_elo){elo_of_share(m.mean), elo_of_share(m.mean - error),
                       elo_of_share(m.mean + error)};
}

double match_elo_error(const match_elo *e)
{
    return (e->high - e->low) / 2.0;
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
