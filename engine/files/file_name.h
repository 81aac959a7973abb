/* File names: the file behind a name, and names for files beside it.
 *
 * A process that appends to a file locks the file itself. A process that replaces a file locks
 * ".NAME.lock" beside it, since the file may not exist yet. Each takes its own lock first and then
 * checks for the other kind, so that at least one of two processes sees the other. system/files.h
 * has the locks. */
#ifndef FILES_FILE_NAME_H
#define FILES_FILE_NAME_H

#include "system/files.h"

/* NULL for a regular file, else a constant text such as "it is a named pipe, not a regular
 * file". */
const char *file_kind_fault(system_kind kind);

/* N for /dev/fd/N; 0, 1 and 2 for /dev/stdin, /dev/stdout and /dev/stderr; -1 for all other
 * names. */
int file_descriptor_of(const char *path);

/* True if an open file still has this name. Another file may have taken the name meanwhile. */
bool file_has_name(int fd, const char *path);

/* The name FOLDER/.NAME.ENDING, where `path` is FOLDER/NAME. The caller frees it. Returns NULL if
 * memory is short. */
char *file_beside(const char *path, const char *ending);

#endif
