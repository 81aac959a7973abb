#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "report_list.h"
#include "report_sections.h"

static const report_column columns[] = {
    {"suite", false},
    {"threads", true},
    {"depth", true},
    {"time to depth\n relative to one thread", true},
    {"nodes a second\n one thread", true},
    {"nodes a second\n threads", true},
    {"nodes a second\n relative to searches side by side", true},
    {"machine", false}};

/* Whole nodes a second, however odd a record is. */
static void write_rate(char text[REPORT_FIGURE_MAX], double rate)
{
    report_count_text(text, (uint64_t)fmin(rate, 1e15));
}

static void add_row(report_table *t, const report_results *results, const void *item)
{
    const lab_group *group = item;
    char ratio[BOUNDED_TEXT_MAX], one[REPORT_FIGURE_MAX], shared[REPORT_FIGURE_MAX];
    const threads_row *m = threads_row_at(group, 0);
    threads_figures f;
    if (!threads_sum(group, &f)) {
        t->failed = true;
        return;
    }
    bounded_text(&f.time, 3, ratio);
    write_rate(one, f.one);
    write_rate(shared, f.shared);
    report_table_cell(t, "%s\n %zu %s", m->suite, group->count,
                      plural(group->count, "position", "positions"));
    report_table_cell(t, "%lld", m->threads);
    report_table_cell(t, "%lld", m->depth);
    report_table_cell(t, "%s%s", ratio, report_mark(results, m->origin.bench));
    report_table_cell(t, "%s", one);
    report_table_cell(t, "%s", shared);
    report_table_cell(t, "%.3f", f.shared / f.beside);
    report_table_cell(t, "%s\n net %08x, hash %lld MB", m->origin.machine, (unsigned)m->net,
                      m->hash_mb);
}

static void add_command(report_commands *c, const void *item)
{
    const lab_group *group = item;
    const threads_row *m = threads_row_at(group, 0);
    fputs("morpho-lab threads", c->file);
    report_commands_word(c, m->suite);
    report_commands_number(c, "threads", (long)m->threads);
    report_commands_number(c, "depth", (long)m->depth);
    report_commands_number(c, "hash", (long)m->hash_mb);
    report_commands_number(c, "limit", (long)group->count);
    report_commands_line(c);
}

void report_section_threads(report_page *p, const report_results *results)
{
    const report_list list = {columns, sizeof columns / sizeof *columns, add_row, add_command};
    const void **groups = calloc(results->threads.count + 1, sizeof *groups);
    report_page_section(p, "threads", "Threads");
    report_page_text(
        p, "The table shows what more threads are worth to negamax: their time to a depth (the "
           "geometric mean of the positions' ratios, with 95%% bounds) and their nodes a second. "
           "Times depend on the machine, and two runs give different times.");
    p->failed |= !groups;
    for (size_t i = 0; groups && i < results->threads.count; i++) {
        groups[i] = &results->threads.list[i];
    }
    report_list_write(p, &list, results, groups, groups ? results->threads.count : 0);
    free(groups);
}
