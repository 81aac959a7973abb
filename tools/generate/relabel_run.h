/* The run of `morpho-data relabel`: worker processes judge, and only this process reads the inputs
 * and writes the output. */
#ifndef TOOLS_RELABEL_RUN_H
#define TOOLS_RELABEL_RUN_H

#include <stdio.h>

#include "interrupts.h"
#include "relabel_plan.h"

/* Reads all inputs once to check them and to count the chosen positions. Then relabels them, or
 * continues where a run with the same plan and inputs ended, until all is done or SIGINT or SIGTERM
 * arrives; then reports on `out`. The games of the output have the order of the inputs; games
 * without a chosen position are left out. Returns WORK_FAILED and fills `why` if it could not go
 * on, or if the inputs changed while they were judged; complete games are kept in any case.
 * attacks_init() must have run. It handles SIGINT, SIGTERM and SIGPIPE. */
work_end relabel_run(const relabel_plan *plan, FILE *out, failure *why);

#endif
