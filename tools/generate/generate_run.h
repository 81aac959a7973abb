/* The run of `morpho-data generate`. */
#ifndef TOOLS_GENERATE_RUN_H
#define TOOLS_GENERATE_RUN_H

#include <stdio.h>

#include "base/failure.h"
#include "generate_plan.h"
#include "interrupts.h"

/* Generates games until a goal of the plan is reached, or SIGINT or SIGTERM arrives, and reports on
 * `out` (game_work.h). A signal is the end of a plan without a goal, so that is WORK_DONE. */
work_end generate_run(const generate_plan *plan, FILE *out, failure *why);

#endif
