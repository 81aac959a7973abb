/* The kind of a file behind a name. */
#ifndef FILES_FILE_KIND_H
#define FILES_FILE_KIND_H

#include <sys/stat.h>

/* NULL for a regular file, else a text such as "it is a named pipe, not a regular file". */
const char *file_kind_fault(mode_t mode);

/* N for /dev/fd/N and for the names of the first three descriptors; -1 for all other names. */
int file_kind_descriptor(const char *path);

#endif
