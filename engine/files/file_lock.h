/* Locks on files that are written. A process that appends to a file locks the file itself. A
 * process that replaces a file locks ".NAME.lock" beside it, since the file may not exist yet. Each
 * takes its own lock first and then checks for the other kind, so that at least one of two
 * processes sees the other. system/files.h has the locks. */
#ifndef FILES_FILE_LOCK_H
#define FILES_FILE_LOCK_H

#include <stdbool.h>

/* True if an open file still has this name. Another file may have taken the name meanwhile. */
bool file_has_name(int fd, const char *path);

/* The name FOLDER/.NAME.ENDING, where `path` is FOLDER/NAME. The caller frees it. Returns NULL if
 * memory is short. */
char *file_beside(const char *path, const char *ending);

#endif
