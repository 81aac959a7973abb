/* Who writes a file. A process that appends to a file locks the file itself. One that replaces it
 * locks ".NAME.lock" beside it, since the file may not be there yet. Each takes its own lock first
 * and then looks for the other kind, so that at least one of two processes sees the other. */
#ifndef FILE_LOCK_H
#define FILE_LOCK_H

#include <stdbool.h>

/* Locks an open file as a whole until the process closes it (POSIX). False if another process has
 * the lock; true if it is ours, or if this medium knows no locks. */
bool file_lock(int fd);

/* True if another process has locked the file of that name. */
bool file_is_locked(const char *path);

/* True if an open file still has this name: another one may have taken it over. */
bool file_has_name(int fd, const char *path);

/* The name of the file behind symbolic links, or `path` itself if it is no link; to be freed. NULL
 * and errno if the link leads nowhere or memory is short. */
char *file_behind(const char *path);

/* "FOLDER/.NAME.ENDING" for "FOLDER/NAME"; to be freed. NULL if memory is short. */
char *file_beside(const char *path, const char *ending);

#endif
