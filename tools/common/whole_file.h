/* A file that appears whole or not at all. */
#ifndef TOOLS_WHOLE_FILE_H
#define TOOLS_WHOLE_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "chess/failure.h"

/* Writes what belongs in the file. False, with errno set, on any fault. */
typedef bool whole_file_writer(const void *context, FILE *file);

/* Makes `path` through a temporary file beside it that is synced and renamed, so that a full disk
 * or a kill leaves what was there. What is no regular file (a pipe, /dev/stdout) is written to
 * directly. False and `why` on any fault. */
bool whole_file_make(const char *path, whole_file_writer *write_it, const void *context,
                     failure *why);

/* The same for a text at hand. */
bool whole_file_write(const char *path, const char *text, size_t size, failure *why);

#endif
