/* Locks on files that are written. A process that appends to a file locks the file itself. A
 * process that replaces a file locks ".NAME.lock" beside it, since the file may not exist yet. Each
 * takes its own lock first and then checks for the other kind, so that at least one of two
 * processes sees the other. */
#ifndef FILES_FILE_LOCK_H
#define FILES_FILE_LOCK_H

#include <stdbool.h>

/* Locks a whole open file until the process closes it (POSIX). Returns false if another process has
 * the lock. Returns true if the lock is ours, or if the file system has no locks. */
bool file_lock(int fd);

/* True if another process has locked the file of this name. */
bool file_is_locked(const char *path);

/* True if an open file still has this name: another file may have taken it. */
bool file_has_name(int fd, const char *path);

/* The name of the file behind symbolic links, or a copy of `path` if it is no link. The caller
 * frees it. Returns NULL and sets errno if the link is broken or memory is short. */
char *file_behind(const char *path);

/*  */
char *file_beside(const char *path, const char *ending);

#endif
