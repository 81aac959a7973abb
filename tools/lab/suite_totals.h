/* What the searches of a suite came to, added up. */
#ifndef TOOLS_SUITE_TOTALS_H
#define TOOLS_SUITE_TOTALS_H

#include "suite_plan.h"

enum { SUITE_POINTS_MAX = 48 }; /* bytes of the points' text and its end */

/* One search. */
typedef struct suite_outcome {
    bool solved;
    int points, points_most;
    uint64_t nodes, solution_nodes;
    int64_t time_ms, solution_ms;
} suite_outcome;

/* What a search of a position of a suite is to totals. */
suite_outcome suite_outcome_of(const suite_result *r, const epd *e);

typedef struct suite_totals {
    size_t searches, solved;
    long points, points_most;
    uint64_t nodes;
    int64_t time_ms;
    uint64_t solution_nodes; /* the median over what was solved, the lower of two middles */
    int64_t solution_ms;
    uint64_t *all_nodes, *all_ms; /* of what was solved */
} suite_totals;

/* Begins with nothing and room for so many searches. False if memory is short. */
bool suite_totals_begin(suite_totals *t, size_t most);

void suite_totals_add(suite_totals *t, const suite_outcome *o);

/* Finds the medians and gives back the room. */
void suite_totals_end(suite_totals *t);

/* "17 of 40", or "-" where there are no points to win. */
void suite_points_text(const suite_totals *t, char text[SUITE_POINTS_MAX]);

#endif
