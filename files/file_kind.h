/* What stands behind a name. */
#ifndef FILE_KIND_H
#define FILE_KIND_H

#include <sys/stat.h>

/* NULL for a regular file; else what it is instead: "it is a named pipe, ...". */
const char *file_kind_fault(mode_t mode);

/* N of /dev/fd/N, and of the names that stand for the first three; -1 for all others. */
int file_kind_descriptor(const char *path);

#endif
