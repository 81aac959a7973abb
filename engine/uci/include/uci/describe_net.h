/* The shell command `describenet`: what a net file holds. */
#ifndef UCI_DESCRIBE_NET_H
#define UCI_DESCRIBE_NET_H

#include "uci/engine.h"
#include "uci/writer.h"

/* Writes the nets of a file, of WeightsFile or of the program if `path` is "": the architecture,
 * the weights and the score scale of each net, then the tensors. Returns false and fills `why` if
 * the file is not a valid net file. */
bool describe_net_run(const char *path, const settings *s, writer *out, failure *why);

#endif
