#include "mcts_comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESAMPLES = 1000 };

bool mcts_comparable(const lab_group *a, const lab_group *b)
{
    const mcts_row *x = a->rows[0], *y = b->rows[0];
    return a->record == b->record && x->reference_playouts == y->reference_playouts &&
           x->hash_mb == y->hash_mb && x->net == y->net && x->origin.bench == y->origin.bench &&
           strcmp(x->reference, y->reference) == 0 && strcmp(x->suite, y->suite) == 0;
}

static void add_checkpoint(mcts_comparison *c, double playouts)
{
    int at = 0;
    while (at < c->checkpoints && c->playouts[at] < playouts) {
        at++;
    }
    if (c->checkpoints == MCTS_CHECKPOINTS_MAX ||
        (at < c->checkpoints && !(c->playouts[at] > playouts))) {
        return;
    }
    memmove(&c->playouts[at + 1], &c->playouts[at],
            (size_t)(c->checkpoints - at) * sizeof *c->playouts);
    c->playouts[at] = playouts;
    c->checkpoints++;
}

static mcts_compared *find_rule(mcts_comparison *c, const char *words)
{
    for (int i = 0; i < c->rule_count; i++) {
        if (strcmp(c->rules[i].setting, words) == 0) {
            return &c->rules[i];
        }
    }
    if (c->rule_count == MCTS_RULES_MAX) {
        return NULL;
    }
    c->rules[c->rule_count] = (mcts_compared){.setting = words};
    return &c->rules[c->rule_count++];
}

static void add_group(mcts_comparison *c, const lab_group *group)
{
    const mcts_row *row = mcts_row_at(group, 0);
    mcts_compared *own = find_rule(c, row->setting);
    for (int k = 0; own && k < c->checkpoints; k++) {
        if ((long long)c->playouts[k] == row->playouts) {
            own->at[k] = group;
        }
    }
    c->positions = group->count > c->positions ? group->count : c->positions;
}

bool mcts_comparison_make(mcts_comparison *c, const lab_group *const groups[], size_t count)
{
    *c = (mcts_comparison){.rule_count = 0};
    for (size_t i = 0; i < count; i++) {
        add_checkpoint(c, (double)mcts_row_at(groups[i], 0)->playouts);
    }
    for (size_t i = 0; i < count; i++) {
        add_group(c, groups[i]);
    }
    c->budget = c->checkpoints > 1 ? c->checkpoints - 2 : 0;
    c->values = calloc(2 * (size_t)c->checkpoints * c->positions, sizeof *c->values);
    return c->values != NULL;
}

void mcts_comparison_free(mcts_comparison *c)
{
    free(c->values);
    c->values = NULL;
}

void mcts_comparison_choose_measure(mcts_comparison *c)
{
    static const char *const measures[] = {"default MctsHistory=off", "default"};
    for (int m = 0; m < 2; m++) {
        for (int i = 0; i < c->rule_count; i++) {
            const mcts_compared own = c->rules[i];
            if (strcmp(own.setting, measures[m]) == 0) {
                memmove(&c->rules[1], &c->rules[0], (size_t)i * sizeof own);
                c->rules[0] = own;
                return;
            }
        }
    }
}

/* True if two groups are of the same positions, so that they can be compared. */
static bool same_positions(const lab_group *a, const lab_group *b)
{
    if (!a || !b || a->count != b->count) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(mcts_row_at(a, i)->position, mcts_row_at(b, i)->position) != 0) {
            return false;
        }
    }
    return true;
}

/* A negative value means that the position has no value under this aspect, for any rule. */
static double value_of(const mcts_row *row, mcts_aspect aspect)
{
    const double values[] = {(double)row->solved, (double)row->agrees, 1e-6 * (double)row->visits,
                             1e-6 * (double)row->root, 1e-6 * (double)row->inner};
    return values[aspect];
}

static int values_of(const lab_group *group, mcts_aspect aspect, double values[])
{
    int count = 0;
    for (size_t i = 0; group && i < group->count; i++) {
        const double value = value_of(mcts_row_at(group, i), aspect);
        if (value >= 0.0) {
            values[count++] = value;
        }
    }
    return count;
}

bool mcts_comparison_mean(const mcts_comparison *c, int rule, mcts_aspect aspect, int checkpoint,
                          bounded *mean, int *count)
{
    *count = values_of(c->rules[rule].at[checkpoint], aspect, c->values);
    *mean = mean_of(c->values, *count);
    return *count > 0;
}

bool mcts_comparison_difference(const mcts_comparison *c, int rule, mcts_aspect aspect,
                                int checkpoint, bounded *difference)
{
    const lab_group *group = c->rules[rule].at[checkpoint], *base = c->rules[0].at[checkpoint];
    const int count = same_positions(group, base) ? values_of(group, aspect, c->values) : 0;
    double *measure = c->values + count;
    if (count < 2 || values_of(base, aspect, measure) != count) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        c->values[i] -= measure[i];
    }
    *difference = mean_of(c->values, count);
    return true;
}

/* Fills in the values at all checkpoints, such that larger is better. Returns their number at each
 * checkpoint, or 0 if the numbers differ. */
static int curve_of(const mcts_comparison *c, int rule, mcts_aspect aspect, double values[])
{
    int count = 0;
    for (int k = 0; k < c->checkpoints; k++) {
        const lab_group *group = c->rules[rule].at[k];
        double *at = values + (size_t)k * (size_t)count;
        const int here =
            same_positions(group, c->rules[0].at[c->budget]) ? values_of(group, aspect, at) : 0;
        if (here == 0 || (k > 0 && here != count)) {
            return 0;
        }
        count = here;
        for (int i = 0; i < count && aspect > MCTS_AGREED; i++) {
            at[i] = -at[i];
        }
    }
    return count;
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

bool mcts_comparison_needed(const mcts_comparison *c, int rule, mcts_aspect aspect, bounded *ratio)
{
    double *measure = c->values + (size_t)c->checkpoints * c->positions;
    const int count = rule == 0 ? 0 : curve_of(c, rule, aspect, c->values);
    if (count == 0 || curve_of(c, 0, aspect, measure) != count) {
        return false;
    }
    *ratio = mcts_needed_ratio(&(mcts_curves){.rule = c->values,
                                              .measure = measure,
                                              .playouts = c->playouts,
                                              .checkpoints = c->checkpoints,
                                              .positions = count,
                                              .at = c->budget});
    return true;
}
