#include "rule_figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "random_numbers.h"

enum { RESAMPLES = 1000, TAIL = RESAMPLES / 40 };

/* What a resampling works with. */
typedef struct workspace {
    double *rule, *measure; /* [checkpoints] */
    int *drawn;             /* [positions] */
    double *ratios;         /* [RESAMPLES] */
} workspace;

double rule_divergence(const uint32_t visits[], const double shares[], int count)
{
    double all = 0.0, sum = 0.0;
    for (int i = 0; i < count; i++) {
        all += visits[i];
    }
    for (int i = 0; i < count; i++) {
        const double v = visits[i] / all;
        const double p = shares[i] > RULE_SHARE_MIN ? shares[i] : RULE_SHARE_MIN;
        sum += visits[i] ? v * log(v / p) : 0.0;
    }
    return sum;
}

void rule_make_rising(double curve[], int count)
{
    for (int end = 1; end < count; end++) {
        /* The points before are level blocks that rise; a point below the last one joins it. */
        int begin = end;
        double sum = curve[end];
        while (begin > 0 && curve[begin - 1] > sum / (end + 1 - begin)) {
            const double level = curve[begin - 1];
            do {
                sum += curve[--begin];
            } while (begin > 0 && curve[begin - 1] >= level);
        }
        for (int i = begin; i <= end && begin < end; i++) {
            curve[i] = sum / (end + 1 - begin);
        }
    }
}

double rule_needed(const double curve[], const double playouts[], int count, double target)
{
    for (int i = 0; i < count; i++) {
        if (curve[i] < target) {
            continue;
        }
        if (i == 0) {
            return playouts[0];
        }
        const double part = (target - curve[i - 1]) / (curve[i] - curve[i - 1]);
        return playouts[i - 1] * pow(playouts[i] / playouts[i - 1], part);
    }
    return INFINITY;
}

/* The mean at each checkpoint of the positions drawn, made to rise. */
static void average(const rule_curves *c, const double values[], const int drawn[], double curve[])
{
    for (int k = 0; k < c->checkpoints; k++) {
        const double *of = values + (size_t)k * (size_t)c->positions;
        double sum = 0.0;
        for (int i = 0; i < c->positions; i++) {
            sum += of[drawn[i]];
        }
        curve[k] = sum / c->positions;
    }
    rule_make_rising(curve, c->checkpoints);
}

static double ratio_of(const rule_curves *c, const workspace *w)
{
    average(c, c->measure, w->drawn, w->measure);
    average(c, c->rule, w->drawn, w->rule);
    const double target = w->measure[c->at];
    return rule_needed(w->rule, c->playouts, c->checkpoints, target) /
           rule_needed(w->measure, c->playouts, c->checkpoints, target);
}

static rule_bounded bootstrap(const rule_curves *c, const workspace *w)
{
    rule_bounded result;
    uint64_t state = 0;
    for (int i = 0; i < c->positions; i++) {
        w->drawn[i] = i;
    }
    result.value = ratio_of(c, w);
    for (int k = 0; k < RESAMPLES; k++) {
        for (int i = 0; i < c->positions; i++) {
            w->drawn[i] = (int)(random_next(&state) % (uint64_t)c->positions);
        }
        w->ratios[k] = ratio_of(c, w);
    }
    qsort(w->ratios, RESAMPLES, sizeof *w->ratios, compare_reals);
    result.low = w->ratios[TAIL];
    result.high = w->ratios[RESAMPLES - 1 - TAIL];
    return result;
}

rule_bounded rule_needed_ratio(const rule_curves *c)
{
    rule_bounded result = {NAN, NAN, NAN};
    workspace w = {.rule = malloc((size_t)c->checkpoints * sizeof *w.rule),
                   .measure = malloc((size_t)c->checkpoints * sizeof *w.measure),
                   .drawn = malloc((size_t)c->positions * sizeof *w.drawn),
                   .ratios = malloc(RESAMPLES * sizeof *w.ratios)};
    if (w.rule && w.measure && w.drawn && w.ratios) {
        result = bootstrap(c, &w);
    }
    free(w.rule);
    free(w.measure);
    free(w.drawn);
    free(w.ratios);
    return result;
}

void rule_ratio_text(const rule_bounded *b, char text[RULE_RATIO_MAX])
{
    char value[3][16];
    const double of[3] = {b->value, b->low, b->high};
    for (int i = 0; i < 3; i++) {
        snprintf(value[i], sizeof value[i], isinf(of[i]) ? "more" : "%.2f", of[i]);
    }
    snprintf(text, RULE_RATIO_MAX, "%s (%s-%s)", value[0], value[1], value[2]);
}

rule_bounded rule_mean(const double values[], int count)
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
    const double error = 1.959963984540054 * sqrt(variance / count);
    return (rule_bounded){mean, mean - error, mean + error};
}
