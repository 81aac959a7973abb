/* From checkpoints to the net file that the engine reads. */
#ifndef TOOLS_TRAIN_EXPORT_H
#define TOOLS_TRAIN_EXPORT_H

#include <stdio.h>

#include "train_net.h"

/* Rounds a value and a policy checkpoint, and a negamax checkpoint unless its path is NULL, to the
 * integers of nn/net.h, writes the net file and prints what rounding did. False and `why` on any
 * fault. */
bool train_export(const char *value_path, const char *policy_path, const char *negamax_path,
                  const char *net_path, FILE *out, failure *why);

#endif
