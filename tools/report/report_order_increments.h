/* The increments of the history heuristic and of relative history, side by side. */
#ifndef TOOLS_REPORT_ORDER_INCREMENTS_H
#define TOOLS_REPORT_ORDER_INCREMENTS_H

#include "report_order_experiment.h"
#include "report_page.h"

/* True if a rule has a place in these tables: it differs only in its increments from its setting
 * with schaeffer or relative. */
bool report_increments_have(const report_experiment *e, const report_rule *r);

/* A table for each depth at which relative history was searched, as Tables 1 and 2 of Winands et
 * al. (2004); nothing, if it was at none. */
void report_increments(report_page *p, const report_experiment *e);

#endif
