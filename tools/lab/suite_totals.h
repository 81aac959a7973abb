/* The totals of the searches of a suite. */
#ifndef TOOLS_SUITE_TOTALS_H
#define TOOLS_SUITE_TOTALS_H

#include "suite_search.h"

enum { SUITE_POINTS_MAX = 48 }; /* bytes of the points' text and its end */

typedef struct suite_totals {
    size_t searches, solved;
    long long points, points_most, nodes, time_ms;
    uint64_t solution_nodes, solution_ms; /* the medians over what was solved */
} suite_totals;

/* Of a group of suite_rows. False if memory is short. */
bool suite_totals_of(const lab_group *group, suite_totals *totals);

/* "17 of 40", or "-" where there are no points to win. */
void suite_points_text(const suite_totals *t, char text[SUITE_POINTS_MAX]);

#endif
