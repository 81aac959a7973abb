/* A text file that appears whole or not at all. */
#ifndef TOOLS_WHOLE_FILE_H
#define TOOLS_WHOLE_FILE_H

#include <stddef.h>

#include "chess/failure.h"

/* Writes `path` through a temporary file beside it that is synced and renamed, so that a full disk
 * or a kill leaves what was there. What is no regular file (a pipe, /dev/stdout) is written to
 * directly. False and `why` on any fault. */
bool whole_file_write(const char *path, const char *text, size_t size, failure *why);

#endif
