#include "suite_totals.h"

#include <stdio.h>
#include <stdlib.h>

#include "statistics.h"

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
        totals->nodes += row->nodes;
        totals->time_ms += row->time_ms;
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
