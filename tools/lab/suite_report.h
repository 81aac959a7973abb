/* The results of a suite as text. */
#ifndef TOOLS_SUITE_REPORT_H
#define TOOLS_SUITE_REPORT_H

#include <stdio.h>

#include "suite_search.h"

enum { SUITE_POINTS_MAX = 48 }; /* bytes of the points' text with its NUL */

/* The sums over a group of searches. */
typedef struct suite_totals {
    size_t searches, solved;
    long long points, points_most;
    uint64_t nodes, time_ms;
    uint64_t solution_nodes, solution_ms; /* the medians over the positions that were solved */
} suite_totals;

/* Adds up a group of suite_rows. False if memory is short. */
bool suite_totals_of(const lab_group *group, suite_totals *totals);

/* "17 of 40", or "-" if the suite gives no points. */
void suite_points_text(const suite_totals *t, char text[SUITE_POINTS_MAX]);

/* Writes the totals of one or two ways, and tables of positions: of two ways those that only one of
 * them solves and those that neither solves, of one way those that it does not solve. `results` are
 * as suite_search() fills them. Returns false and fills `why` if memory is short. */
bool suite_report(FILE *out, const suite_plan *plan, const suite_result results[], failure *why);

#endif
