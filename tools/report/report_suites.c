#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report_chart.h"
#include "report_run_command.h"
#include "report_sections.h"

static const report_column columns[] = {
    {"suite", false}, {"search", false}, {"limit", false},  {"solved", true},
    {"points", true}, {"nodes", true},   {"seconds", true}, {"to solution, median", true}};

/* False if memory is short. */
static bool add_up(const report_run *run, suite_totals *t)
{
    if (!suite_totals_begin(t, run->count)) {
        return false;
    }
    for (size_t i = 0; i < run->count; i++) {
        suite_totals_add(t, &run->positions[i].outcome);
    }
    suite_totals_end(t);
    return true;
}

static void add_row(report_table *t, const report_run *run, const suite_totals *sum)
{
    char points[SUITE_POINTS_MAX], nodes[REPORT_FIGURE_MAX], solution[REPORT_FIGURE_MAX];
    suite_points_text(sum, points);
    report_count_text(nodes, sum->nodes);
    report_count_text(solution, sum->solution_nodes);
    report_table_cell(t, "%s", run->suite);
    report_table_cell(t, "%s\n %s", search_algorithm_words[run->row->by], run->row->setting);
    report_table_cell(t, "%s\n hash %ld MB", run->row->limit, run->row->hash_mb);
    report_table_cell(t, "%zu of %zu\n %.1f%%", sum->solved, run->count,
                      100.0 * (double)sum->solved / (double)run->count);
    report_table_cell(t, "%s", points);
    report_table_cell(t, "%s", nodes);
    report_table_cell(t, "%.1f", 1e-3 * (double)sum->time_ms);
    report_table_cell(t, "%s nodes\n %" PRId64 " ms", solution, sum->solution_ms);
}

static void add_command(report_commands *c, const report_run *run)
{
    char text[SUITE_SETTING_MAX], *rest = NULL;
    fputs("morpho-lab suite", c->file);
    report_commands_word(c, run->suite);
    fprintf(c->file, " --search %s", search_algorithm_words[run->row->by]);
    report_run_setting(run, text);
    if (run->row->by == SEARCH_NEGAMAX) {
        report_commands_word(c, "--setting");
        report_commands_word(c, text);
    }
    if (strchr(run->row->setting, ' ')) {
        report_run_rule(run, text);
        for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
            report_commands_word(c, "--set");
            report_commands_word(c, word);
        }
    }
    report_run_limit(c, run);
    report_commands_number(c, "hash", run->row->hash_mb);
    report_commands_number(c, "limit", (long)run->count);
    report_commands_line(c);
}

static void make_bar(report_bar *bar, const report_run *run, const suite_totals *sum)
{
    const double share = 100.0 * (double)sum->solved / (double)run->count;
    snprintf(bar->label, sizeof bar->label, "%s, %s %.120s, %s", run->suite,
             search_algorithm_words[run->row->by], run->row->setting, run->row->limit);
    snprintf(bar->text, sizeof bar->text, "%zu of %zu", sum->solved, run->count);
    bar->value = bar->low = bar->high = share;
}

static int compare_runs(const void *left, const void *right)
{
    const report_run *a = *(const report_run *const *)left, *b = *(const report_run *const *)right;
    int order = strcmp(a->suite, b->suite);
    order = order ? order : (a->row->by > b->row->by) - (a->row->by < b->row->by);
    order = order ? order : strcmp(a->row->setting, b->row->setting);
    order = order ? order : strcmp(a->row->limit, b->row->limit);
    return order ? order : (a > b) - (a < b);
}

/* What is written: the table's rows, the commands and the bars of the same runs. */
static bool collect(const report_run **runs, size_t count, report_table *t, report_commands *c,
                    report_bar *bars)
{
    for (size_t i = 0; i < count; i++) {
        suite_totals sum;
        if (!add_up(runs[i], &sum)) {
            return false;
        }
        add_row(t, runs[i], &sum);
        add_command(c, runs[i]);
        make_bar(&bars[i], runs[i], &sum);
    }
    return true;
}

static void write_all(report_page *p, const report_run **runs, size_t count, report_bar *bars)
{
    report_table t;
    report_commands c;
    report_table_start(&t, columns, sizeof columns / sizeof *columns);
    const bool started = report_commands_start(&c);
    const bool good = started && collect(runs, count, &t, &c, bars);
    char *commands = started ? report_commands_end(&c) : NULL;
    if (good && commands) {
        report_chart_bars(p, "Positions solved, in per cent", bars, count, true);
        report_page_table(p, &t);
        report_page_commands(p, "The commands, in the order of the table", commands);
    }
    p->failed |= !good || !commands;
    report_table_free(&t);
    free(commands);
}

void report_suites(report_page *p, const report_results *results)
{
    size_t count = 0;
    const report_run **runs = calloc(results->run_count + 1, sizeof *runs);
    report_bar *bars = calloc(results->run_count + 1, sizeof *bars);
    report_page_section(p, "suites", "Test suites");
    report_page_text(p, "Each position was searched from a cleared search of one thread; it is "
                        "solved if the move found is one that its suite wants. Nodes are playouts "
                        "of mcts and positions of negamax: the same number of both is not the same "
                        "work. To solution is when the answer stood for good.");
    for (size_t i = 0; runs && i < results->run_count; i++) {
        if (!report_run_is_order(&results->runs[i])) {
            runs[count++] = &results->runs[i];
        }
    }
    if (!runs || !bars) {
        p->failed = true;
    } else if (count == 0) {
        report_page_text(p, "Not measured yet.");
    } else {
        qsort(runs, count, sizeof *runs, compare_runs);
        write_all(p, runs, count, bars);
    }
    free(runs);
    free(bars);
}
