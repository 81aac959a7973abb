/* The searches of a suite's run. */
#ifndef TOOLS_SUITE_RUN_H
#define TOOLS_SUITE_RUN_H

#include "suite_plan.h"

/* Searches every position with every search that the plan uses, each from a cleared search of one
 * thread, and fills results[SEARCH_ALGORITHMS * s->count] (suite_result_at()). What the record
 * `out` holds already is taken from it, what is new is added at once; without a name (NULL) there
 * is no record. A status line on standard error shows how far it is. `searched` counts the
 * searches of this run. False and `why` if memory is short, the nets do not fit, or the record
 * cannot be read or written; what it holds then stays good. */
bool suite_run(const suite_plan *plan, const suite *s, const char *out, suite_result *results,
               int *searched, failure *why);

#endif
