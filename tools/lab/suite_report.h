/* What a suite's run came to, as text. */
#ifndef TOOLS_SUITE_REPORT_H
#define TOOLS_SUITE_REPORT_H

#include <stdio.h>

#include "suite_plan.h"

/* Writes totals for each search used, then a table of positions: where the two searches disagree,
 * one solving and the other not, or, of a single search, what it did not solve. All results of the
 * searches used are known. False and `why` if memory is short. */
bool suite_report(FILE *out, const suite_plan *plan, const suite *s, suite_result *results,
                  failure *why);

#endif
