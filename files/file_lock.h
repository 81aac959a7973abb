/* Locks on files that are written. A process that appends to a file locks the file itself. A
 * process that replaces a file locks ".NAME.lock" beside it, since the file may not exist yet. Each
 * takes its own lock first and then checks for the other kind, so that at least one of two
 * processes sees the other. */
#ifndef FILES_FILE_LOCK_H
#define FILES_FILE_LOCK_H

#include <stdbool.h>

/* Locks a whole file that is open for writing. Returns false if another process has the lock, and
 * true if the lock is ours or if the file system has no locks. The lock ends as soon as this
 * process closes any descriptor of the file (POSIX). */
bool file_lock(int fd);

/* True if another process has locked the file of this name. It opens and closes the file, so a lock
 * of this process on it ends. */
bool file_is_locked(const char *path);

/* True if an open file still has this name. Another file may have taken the name meanwhile. */
bool file_has_name(int fd, const char *path);

/* The name of the file to which a symbolic link leads, or a copy of `path` if it is no link. The
 * caller frees it. Returns NULL and sets errno if the link is broken or memory is short. */
char *file_behind(const char *path);

/* The name FOLDER/.NAME.ENDING, where `path` is FOLDER/NAME. The caller frees it. Returns NULL if
 * memory is short. */
char *file_beside(const char *path, const char *ending);

#endif
