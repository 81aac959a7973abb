/* The run of `morpho-data generate`: worker processes play, and only this process writes the
 * file. */
#ifndef TOOLS_GENERATE_RUN_H
#define TOOLS_GENERATE_RUN_H

#include <stdio.h>

#include "chess/failure.h"
#include "generate_plan.h"
#include "interrupts.h"

/* Generates games until a goal of the plan is reached, or SIGINT or SIGTERM arrives; then reports
 * on `out`. A signal is the end of a plan without a goal, so that is WORK_DONE. Returns WORK_FAILED
 * and fills `why` if it could not go on. Complete games are kept in any case. attacks_init() must
 * have run. The run handles SIGINT, SIGTERM and SIGPIPE. */
work_end generate_run(const generate_plan *plan, FILE *out, failure *why);

#endif
