#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report_list.h"
#include "report_sections.h"
#include "suite_report.h"

static const report_column columns[] = {
    {"suite", false}, {"search", false}, {"limit", false},  {"solved", true},
    {"points", true}, {"nodes", true},   {"seconds", true}, {"to solution, median", true}};

static void add_row(report_table *t, const report_results *results, const void *item)
{
    const suite_row *run = report_suite_of(item);
    char points[SUITE_POINTS_MAX], nodes[REPORT_FIGURE_MAX], solution[REPORT_FIGURE_MAX];
    suite_totals sum;
    if (!suite_totals_of(item, &sum)) {
        t->failed = true;
        return;
    }
    suite_points_text(&sum, points);
    report_count_text(nodes, sum.nodes);
    report_count_text(solution, sum.solution_nodes);
    report_table_cell(t, "%s", run->suite);
    report_table_cell(t, "%s\n %s", search_algorithm_words[run->by], run->setting);
    report_table_cell(t, "%s\n hash %lld MB%s%s", run->limit, run->hash_mb,
                      suite_by_time(run) ? ", " : "",
                      suite_by_time(run) ? run->origin.machine : "");
    report_table_cell(t, "%zu of %zu%s\n %.1f%%", sum.solved, sum.searches,
                      report_mark(results, run->origin.bench),
                      100.0 * (double)sum.solved / (double)sum.searches);
    report_table_cell(t, "%s", points);
    report_table_cell(t, "%s", nodes);
    report_table_cell(t, "%.1f", 1e-3 * (double)sum.time_ms);
    report_table_cell(t, "%s nodes\n %" PRIu64 " ms", solution, sum.solution_ms);
}

static void add_command(report_commands *c, const void *item)
{
    const lab_group *group = item;
    const suite_row *run = report_suite_of(group);
    char text[SETTING_RULE_MAX], word[SETTING_WORDS_MAX];
    const char *at = run->setting;
    fputs("morpho-lab suite", c->file);
    report_commands_word(c, run->suite);
    fprintf(c->file, " --search %s", search_algorithm_words[run->by]);
    setting_word(&at, word, sizeof word);
    if (run->by == SEARCH_NEGAMAX) {
        report_commands_word(c, "--setting");
        report_commands_word(c, word);
    }
    setting_rule(run->setting, text);
    for (at = text; setting_word(&at, word, sizeof word);) {
        report_commands_word(c, "--set");
        report_commands_word(c, word);
    }
    report_commands_pairs(c, run->limit);
    report_commands_number(c, "hash", (long)run->hash_mb);
    report_commands_number(c, "limit", (long)group->count);
    report_commands_line(c);
}

static int compare_runs(const void *left, const void *right)
{
    const lab_group *a = *(const lab_group *const *)left, *b = *(const lab_group *const *)right;
    const suite_row *x = report_suite_of(a), *y = report_suite_of(b);
    int order = strcmp(x->suite, y->suite);
    order = order ? order : (x->by > y->by) - (x->by < y->by);
    order = order ? order : strcmp(x->setting, y->setting);
    order = order ? order : strcmp(x->limit, y->limit);
    return order ? order : (a > b) - (a < b);
}

void report_section_suite(report_page *p, const report_results *results)
{
    const report_list list = {columns, sizeof columns / sizeof *columns, add_row, add_command};
    size_t count = 0;
    const void **runs = calloc(results->suites.count + 1, sizeof *runs);
    report_page_section(p, "suites", "Test suites");
    report_page_text(
        p,
        "Each position was searched from a cleared search of one thread. It is solved if the final "
        "move is a best move of the suite and is not a move to avoid. Nodes are playouts for mcts "
        "and positions for negamax, so equal numbers do not mean equal work. The nodes and the "
        "time to solution are those after which the final move was the best move in all reports.");
    for (size_t i = 0; runs && i < results->suites.count; i++) {
        if (!report_is_order(&results->suites.list[i])) {
            runs[count++] = &results->suites.list[i];
        }
    }
    p->failed |= !runs;
    if (runs) {
        qsort(runs, count, sizeof *runs, compare_runs);
    }
    report_list_write(p, &list, results, runs, count);
    free(runs);
}
