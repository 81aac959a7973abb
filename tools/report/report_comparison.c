#include "report_comparison.h"

#include <stdlib.h>
#include <string.h>

static bool same_text(const char *a, size_t a_length, const char *b, size_t b_length)
{
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

bool report_comparison_has(const report_comparison *c, const report_look *look)
{
    const rule_row *a = c->any->rows, *b = look->rows;
    return c->any->record == look->record && a->reference_playouts == b->reference_playouts &&
           a->hash_mb == b->hash_mb && a->net_check == b->net_check &&
           same_text(a->reference, a->reference_length, b->reference, b->reference_length) &&
           same_text(a->suite, a->suite_length, b->suite, b->suite_length);
}

static void add_checkpoint(report_comparison *c, double playouts)
{
    int at = 0;
    while (at < c->checkpoints && c->playouts[at] < playouts) {
        at++;
    }
    if (c->checkpoints == RULE_CHECKPOINTS_MAX ||
        (at < c->checkpoints && !(c->playouts[at] > playouts))) {
        return;
    }
    memmove(&c->playouts[at + 1], &c->playouts[at],
            (size_t)(c->checkpoints - at) * sizeof *c->playouts);
    c->playouts[at] = playouts;
    c->checkpoints++;
}

static report_compared *find_rule(report_comparison *c, const rule_row *row)
{
    for (int i = 0; i < c->rule_count; i++) {
        const rule_row *own = c->rules[i].any;
        if (same_text(own->setting, own->setting_length, row->setting, row->setting_length)) {
            return &c->rules[i];
        }
    }
    if (c->rule_count == RULES_MAX) {
        return NULL;
    }
    c->rules[c->rule_count] = (report_compared){.any = row};
    return &c->rules[c->rule_count++];
}

/* What others are measured by goes first: no history, or else the defaults. */
static void choose_measure(report_comparison *c)
{
    static const char *const measures[] = {"default MctsHistory=off", "default"};
    for (int m = 0; m < 2; m++) {
        for (int i = 0; i < c->rule_count; i++) {
            const report_compared own = c->rules[i];
            if (same_text(own.any->setting, own.any->setting_length, measures[m],
                          strlen(measures[m]))) {
                memmove(&c->rules[1], &c->rules[0], (size_t)i * sizeof own);
                c->rules[0] = own;
                return;
            }
        }
    }
}

static void gather(report_comparison *c, const report_results *results)
{
    for (size_t i = 0; i < results->look_count; i++) {
        if (report_comparison_has(c, &results->looks[i])) {
            add_checkpoint(c, (double)results->looks[i].rows->playouts);
        }
    }
    for (size_t i = 0; i < results->look_count; i++) {
        const report_look *look = &results->looks[i];
        report_compared *own = report_comparison_has(c, look) ? find_rule(c, look->rows) : NULL;
        for (int k = 0; own && k < c->checkpoints; k++) {
            if ((long)c->playouts[k] == look->rows->playouts) {
                own->at[k] = look;
            }
        }
    }
    choose_measure(c);
    c->budget = c->checkpoints > 1 ? c->checkpoints - 2 : 0;
}

/* True if two looks are at the same positions, so that they can be compared. */
static bool same_positions(const report_look *a, const report_look *b)
{
    if (!a || !b || a->count != b->count) {
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        if (!same_text(a->rows[i].position, a->rows[i].position_length, b->rows[i].position,
                       b->rows[i].position_length)) {
            return false;
        }
    }
    return true;
}

/* Below 0 where there is nothing to see, which is so for all rules alike. */
static double value_of(const rule_row *row, report_aspect aspect)
{
    const double values[] = {row->solved, row->agrees, 1e-6 * (double)row->measure.visits,
                             1e-6 * (double)row->measure.root, 1e-6 * (double)row->measure.inner};
    return values[aspect];
}

static int values_of(const report_look *look, report_aspect aspect, double values[])
{
    int count = 0;
    for (size_t i = 0; look && i < look->count; i++) {
        const double value = value_of(&look->rows[i], aspect);
        if (value >= 0.0) {
            values[count++] = value;
        }
    }
    return count;
}

bool report_comparison_difference(const report_comparison *c, const report_compared *own,
                                  report_aspect aspect, rule_bounded *difference)
{
    const report_look *look = own->at[c->budget], *base = c->rules[0].at[c->budget];
    const int count = same_positions(look, base) ? values_of(look, aspect, c->values) : 0;
    double *measure = c->values + count;
    if (count < 2 || values_of(base, aspect, measure) != count) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        c->values[i] -= measure[i];
    }
    *difference = rule_mean(c->values, count);
    return true;
}

/* The values at all checkpoints, the larger the better; how many at each, 0 if they differ. */
static int curve_of(const report_comparison *c, const report_compared *own, report_aspect aspect,
                    double values[])
{
    int count = 0;
    for (int k = 0; k < c->checkpoints; k++) {
        double *at = values + (size_t)k * (size_t)count;
        const int here = same_positions(own->at[k], c->rules[0].at[c->budget])
                             ? values_of(own->at[k], aspect, at)
                             : 0;
        if (here == 0 || (k > 0 && here != count)) {
            return 0;
        }
        count = here;
        for (int i = 0; i < count && aspect != REPORT_AGREED; i++) {
            at[i] = -at[i];
        }
    }
    return count;
}

/* Room for the values of the largest look at all checkpoints, twice. */
static bool make_room(report_comparison *c)
{
    for (int i = 0; i < c->rule_count; i++) {
        for (int k = 0; k < c->checkpoints; k++) {
            const report_look *look = c->rules[i].at[k];
            c->any = look && look->count > c->any->count ? look : c->any;
        }
    }
    c->values = calloc(2 * (size_t)c->checkpoints * c->any->count, sizeof *c->values);
    return c->values != NULL;
}

bool report_comparison_gather(report_comparison *c, const report_results *results,
                              const report_look *any)
{
    *c = (report_comparison){.any = any};
    gather(c, results);
    return make_room(c);
}

void report_comparison_free(report_comparison *c)
{
    free(c->values);
    c->values = NULL;
}

bool report_comparison_share(const report_comparison *c, const report_compared *own,
                             report_aspect aspect, int checkpoint, rule_bounded *share, int *count)
{
    *count = values_of(own->at[checkpoint], aspect, c->values);
    *share = rule_mean(c->values, *count);
    return *count > 0;
}

bool report_comparison_needed(const report_comparison *c, const report_compared *own,
                              report_aspect aspect, rule_bounded *ratio)
{
    double *measure = c->values + (size_t)c->checkpoints * c->any->count;
    const int count = own == c->rules ? 0 : curve_of(c, own, aspect, c->values);
    if (count == 0 || curve_of(c, c->rules, aspect, measure) != count) {
        return false;
    }
    *ratio = rule_needed_ratio(&(rule_curves){.rule = c->values,
                                              .measure = measure,
                                              .playouts = c->playouts,
                                              .checkpoints = c->checkpoints,
                                              .positions = count,
                                              .at = c->budget});
    return true;
}
