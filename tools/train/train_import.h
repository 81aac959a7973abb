/* The way back from train_export(): a net of the engine's net file becomes a net that can be
 * trained. */
#ifndef TOOLS_TRAIN_IMPORT_H
#define TOOLS_TRAIN_IMPORT_H

#include "train_net.h"

/* True if the file begins like a net file, whether or not the rest is sound. */
bool train_import_knows(const char *path);

/* Reads a net with the weights that its integers stand for, and no moments. The caller frees it by
 * train_net_free(). Returns NULL and fills `why` if the file is missing or damaged, or has no net
 * of this kind. */
train_net *train_import(const char *path, train_kind kind, failure *why);

#endif
