/* The kind of a file behind a name. */
#ifndef FILES_FILE_KIND_H
#define FILES_FILE_KIND_H

#include "system/files.h"

/* NULL for a regular file, else a constant text such as "it is a named pipe, not a regular
 * file". */
const char *file_kind_fault(system_kind kind);

/* N for /dev/fd/N; 0, 1 and 2 for /dev/stdin, /dev/stdout and /dev/stderr; -1 for all other
 * names. */
int file_kind_descriptor(const char *path);

#endif
