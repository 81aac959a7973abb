/* The run of `morpho-data relabel`. */
#ifndef TOOLS_RELABEL_RUN_H
#define TOOLS_RELABEL_RUN_H

#include <stdio.h>

#include "interrupts.h"
#include "relabel_plan.h"

/* Reads all inputs once to check them and to count the chosen positions. Then relabels them, or
 * continues where a run with the same plan and inputs ended, until all is done or SIGINT or SIGTERM
 * arrives, and reports on `out` (game_work.h). The games of the output have the order of the
 * inputs; games without a chosen position are left out. It fails too if the inputs changed while
 * they were judged. */
work_end relabel_run(const relabel_plan *plan, FILE *out, failure *why);

#endif
