/* The results of a suite: totals, and all of it as text. */
#ifndef TOOLS_SUITE_REPORT_H
#define TOOLS_SUITE_REPORT_H

#include <stdio.h>

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

/* Writes totals of each way, then a table of positions: those that one of two ways solves and the
 * other does not, or, of a single way, those that it does not solve. False and `why` if memory is
 * short. */
bool suite_report(FILE *out, const suite_plan *plan, const suite_result results[], failure *why);

#endif
