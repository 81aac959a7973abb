/* From checkpoints to the net file that the engine reads. */
#ifndef TOOLS_TRAIN_EXPORT_H
#define TOOLS_TRAIN_EXPORT_H

#include <stdio.h>

#include "train_plan.h"

/* Rounds a value and a policy checkpoint, and a negamax checkpoint if there is one, to the integers
 * of nn/net.h, writes the net file and prints what rounding did. If the plan names data, value and
 * policy nets are rounded by the training positions, see train_round.h, and what rounding cost on
 * the held-out ones is printed, see train_rounding.h. False and `why` on any fault; the net file
 * stands if only the comparison failed. */
bool train_export(const train_plan *plan, const char *const checkpoint[TRAIN_KINDS],
                  const char *net_path, FILE *out, failure *why);

#endif
