#include <math.h>
#include <stdlib.h>

#include "report_chart.h"
#include "report_comparison.h"
#include "report_run_command.h"
#include "report_sections.h"
#include "report_style.h"

static const report_column columns[] = {{"rule", false},
                                        {"solved", true},
                                        {"agreed", true},
                                        {"priors at the root\n nats, to the first rule", true},
                                        {"priors at inner nodes\n nats, to the first rule", true},
                                        {"playouts needed\n to agree as often", true},
                                        {"playouts needed\n for visits as near", true}};

static void words_of(const char *text, size_t length, char words[SUITE_SETTING_MAX])
{
    snprintf(words, SUITE_SETTING_MAX, "%.*s", (int)length, text);
}

static void add_share(report_table *t, const report_comparison *c, const report_compared *own,
                      report_aspect aspect)
{
    rule_bounded share;
    int count;
    if (report_comparison_share(c, own, aspect, c->budget, &share, &count)) {
        report_table_cell(t, "%.1f%%\n of %d", 100.0 * share.value, count);
    } else {
        report_table_cell(t, "-");
    }
}

static void add_difference(report_table *t, const report_comparison *c, const report_compared *own,
                           report_aspect aspect)
{
    rule_bounded b;
    if (own != c->rules && report_comparison_difference(c, own, aspect, &b)) {
        report_table_cell(t, "%+.3f +- %.3f", b.value, b.high - b.value);
    } else {
        report_table_cell(t, "-");
    }
}

static void add_needed(report_table *t, const report_comparison *c, const report_compared *own,
                       report_aspect aspect)
{
    char text[RULE_RATIO_MAX];
    rule_bounded b;
    if (!report_comparison_needed(c, own, aspect, &b)) {
        report_table_cell(t, "-");
        return;
    }
    rule_ratio_text(&b, text);
    report_table_cell(t, "%s", text);
}

static void name_rule(const report_compared *own, char name[SUITE_SETTING_MAX])
{
    char words[SUITE_SETTING_MAX];
    words_of(own->any->setting, own->any->setting_length, words);
    report_rule_of_words(words, name);
}

static void write_table(report_page *p, const report_comparison *c)
{
    char name[SUITE_SETTING_MAX];
    report_table t;
    report_table_start(&t, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < c->rule_count; i++) {
        const report_compared *own = &c->rules[i];
        name_rule(own, name);
        report_table_cell(&t, "%s", *name ? name : "the defaults");
        add_share(&t, c, own, REPORT_SOLVED);
        add_share(&t, c, own, REPORT_AGREED);
        add_difference(&t, c, own, REPORT_ROOT_PRIORS);
        add_difference(&t, c, own, REPORT_INNER_PRIORS);
        add_needed(&t, c, own, REPORT_AGREED);
        add_needed(&t, c, own, REPORT_VISITS);
    }
    report_page_table(p, &t);
    report_table_free(&t);
}

static void draw_bars(report_page *p, const report_comparison *c)
{
    report_bar bars[RULES_MAX];
    char name[SUITE_SETTING_MAX];
    size_t count = 0;
    for (int i = 1; i < c->rule_count; i++) {
        rule_bounded b;
        report_bar *bar = &bars[count];
        if (report_comparison_difference(c, &c->rules[i], REPORT_INNER_PRIORS, &b)) {
            name_rule(&c->rules[i], name);
            *bar = (report_bar){.value = -b.value, .low = -b.high, .high = -b.low};
            snprintf(bar->label, sizeof bar->label, "%.300s", *name ? name : "the defaults");
            snprintf(bar->text, sizeof bar->text, "%+.3f +- %.3f", bar->value, b.high - b.value);
            count++;
        }
    }
    report_chart_bars(p,
                      "How much nearer than the first rule's the priors at inner nodes are to a "
                      "long search's visits: nats",
                      bars, count, false);
}

/* How much a rule is to be seen in a picture of a few: by how far its priors are from the first
 * rule's; the first one itself before all. */
static double weight_in_picture(const report_comparison *c, int number)
{
    rule_bounded b;
    return number == 0 ? INFINITY
           : report_comparison_difference(c, &c->rules[number], REPORT_INNER_PRIORS, &b)
               ? fabs(b.value)
               : 0.0;
}

static void choose_drawn(const report_comparison *c, int drawn[REPORT_SERIES], int *count)
{
    double weights[REPORT_SERIES];
    *count = 0;
    for (int number = 0; number < c->rule_count; number++) {
        const double weight = weight_in_picture(c, number);
        int at = *count;
        while (at > 0 && weights[at - 1] < weight) {
            at--;
        }
        if (at == REPORT_SERIES) {
            continue;
        }
        *count += *count < REPORT_SERIES;
        for (int i = *count - 1; i > at; i--) {
            weights[i] = weights[i - 1];
            drawn[i] = drawn[i - 1];
        }
        weights[at] = weight;
        drawn[at] = number;
    }
}

/* The share of positions of which an aspect holds, against playouts. */
static void draw_shares(report_page *p, const report_comparison *c, report_aspect aspect,
                        const char *title)
{
    report_point points[REPORT_SERIES][RULE_CHECKPOINTS_MAX];
    report_curve curves[REPORT_SERIES];
    int drawn[REPORT_SERIES], count, positions;
    bool any = false;
    choose_drawn(c, drawn, &count);
    for (int i = 0; i < count; i++) {
        char name[SUITE_SETTING_MAX];
        rule_bounded share;
        const report_compared *own = &c->rules[drawn[i]];
        curves[i] = (report_curve){.points = points[i]};
        name_rule(own, name);
        snprintf(curves[i].label, sizeof curves[i].label, "%.300s", *name ? name : "the defaults");
        for (int k = 0; k < c->checkpoints; k++) {
            if (report_comparison_share(c, own, aspect, k, &share, &positions)) {
                points[i][curves[i].count++] =
                    (report_point){(int)lround(log2(c->playouts[k])), 100.0 * share.value,
                                   100.0 * share.low, 100.0 * share.high};
            }
        }
        any |= curves[i].count > 0;
    }
    if (any) {
        const report_axes axes = {.title = title, .x_name = "playouts", .doubling = true};
        report_chart_curves(p, &axes, curves, count);
    }
}

static void write_command(report_page *p, const report_comparison *c)
{
    const rule_row *row = c->any->rows;
    char text[SUITE_SETTING_MAX], words[SUITE_SETTING_MAX];
    report_commands commands;
    if (!report_commands_start(&commands)) {
        p->failed = true;
        return;
    }
    fputs("morpho-lab mcts", commands.file);
    words_of(row->suite, row->suite_length, text);
    report_commands_word(&commands, text);
    for (int i = 0; i < c->rule_count; i++) {
        name_rule(&c->rules[i], text);
        report_commands_word(&commands, "--rule");
        report_commands_word(&commands, text);
    }
    report_commands_number(&commands, "playouts", (long)c->playouts[c->budget]);
    report_commands_number(&commands, "reference", row->reference_playouts);
    words_of(row->reference, row->reference_length, words);
    report_rule_of_words(words, text);
    if (*text) {
        report_commands_word(&commands, "--reference-rule");
        report_commands_word(&commands, text);
    }
    report_commands_number(&commands, "hash", row->hash_mb);
    report_commands_number(&commands, "limit", (long)c->any->count);
    report_commands_line(&commands);
    char *lines = report_commands_end(&commands);
    if (lines) {
        report_page_commands(p, "The command", lines);
    }
    p->failed |= !lines;
    free(lines);
}

static void write_comparison(report_page *p, const report_comparison *c)
{
    const rule_row *row = c->any->rows;
    char head[128], reference[SUITE_SETTING_MAX];
    snprintf(head, sizeof head, "%.*s, %ld playouts", (int)row->suite_length, row->suite,
             (long)c->playouts[c->budget]);
    words_of(row->reference, row->reference_length, reference);
    report_page_head(p, head);
    report_page_text(p, "The long search: %s, %ld playouts. Net %08x, hash %ld MB.", reference,
                     row->reference_playouts, (unsigned)row->net_check, row->hash_mb);
    draw_bars(p, c);
    draw_shares(p, c, REPORT_SOLVED, "Positions solved, per cent, against playouts");
    draw_shares(p, c, REPORT_AGREED,
                "Positions with the long search's best move, per cent, against playouts");
    write_table(p, c);
    write_command(p, c);
}

static bool is_written(const report_results *results, const report_comparison *c, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (report_comparison_has(c, &results->looks[i])) {
            return true;
        }
    }
    return false;
}

void report_rules(report_page *p, const report_results *results)
{
    report_comparison *c = calloc(1, sizeof *c);
    report_page_section(p, "rules", "Rules of mcts");
    report_page_text(p, "Each position was searched with each rule, and compared with a long "
                        "search of the same position: whether the best move is the suite's, "
                        "whether it is the long search's, how far the long search's visits are "
                        "from the priors that the rule gives then (Kullback-Leibler divergence: "
                        "less is nearer), and how many playouts a rule needs to come as near as "
                        "the first rule, by what that one needs: below 1 is a gain. Bounds and "
                        "errors are of 95%%.");
    if (results->look_count == 0) {
        report_page_text(p, "Not measured yet.");
    }
    for (size_t i = 0; c && i < results->look_count; i++) {
        *c = (report_comparison){.any = &results->looks[i]};
        if (is_written(results, c, i)) {
            continue;
        }
        if (report_comparison_gather(c, results, &results->looks[i])) {
            write_comparison(p, c);
        } else {
            p->failed = true;
        }
        report_comparison_free(c);
    }
    p->failed |= !c;
    free(c);
}
