/* Makes the engine's net file from checkpoints. */
#ifndef TOOLS_TRAIN_EXPORT_H
#define TOOLS_TRAIN_EXPORT_H

#include "train_plan.h"

/* Rounds a value and a policy checkpoint, and a negamax checkpoint if there is one, to the integers
 * of nn/net.h, writes the net file, and tells to `out` what went into it. If the plan names data,
 * nets with paired sums are rounded with the training positions (train_rounding.h). A net file that
 * cannot be written, and checkpoints that cannot be read, are reported before the data are read.
 * Returns false and fills `why` on any error. */
bool train_export(const train_plan *plan, const char *const checkpoint[NET_KINDS],
                  const char *net_path, FILE *out, failure *why);

#endif
