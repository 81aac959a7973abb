/* Makes the engine's net file from checkpoints and from nets of other net files. */
#ifndef TOOLS_TRAIN_EXPORT_H
#define TOOLS_TRAIN_EXPORT_H

#include "train_plan.h"

/* Writes a net file of a value and a policy net, and tells to `out` what went into it. Each is the
 * net of this kind of a net file, unchanged, or a checkpoint, which is rounded to the integers of
 * nn/net.h, by the training positions if the plan names data (train_rounding.h). A net file that
 * cannot be written, and files that cannot be read, are reported before the data are read. Returns
 * false and fills `why` on any error. */
bool train_export(const train_plan *plan, const char *const files[NET_KINDS], const char *net_path,
                  FILE *out, failure *why);

#endif
