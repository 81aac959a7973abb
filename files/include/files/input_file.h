/* Files to read. A name must be that of a regular file: what else it may be (a folder, a pipe, a
 * device, a socket) is refused at once, where open() could wait for ever. Only what was opened for
 * this process already, /dev/stdin and /dev/fd/N, may be anything. */
#ifndef FILES_INPUT_FILE_H
#define FILES_INPUT_FILE_H

#include <stdio.h>

#include "chess/failure.h"

/* A descriptor that the caller closes; -1 and `why`, which names the file. */
int input_file_open(const char *path, failure *why);

/* The same as a stream; NULL and `why`. */
FILE *input_file_stream(const char *path, failure *why);

#endif
