#include "suite_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess/san.h"
#include "statistics.h"

enum { WANTED_MAX = 40, LINE_WIDTH = 100 };

bool suite_totals_of(const lab_group *group, suite_totals *totals)
{
    uint64_t *nodes = calloc(2 * group->count + 1, sizeof *nodes);
    *totals = (suite_totals){.searches = group->count};
    if (!nodes) {
        return false;
    }
    uint64_t *times = nodes + group->count;
    for (size_t i = 0; i < group->count; i++) {
        const suite_row *row = suite_row_at(group, i);
        totals->points += row->points;
        totals->points_most += row->points_most;
        totals->nodes += (uint64_t)row->nodes;
        totals->time_ms += (uint64_t)row->time_ms;
        if (row->solved) {
            nodes[totals->solved] = (uint64_t)row->solution_nodes;
            times[totals->solved++] = (uint64_t)row->solution_ms;
        }
    }
    totals->solution_nodes = median_of(nodes, totals->solved);
    totals->solution_ms = median_of(times, totals->solved);
    free(nodes);
    return true;
}

void suite_points_text(const suite_totals *t, char text[SUITE_POINTS_MAX])
{
    if (t->points_most) {
        snprintf(text, SUITE_POINTS_MAX, "%lld of %lld", t->points, t->points_most);
    } else {
        snprintf(text, SUITE_POINTS_MAX, "-");
    }
}

static const char *name_of(const suite_way *way)
{
    return search_algorithm_words[way->by];
}

/* False if memory is short. */
static bool print_totals(FILE *out, const suite_plan *plan, const suite_result results[], int way)
{
    char points[SUITE_POINTS_MAX];
    suite_totals t;
    lab_group group;
    bool good = suite_group(plan, results, way, &group);
    if (good && (good = suite_totals_of(&group, &t))) {
        suite_points_text(&t, points);
        fprintf(out,
                "%-8s %5zu of %-5zu %5.1f%%  %-17s %13" PRIu64 " %9.1f s %12" PRIu64 " %8" PRIu64
                " ms\n",
                name_of(&plan->ways[way]), t.solved, t.searches,
                100.0 * (double)t.solved / (double)t.searches, points, t.nodes,
                (double)t.time_ms / 1000.0, t.solution_nodes, t.solution_ms);
    }
    lab_group_free(&group);
    return good;
}

/* Appends a move and what precedes it, if it fits. */
static void add_word(char text[WANTED_MAX], const char *before, const position *pos, move m)
{
    char san[SAN_TEXT_MAX];
    const size_t used = strlen(text);
    san_write(pos, m, san);
    snprintf(text + used, WANTED_MAX - used, "%s%s%s", used ? " " : "", before, san);
}

static void write_wanted(char text[WANTED_MAX], const epd *e)
{
    text[0] = 0;
    for (int i = 0; i < e->best.count; i++) {
        add_word(text, "", &e->pos, e->best.move[i]);
    }
    for (int i = 0; i < e->avoid.count; i++) {
        add_word(text, "not ", &e->pos, e->avoid.move[i]);
    }
}

/* An answer: "+Qg6 3.41" with + if it is a solution. */
static void print_answer(FILE *out, const epd *e, const suite_result *r)
{
    char san[SAN_TEXT_MAX], score[SUITE_SCORE_MAX];
    const bool is_mate = *r->row.score == 'm';
    const long value = strtol(strchr(r->row.score, ' '), NULL, 10);
    san_write(&e->pos, r->best, san);
    if (is_mate) {
        snprintf(score, sizeof score, "#%ld", value);
    } else {
        snprintf(score, sizeof score, "%+.2f", (double)value / 100.0);
    }
    fprintf(out, "  %c %-8s %7s", r->row.solved ? '+' : '-', san, score);
}

/* The result of a position in one of the ways. */
static const suite_result *result_of(const suite_plan *plan, const suite_result results[], int way,
                                     int index)
{
    return &results[way * plan->suite->count + index];
}

static int count_solvers(const suite_plan *plan, const suite_result results[], int index)
{
    int solvers = 0;
    for (int way = 0; way < plan->way_count; way++) {
        solvers += result_of(plan, results, way, index)->row.solved == 1;
    }
    return solvers;
}

static void print_row(FILE *out, const suite_plan *plan, const suite_result results[], int index)
{
    const suite_position *p = &plan->suite->positions[index];
    char wanted[WANTED_MAX];
    write_wanted(wanted, &p->epd);
    fprintf(out, "%-28.28s %-20s", p->name, wanted);
    for (int way = 0; way < plan->way_count; way++) {
        print_answer(out, &p->epd, result_of(plan, results, way, index));
    }
    fputc('\n', out);
}

/* The positions that one of two ways solves, or that a single way does not solve. */
static void print_table(FILE *out, const suite_plan *plan, const suite_result results[])
{
    const bool both = plan->way_count > 1;
    int rows = 0;
    for (int i = 0; i < plan->suite->count; i++) {
        if (count_solvers(plan, results, i) != (both ? 1 : 0)) {
            continue;
        }
        if (!rows++) {
            fprintf(out, "\n%s\n%-28s %-20s",
                    both ? "Solved by one search only:" : "Not solved:", "position", "wanted");
            for (int way = 0; way < plan->way_count; way++) {
                fprintf(out, "    %-16s", name_of(&plan->ways[way]));
            }
            fputc('\n', out);
        }
        print_row(out, plan, results, i);
    }
}

/* Names in lines. */
static void print_unsolved(FILE *out, const suite_plan *plan, const suite_result results[])
{
    int width = 0;
    for (int i = 0; i < plan->suite->count; i++) {
        const suite_position *p = &plan->suite->positions[i];
        if (count_solvers(plan, results, i) > 0) {
            continue;
        }
        const int length = (int)strlen(p->name) + 2;
        if (!width || width + length > LINE_WIDTH) {
            fputs(width ? "\n  " : "\nSolved by neither:\n  ", out);
            width = 2;
        } else {
            fputs("  ", out);
        }
        fputs(p->name, out);
        width += length;
    }
    if (width) {
        fputc('\n', out);
    }
}

bool suite_report(FILE *out, const suite_plan *plan, const suite_result results[], failure *why)
{
    for (int i = 0; i < plan->way_count; i++) {
        const suite_way *way = &plan->ways[i];
        fprintf(out, "%-8s %s, hash %zu, %s, net %08" PRIx32 "\n", name_of(way), way->limit,
                plan->hash_mb, way->setting, results[0].row.net);
    }
    fprintf(out, "\n%-8s %-20s  %-17s %13s %11s %12s %11s\n", "search", "solved", "points", "nodes",
            "time", "to solution:", "(medians)");
    for (int i = 0; i < plan->way_count; i++) {
        if (!print_totals(out, plan, results, i)) {
            return fail(why, "not enough memory for the totals");
        }
    }
    print_table(out, plan, results);
    if (plan->way_count > 1) {
        print_unsolved(out, plan, results);
    }
    return true;
}
