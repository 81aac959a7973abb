#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_chart.h"
#include "report_run_command.h"
#include "report_sections.h"
#include "report_style.h"

enum { DEPTHS_MAX = 8, RULES_MAX = 256, LABEL_SHOWN = 300 };

/* What one rule came to at one depth. */
typedef struct outcome {
    const report_run *run; /* NULL: it was not searched */
    uint64_t nodes;        /* over the positions that it has in common with the measure */
    order_ratio ratio;
    int common;
} outcome;

typedef struct rule {
    const char *setting; /* in the results' memory */
    outcome at[DEPTHS_MAX];
} rule;

/* Rules that were tried on one suite, in one file, setting, hash and net; the first is the measure.
 */
typedef struct experiment {
    const report_run *any; /* one of its runs */
    char setting[SUITE_SETTING_MAX];
    int depths[DEPTHS_MAX];
    int depth_count, rule_count;
    rule rules[RULES_MAX];
} experiment;

static int depth_of(const report_run *run)
{
    return (int)strtol(run->row->limit + strlen("depth "), NULL, 10);
}

static bool belongs(const experiment *e, const report_run *run)
{
    char setting[SUITE_SETTING_MAX];
    const suite_row *a = e->any->row, *b = run->row;
    report_run_setting(run, setting);
    return report_run_is_order(run) && e->any->record == run->record && a->by == b->by &&
           a->hash_mb == b->hash_mb && a->net_check == b->net_check &&
           strcmp(e->any->suite, run->suite) == 0 && strcmp(e->setting, setting) == 0;
}

/* The place of a depth, made if there is none and room for it; else -1. */
static int find_depth(experiment *e, int depth)
{
    int at = 0;
    while (at < e->depth_count && e->depths[at] < depth) {
        at++;
    }
    if (at < e->depth_count && e->depths[at] == depth) {
        return at;
    }
    if (e->depth_count == DEPTHS_MAX) {
        return -1;
    }
    memmove(&e->depths[at + 1], &e->depths[at], (size_t)(e->depth_count - at) * sizeof *e->depths);
    e->depths[at] = depth;
    e->depth_count++;
    return at;
}

static rule *find_rule(experiment *e, const char *setting)
{
    for (int i = 0; i < e->rule_count; i++) {
        if (strcmp(e->rules[i].setting, setting) == 0) {
            return &e->rules[i];
        }
    }
    if (e->rule_count == RULES_MAX) {
        return NULL;
    }
    e->rules[e->rule_count] = (rule){.setting = setting};
    return &e->rules[e->rule_count++];
}

/* The setting as it is goes first. */
static void choose_measure(experiment *e)
{
    for (int i = 1; i < e->rule_count; i++) {
        if (!strchr(e->rules[i].setting, ' ')) {
            const rule first = e->rules[0];
            e->rules[0] = e->rules[i];
            e->rules[i] = first;
        }
    }
}

static uint64_t sum_of(const report_run *run)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < run->count; i++) {
        sum += run->positions[i].nodes;
    }
    return sum;
}

/* Fills in what all rules came to. */
static void measure(experiment *e)
{
    for (int i = 0; i < e->rule_count; i++) {
        for (int d = 0; d < e->depth_count; d++) {
            outcome *o = &e->rules[i].at[d];
            const report_run *base = e->rules[0].at[d].run;
            o->ratio = (order_ratio){NAN, NAN, NAN};
            if (o->run) {
                o->nodes = sum_of(o->run);
            }
            if (o->run && base) {
                o->ratio = report_ratio_of(o->run, base, &o->common);
            }
        }
    }
}

static int compare_rules(const void *left, const void *right)
{
    const rule *a = left, *b = right;
    for (int d = DEPTHS_MAX - 1; d >= 0; d--) {
        const double x = a->at[d].ratio.mean, y = b->at[d].ratio.mean;
        if (a->at[d].run && b->at[d].run && x != y) {
            return (x > y) - (x < y);
        }
    }
    return strcmp(a->setting, b->setting);
}

/* Puts the experiment together that a run is of. */
static void gather(experiment *e, const report_results *results, const report_run *any)
{
    *e = (experiment){.any = any};
    report_run_setting(any, e->setting);
    for (size_t i = 0; i < results->run_count; i++) {
        if (belongs(e, &results->runs[i])) {
            find_depth(e, depth_of(&results->runs[i]));
        }
    }
    for (size_t i = 0; i < results->run_count; i++) {
        const report_run *run = &results->runs[i];
        const int depth = belongs(e, run) ? find_depth(e, depth_of(run)) : -1;
        rule *r = depth >= 0 ? find_rule(e, run->row->setting) : NULL;
        if (r) {
            r->at[depth].run = run;
        }
    }
    choose_measure(e);
    measure(e);
    qsort(&e->rules[1], (size_t)(e->rule_count - 1), sizeof *e->rules, compare_rules);
}

/* The rule as a person reads it. */
static void name_rule(const experiment *e, const rule *r, char name[SUITE_SETTING_MAX])
{
    for (int d = 0; d < e->depth_count; d++) {
        if (r->at[d].run) {
            report_run_rule(r->at[d].run, name);
            return;
        }
    }
}

static void write_table(report_page *p, const experiment *e)
{
    char heads[DEPTHS_MAX][2][48], name[SUITE_SETTING_MAX];
    report_column columns[1 + 2 * DEPTHS_MAX] = {{"rule", false}};
    report_table t;
    for (int d = 0; d < e->depth_count; d++) {
        snprintf(heads[d][0], sizeof heads[d][0], "nodes\n depth %d", e->depths[d]);
        snprintf(heads[d][1], sizeof heads[d][1], "ratio\n depth %d", e->depths[d]);
        columns[1 + 2 * d] = (report_column){heads[d][0], true};
        columns[2 + 2 * d] = (report_column){heads[d][1], true};
    }
    report_table_start(&t, columns, 1 + 2 * e->depth_count);
    for (int i = 0; i < e->rule_count; i++) {
        name_rule(e, &e->rules[i], name);
        report_table_cell(&t, "%s", name);
        for (int d = 0; d < e->depth_count; d++) {
            const outcome *o = &e->rules[i].at[d];
            char nodes[REPORT_FIGURE_MAX], ratio[REPORT_FIGURE_MAX];
            report_count_text(nodes, o->nodes);
            report_ratio_text(ratio, &o->ratio);
            if (!o->run) {
                report_table_cell(&t, "not measured");
                report_table_cell(&t, "not measured");
                continue;
            }
            report_table_cell(&t, "%s\n %zu positions", nodes, o->run->count);
            report_table_cell(&t, "%s", i == 0 ? "1" : o->common ? ratio : "not measured");
        }
    }
    report_page_table(p, &t);
    report_table_free(&t);
}

static void draw_curves(report_page *p, const experiment *e)
{
    char title[160], name[SUITE_SETTING_MAX];
    static const char x_name[] = "depth";
    report_point points[REPORT_SERIES][DEPTHS_MAX];
    report_curve curves[REPORT_SERIES];
    int count = 0;
    for (int i = 1; i < e->rule_count && count < REPORT_SERIES; i++) {
        report_curve *c = &curves[count];
        *c = (report_curve){.points = points[count]};
        name_rule(e, &e->rules[i], name);
        snprintf(c->label, sizeof c->label, "%.*s", LABEL_SHOWN, name);
        for (int d = 0; d < e->depth_count; d++) {
            const order_ratio *r = &e->rules[i].at[d].ratio;
            if (e->rules[i].at[d].run && isfinite(r->low) && isfinite(r->high)) {
                points[count][c->count++] = (report_point){e->depths[d], r->mean, r->low, r->high};
            }
        }
        count += c->count > 0;
    }
    name_rule(e, &e->rules[0], name);
    snprintf(title, sizeof title, "Nodes, by those of %.80s%s", name,
             e->rule_count - 1 > count ? "; the rules with the fewest" : "");
    report_chart_curves(p, title, x_name, curves, count);
}

static void write_command(report_page *p, const experiment *e)
{
    char rule_text[SUITE_SETTING_MAX];
    report_commands c;
    size_t most = 0;
    if (!report_commands_start(&c)) {
        p->failed = true;
        return;
    }
    fputs("morpho-lab order", c.file);
    report_commands_word(&c, e->any->suite);
    report_commands_word(&c, "--setting");
    report_commands_word(&c, e->setting);
    for (int d = 0; d < e->depth_count; d++) {
        report_commands_number(&c, "depth", e->depths[d]);
    }
    for (int i = 0; i < e->rule_count; i++) {
        name_rule(e, &e->rules[i], rule_text);
        report_commands_word(&c, "--rule");
        report_commands_word(&c, rule_text);
        for (int d = 0; d < e->depth_count; d++) {
            const report_run *run = e->rules[i].at[d].run;
            most = run && run->count > most ? run->count : most;
        }
    }
    report_commands_number(&c, "hash", e->any->row->hash_mb);
    report_commands_number(&c, "limit", (long)most);
    report_commands_line(&c);
    char *text = report_commands_end(&c);
    if (text) {
        report_page_commands(p, "The command", text);
    }
    p->failed |= !text;
    free(text);
}

static void write_experiment(report_page *p, const experiment *e)
{
    char head[160];
    snprintf(head, sizeof head, "%.48s, setting %.40s", e->any->suite, e->setting);
    report_page_head(p, head);
    report_page_text(p,
                     "Net %08x, hash %ld MB. Ratios are geometric means over the positions that "
                     "a rule and the first one share, with bounds of 95%% by the bootstrap; "
                     "nodes are totals, which the largest trees decide.",
                     (unsigned)e->any->row->net_check, e->any->row->hash_mb);
    draw_curves(p, e);
    write_table(p, e);
    write_command(p, e);
}

/* True if an earlier run is of the same experiment, which was written with that one. */
static bool is_written(const report_results *results, const experiment *e, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (belongs(e, &results->runs[i])) {
            return true;
        }
    }
    return false;
}

void report_orders(report_page *p, const report_results *results)
{
    experiment *e = calloc(1, sizeof *e);
    int written = 0;
    report_page_section(p, "order", "Order of moves");
    report_page_text(p, "How many nodes negamax needs to a fixed depth when moves are ordered by "
                        "one rule or another, each position from cleared tables: the experiment of "
                        "Winands et al. (2004). The same command counts the same nodes on any "
                        "machine.");
    for (size_t i = 0; e && i < results->run_count; i++) {
        if (!report_run_is_order(&results->runs[i])) {
            continue;
        }
        *e = (experiment){.any = &results->runs[i]};
        report_run_setting(e->any, e->setting);
        if (!is_written(results, e, i)) {
            gather(e, results, &results->runs[i]);
            write_experiment(p, e);
            written++;
        }
    }
    if (!written) {
        report_page_text(p, "Not measured yet.");
    }
    p->failed |= !e;
    free(e);
}
