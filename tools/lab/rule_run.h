/* The searches of an experiment with rules. */
#ifndef TOOLS_RULE_RUN_H
#define TOOLS_RULE_RUN_H

#include "rule_plan.h"

/* Searches every position with the reference and with each rule to each checkpoint, each from a
 * cleared search of one thread, and fills results->best and results->cells, which the caller has
 * made. What the record `out` holds already is taken from it, what is new is added at once; without
 * a name (NULL) there is no record. On a terminal a line of standard error shows how far it is.
 * `searched` counts the searches of this run. False and `why` if memory is short, the nets do not
 * fit, a position has no legal move, or the record cannot be read or written; what it holds then
 * stays good. */
bool rule_run(const rule_plan *plan, const suite *s, const char *out, rule_results *results,
              long *searched, failure *why);

#endif
