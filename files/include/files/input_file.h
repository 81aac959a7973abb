/* Input files. A name must be that of a regular file. Other kinds (a folder, a pipe, a device, a
 * socket) are errors, because open() could wait forever. Only files that are already open in this
 * process, /dev/stdin and /dev/fd/N, may be of any kind. */
#ifndef FILES_INPUT_FILE_H
#define FILES_INPUT_FILE_H

#include <stdio.h>

#include "chess/failure.h"

/* Returns a descriptor, which the caller closes; -1 and `why`, which names the file, on failure. */
int input_file_open(const char *path, failure *why);

/* The same as a stream; NULL and `why` on failure. */
FILE *input_file_stream(const char *path, failure *why);

#endif
