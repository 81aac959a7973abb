#include "mcts_figures.h"

#include <math.h>

enum { RESAMPLES = 1000 };

double mcts_divergence(const uint32_t visits[], const double shares[], int count)
{
    double all = 0.0, sum = 0.0;
    for (int i = 0; i < count; i++) {
        all += visits[i];
    }
    for (int i = 0; i < count; i++) {
        const double v = visits[i] / all;
        const double p = shares[i] > MCTS_SHARE_MIN ? shares[i] : MCTS_SHARE_MIN;
        sum += visits[i] ? v * log(v / p) : 0.0;
    }
    return sum;
}

void mcts_make_rising(double curve[], int count)
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

double mcts_needed(const double curve[], const double playouts[], int count, double target)
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

/* The mean over the drawn positions at each checkpoint, made to rise. */
static void average(const mcts_curves *c, const double values[], const int drawn[], double curve[])
{
    for (int k = 0; k < c->checkpoints; k++) {
        const double *of = values + (size_t)k * (size_t)c->positions;
        double sum = 0.0;
        for (int i = 0; i < c->positions; i++) {
            sum += of[drawn[i]];
        }
        curve[k] = sum / c->positions;
    }
    mcts_make_rising(curve, c->checkpoints);
}

/* A sample_figure. */
static double ratio_of(const void *context, const int drawn[], int count)
{
    const mcts_curves *c = context;
    double rule[MCTS_CHECKPOINTS_MAX], measure[MCTS_CHECKPOINTS_MAX];
    (void)count;
    average(c, c->measure, drawn, measure);
    average(c, c->rule, drawn, rule);
    const double target = measure[c->at];
    return mcts_needed(rule, c->playouts, c->checkpoints, target) /
           mcts_needed(measure, c->playouts, c->checkpoints, target);
}

bounded mcts_needed_ratio(const mcts_curves *c)
{
    return bootstrap(ratio_of, c, c->positions, RESAMPLES);
}
