/* The results of a suite, as text. */
#ifndef TOOLS_SUITE_REPORT_H
#define TOOLS_SUITE_REPORT_H

#include <stdio.h>

#include "suite_search.h"

/* Writes totals of each way, then a table of positions: those that one of two ways solves and the
 * other does not, or, of a single way, those that it does not solve. False and `why` if memory is
 * short. */
bool suite_report(FILE *out, const suite_plan *plan, const suite_result results[], failure *why);

#endif
