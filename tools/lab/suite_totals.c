#include "suite_totals.h"

#include <stdio.h>
#include <stdlib.h>

#include "compare.h"

suite_outcome suite_outcome_of(const suite_result *r, const epd *e)
{
    return (suite_outcome){.solved = epd_solves(e, r->best),
                           .points = epd_points(e, r->best),
                           .points_most = epd_points_most(e),
                           .nodes = r->nodes,
                           .solution_nodes = r->solution_nodes,
                           .time_ms = r->time_ms,
                           .solution_ms = r->solution_ms};
}

bool suite_totals_begin(suite_totals *t, size_t most)
{
    *t = (suite_totals){.all_nodes = calloc(most + 1, sizeof *t->all_nodes),
                        .all_ms = calloc(most + 1, sizeof *t->all_ms)};
    if (t->all_nodes && t->all_ms) {
        return true;
    }
    suite_totals_end(t);
    return false;
}

void suite_totals_add(suite_totals *t, const suite_outcome *o)
{
    t->searches++;
    t->points += o->points;
    t->points_most += o->points_most;
    t->nodes += o->nodes;
    t->time_ms += o->time_ms;
    if (o->solved) {
        t->all_nodes[t->solved] = o->solution_nodes;
        t->all_ms[t->solved++] = (uint64_t)o->solution_ms;
    }
}

static uint64_t median(uint64_t numbers[], size_t count)
{
    if (count == 0) {
        return 0;
    }
    qsort(numbers, count, sizeof *numbers, compare_counts);
    return numbers[(count - 1) / 2];
}

void suite_totals_end(suite_totals *t)
{
    t->solution_nodes = median(t->all_nodes, t->solved);
    t->solution_ms = (int64_t)median(t->all_ms, t->solved);
    free(t->all_nodes);
    free(t->all_ms);
    t->all_nodes = t->all_ms = NULL;
}

void suite_points_text(const suite_totals *t, char text[SUITE_POINTS_MAX])
{
    if (t->points_most) {
        snprintf(text, SUITE_POINTS_MAX, "%ld of %ld", t->points, t->points_most);
    } else {
        snprintf(text, SUITE_POINTS_MAX, "-");
    }
}
