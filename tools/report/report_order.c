#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "order_report.h"
#include "report_order_experiment.h"
#include "report_sections.h"

enum { DRAWN_MAX = 9 }; /* rules in a picture, with the measure */

/* True if a rule differs from the setting only in the ordering rule and its increments. */
static bool is_order(const report_experiment *e, const report_rule *r)
{
    static const char *const own[] = {"QuietRule=", "HistoryIncrement=", "ButterflyIncrement="};
    char words[SETTING_RULE_MAX], word[SETTING_RULE_MAX];
    report_experiment_rule(e, r, words);
    for (const char *at = words; setting_word(&at, word, sizeof word);) {
        bool known = false;
        for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
            known |= strncmp(word, own[i], strlen(own[i])) == 0;
        }
        if (!known) {
            return false;
        }
    }
    return r->known;
}

/* True for the best rule of each QuietRule, but not for the measure. */
static bool is_best_of_kind(const report_experiment *e, int number)
{
    for (int i = 1; i < number; i++) {
        if (setting_value(&e->rules[i].techniques, "QuietRule") ==
                setting_value(&e->rules[number].techniques, "QuietRule") &&
            is_order(e, &e->rules[i])) {
            return false;
        }
    }
    return number > 0 && is_order(e, &e->rules[number]);
}

/* Rules that stand in the tables of increments are left out, but for the measure and the best. */
static bool is_in_table(const report_experiment *e, int number)
{
    return number == 0 || is_best_of_kind(e, number) ||
           !report_increments_have(e, &e->rules[number]);
}

/* The most positions that one rule was searched on. */
static size_t positions_of(const report_experiment *e)
{
    size_t most = 0;
    for (int i = 0; i < e->rule_count; i++) {
        for (int d = 0; d < e->depth_count; d++) {
            const lab_group *run = e->rules[i].at[d].run;
            most = run && run->count > most ? run->count : most;
        }
    }
    return most;
}

/* A rule's nodes at a depth, and their ratios to the measure's. */
static void add_outcome(report_table *t, const report_outcome *o, bool measure, size_t usual)
{
    char nodes[REPORT_FIGURE_MAX], ratio[BOUNDED_TEXT_MAX], fewer[REPORT_FIGURE_MAX] = "";
    char totals[BOUNDED_TEXT_MAX + 2] = "";
    if (!o->run) {
        report_table_cell(t, "%s", "");
        return;
    }
    report_count_text(nodes, o->figure.nodes);
    report_ratio_text(o, ratio);
    if (!measure && o->figure.common) {
        char text[BOUNDED_TEXT_MAX];
        bounded_text(&o->figure.totals, 3, text);
        snprintf(totals, sizeof totals, "\n %s", text);
    }
    if (o->run->count != usual) {
        snprintf(fewer, sizeof fewer, "\n %zu %s", o->run->count,
                 plural(o->run->count, "position", "positions"));
    }
    report_table_cell(t, "%s\n %s%s%s", nodes, measure ? "1" : ratio, totals, fewer);
}

static void write_table(report_page *p, const report_experiment *e)
{
    char heads[REPORT_DEPTHS_MAX][48], name[SETTING_RULE_MAX];
    report_column columns[1 + REPORT_DEPTHS_MAX] = {{"rule", false}};
    report_table t;
    const size_t usual = positions_of(e);
    for (int d = 0; d < e->depth_count; d++) {
        snprintf(heads[d], sizeof heads[d], "depth %d\n nodes, both ratios", e->depths[d]);
        columns[1 + d] = (report_column){heads[d], true};
    }
    report_table_start(&t, columns, 1 + e->depth_count);
    for (int i = 0; i < e->rule_count; i++) {
        if (!is_in_table(e, i)) {
            continue;
        }
        report_experiment_rule(e, &e->rules[i], name);
        report_table_cell(&t, "%s", name);
        for (int d = 0; d < e->depth_count; d++) {
            add_outcome(&t, &e->rules[i].at[d], i == 0, usual);
        }
    }
    report_page_table(p, &t);
    report_table_free(&t);
}

/* True if a rule needs so many nodes that its curve would flatten the others. */
static bool is_far_off(const report_experiment *e, int number)
{
    for (int d = 0; d < e->depth_count; d++) {
        const report_outcome *o = &e->rules[number].at[d];
        if (o->run && o->figure.ratio.value > 1.1) {
            return true;
        }
    }
    return false;
}

/* Draws the best rule of each kind. */
static void draw_curves(report_page *p, const report_experiment *e)
{
    char title[160], names[DRAWN_MAX][SETTING_RULE_MAX];
    order_figure figures[DRAWN_MAX * REPORT_DEPTHS_MAX];
    order_table t = {.depth_count = e->depth_count, .figures = figures};
    memcpy(t.depths, e->depths, (size_t)e->depth_count * sizeof *e->depths);
    for (int i = 0; i < e->rule_count && t.rule_count < DRAWN_MAX; i++) {
        if (i > 0 && (!is_best_of_kind(e, i) || is_far_off(e, i))) {
            continue;
        }
        report_experiment_rule(e, &e->rules[i], names[t.rule_count]);
        t.names[t.rule_count] = names[t.rule_count];
        for (int d = 0; d < e->depth_count; d++) {
            *order_figure_at(&t, t.rule_count, d) = e->rules[i].at[d].figure;
        }
        t.rule_count++;
    }
    failure why;
    if (p->format == REPORT_HTML && t.rule_count > 1) {
        snprintf(title, sizeof title, "Nodes relative to those of %.80s%s", names[0],
                 e->rule_count > t.rule_count ? "; the best of each QuietRule, up to 1.1" : "");
        report_page_figure(p, order_report_inline(report_page_chart(p), &t, title, &why), &why);
    }
}

/* True if two depths were searched by the same rules and on as many positions, so that the same
 * commands do both. */
static bool are_alike(const report_experiment *e, int a, int b)
{
    for (int i = 0; i < e->rule_count; i++) {
        const lab_group *x = e->rules[i].at[a].run, *y = e->rules[i].at[b].run;
        if (!x != !y || (x && x->count != y->count)) {
            return false;
        }
    }
    return true;
}

/* The command for the depths from `first` to before `end`: the measure, and the rules that were
 * searched on so many positions. */
static void write_command(report_commands *c, const report_experiment *e, int first, int end,
                          size_t positions)
{
    char text[SETTING_RULE_MAX];
    fputs("morpho-lab order", c->file);
    report_commands_word(c, report_suite_of(e->any)->suite);
    report_commands_word(c, "--setting");
    const char *words = e->setting;
    setting_word(&words, text, sizeof text);
    report_commands_word(c, text);
    while (setting_word(&words, text, sizeof text)) {
        report_commands_word(c, *text == '+' ? "--on" : "--off");
        report_commands_word(c, text + 1);
    }
    for (int d = first; d < end; d++) {
        report_commands_number(c, "depth", e->depths[d]);
    }
    for (int i = 0; i < e->rule_count; i++) {
        const lab_group *run = e->rules[i].at[first].run;
        if (run && (i == 0 || run->count == positions)) {
            report_experiment_rule(e, &e->rules[i], text);
            report_commands_word(c, "--rule");
            report_commands_word(c, text);
        }
    }
    report_commands_number(c, "hash", (long)report_suite_of(e->any)->hash_mb);
    report_commands_number(c, "limit", (long)positions);
    report_commands_line(c);
}

/* True if a rule before this one was searched on as many positions at a depth. */
static bool is_count_written(const report_experiment *e, int depth, int number)
{
    for (int i = 0; i < number; i++) {
        const lab_group *run = e->rules[i].at[depth].run;
        if (run && run->count == e->rules[number].at[depth].run->count) {
            return true;
        }
    }
    return false;
}

/* The commands for these depths. A command has one limit, so each number of positions has a command
 * of its own. */
static void write_depths(report_commands *c, const report_experiment *e, int first, int end)
{
    for (int i = 0; i < e->rule_count; i++) {
        const lab_group *run = e->rules[i].at[first].run;
        if (run && !is_count_written(e, first, i)) {
            write_command(c, e, first, end, run->count);
        }
    }
}

static void write_commands(report_page *p, const report_experiment *e)
{
    report_commands c;
    if (!report_commands_start(&c, p)) {
        return;
    }
    for (int first = 0, end; first < e->depth_count; first = end) {
        for (end = first + 1; end < e->depth_count && are_alike(e, first, end);) {
            end++;
        }
        write_depths(&c, e, first, end);
    }
    report_commands_write(&c, p, "The commands");
}

static void write_experiment(report_page *p, const report_results *results,
                             const report_experiment *e)
{
    char head[SUITE_FILE_MAX + SETTING_WORDS_MAX + 16];
    snprintf(head, sizeof head, "%s, setting %s", report_suite_of(e->any)->suite, e->setting);
    report_page_head(p, head);
    report_page_text(
        p,
        "Net %08x, hash %lld MB, %zu %s unless a note says otherwise%s. Nodes are totals, which "
        "depend mostly on the positions with the largest trees. The first ratio is the geometric "
        "mean over the positions that a rule and the first rule share. The second one is that of "
        "their totals over these positions. Both have 95%% bounds by the bootstrap.",
        (unsigned)report_suite_of(e->any)->net, report_suite_of(e->any)->hash_mb, positions_of(e),
        plural(positions_of(e), "position", "positions"),
        report_build_text(results, report_suite_of(e->any)->origin.bench));
    if (e->left_out > 0) {
        report_page_text(
            p, "%d %s left out: there is room for the greatest %d depths and for %d rules.",
            e->left_out, plural((uint64_t)e->left_out, "run is", "runs are"), REPORT_DEPTHS_MAX,
            REPORT_RULES_MAX);
    }
    draw_curves(p, e);
    write_table(p, e);
    report_increments(p, e);
    write_commands(p, e);
}

/* True if an earlier run is of the same experiment, which was written with that one. */
static bool is_written(const report_results *results, const report_experiment *e, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (report_experiment_same(e, &results->suites.list[i])) {
            return true;
        }
    }
    return false;
}

void report_section_order(report_page *p, const report_results *results)
{
    report_experiment *e = calloc(1, sizeof *e);
    int written = 0;
    report_page_section(p, "order", "Order of moves");
    report_page_text(
        p, "The nodes that negamax needs to a fixed depth with each rule of move ordering, from "
           "cleared tables at each position. This is the experiment of Winands et al. (2004). The "
           "same command counts the same nodes on any machine.");
    for (size_t i = 0; e && i < results->suites.count; i++) {
        if (!report_is_order(&results->suites.list[i])) {
            continue;
        }
        report_experiment_begin(e, results, &results->suites.list[i]);
        if (!is_written(results, e, i)) {
            report_experiment_gather(e, results, &results->suites.list[i]);
            write_experiment(p, results, e);
            written++;
        }
    }
    if (!written) {
        report_page_text(p, "Not measured yet.");
    }
    p->failed |= !e;
    free(e);
}
