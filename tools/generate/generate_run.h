/* `morpho-data generate` at work: worker processes play, this process alone writes the file. */
#ifndef TOOLS_GENERATE_RUN_H
#define TOOLS_GENERATE_RUN_H

#include <stdio.h>

#include "chess/failure.h"
#include "generate_plan.h"

/* Generates until a goal of the plan is reached, or SIGINT or SIGTERM arrives, and says on `out`
 * what was made. False and `why` if it could not go on; whole games are kept in any case.
 * attacks_init() must have run. Takes over the handling of SIGINT, SIGTERM and SIGPIPE. */
bool generate_run(const generate_plan *plan, FILE *out, failure *why);

#endif
