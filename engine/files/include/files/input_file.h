/* Input files. A name must be that of a regular file. Other kinds (a folder, a pipe, a device, a
 * socket) are errors, because some of them would let open() or a read wait forever. Only files that
 * are already open in this process may be of any kind: /dev/stdin, /dev/fd/N and the like. */
#ifndef FILES_INPUT_FILE_H
#define FILES_INPUT_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/failure.h"

/* Opens a file for reading. Returns a descriptor, which the caller closes, or -1 and fills `why`,
 * which names the file. For a file that is already open it is a duplicate, which has the same
 * offset. */
int input_file_open(const char *path, failure *why);

/* The same as a stream, which the caller closes; NULL on failure. */
FILE *input_file_stream(const char *path, failure *why);

/* True if a name is that of a file that is already open in this process. Its bytes can be read only
 * once. */
bool input_file_is_open(const char *path);

#endif
