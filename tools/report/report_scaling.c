#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chess/plural.h"
#include "report_sections.h"
#include "report_text.h"

static const report_column columns[] = {
    {"suite", false},
    {"threads", true},
    {"depth", true},
    {"time to depth\n by one thread's", true},
    {"nodes a second\n one thread", true},
    {"nodes a second\n threads", true},
    {"nodes a second\n by those of searches side by side", true},
    {"machine", false}};

/* Whole nodes a second, however odd a record is. */
static void write_rate(char text[REPORT_FIGURE_MAX], double rate)
{
    report_count_text(text, (uint64_t)fmin(rate, 1e15));
}

static void add_row(report_table *t, const report_threads *m)
{
    char ratio[REPORT_FIGURE_MAX], one[REPORT_FIGURE_MAX], shared[REPORT_FIGURE_MAX];
    const scaling_figures f = scaling_sum(m->positions, (int)m->count);
    report_ratio_text(ratio, &(order_ratio){f.speedup[0], f.speedup[1], f.speedup[2]});
    write_rate(one, f.rate[SCALING_ONE]);
    write_rate(shared, f.rate[SCALING_SHARED]);
    report_table_cell(t, "%s\n %zu %s", m->suite, m->count,
                      plural(m->count, "position", "positions"));
    report_table_cell(t, "%d", m->setup.threads);
    report_table_cell(t, "%d", m->setup.depth);
    report_table_cell(t, "%s", ratio);
    report_table_cell(t, "%s", one);
    report_table_cell(t, "%s", shared);
    report_table_cell(t, "%.3f", f.rate[SCALING_SHARED] / f.rate[SCALING_BESIDE]);
    report_table_cell(t, "%s\n net %08x, hash %ld MB", m->setup.machine,
                      (unsigned)m->setup.net_check, m->setup.hash_mb);
}

static void add_command(report_commands *c, const report_threads *m)
{
    fputs("morpho-lab threads", c->file);
    report_commands_word(c, m->suite);
    report_commands_number(c, "threads", m->setup.threads);
    report_commands_number(c, "depth", m->setup.depth);
    report_commands_number(c, "hash", m->setup.hash_mb);
    report_commands_number(c, "limit", (long)m->count);
    report_commands_line(c);
}

void report_scaling(report_page *p, const report_results *results)
{
    report_table t;
    report_commands c;
    report_page_section(p, "threads", "Threads");
    report_page_text(p, "What more threads are worth to negamax: how much sooner they reach a "
                        "depth (the geometric mean of the positions' ratios, with bounds of 95%%), "
                        "and how many nodes a second they search. Times are of the machine, and no "
                        "two runs give the same.");
    if (results->thread_count == 0) {
        report_page_text(p, "Not measured yet.");
        return;
    }
    report_table_start(&t, columns, sizeof columns / sizeof *columns);
    const bool started = report_commands_start(&c);
    for (size_t i = 0; started && i < results->thread_count; i++) {
        add_row(&t, &results->threads[i]);
        add_command(&c, &results->threads[i]);
    }
    char *commands = started ? report_commands_end(&c) : NULL;
    report_page_table(p, &t);
    if (commands) {
        report_page_commands(p, "The commands, in the order of the table", commands);
    }
    p->failed |= !commands;
    report_table_free(&t);
    free(commands);
}
