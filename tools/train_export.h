/* From checkpoints to the net file that the engine reads. */
#ifndef TOOLS_TRAIN_EXPORT_H
#define TOOLS_TRAIN_EXPORT_H

#include <stdio.h>

#include "train_plan.h"

/* Rounds a value and a policy checkpoint to the integers of nn/net.h, writes the net file and
 * prints what rounding did; if the plan names data, also what it cost on the held-out positions,
 * see train_rounding.h. False and `why` on any fault; the net file stands if only the comparison
 * failed. */
bool train_export(const train_plan *plan, const char *value_path, const char *policy_path,
                  const char *net_path, FILE *out, failure *why);

#endif
