/* Who writes a file. A process that lets one grow claims the file itself; one that replaces it
 * claims ".NAME.lock" beside it, since the file may not be there yet. Each makes its own claim
 * first and then looks for the other kind, so that of two at least one sees the other. */
#ifndef FILE_CLAIM_H
#define FILE_CLAIM_H

#include <stdbool.h>

/* Claims an open file until the process closes it, whole, by a lock of POSIX. False if another
 * process has it; true if it is ours, or if this medium knows no locks. */
bool file_claim(int fd);

/* True if another process has claimed the file of that name. */
bool file_is_claimed(const char *path);

/* True if an open file still has this name: another one may have taken it over. */
bool file_has_name(int fd, const char *path);

/* The name of the file behind symbolic links, or `path` itself if it is no link; to be freed. NULL
 * and errno if the link leads nowhere or memory is short. */
char *file_behind(const char *path);

/* "FOLDER/.NAME.ENDING" for "FOLDER/NAME"; to be freed. NULL if memory is short. */
char *file_beside(const char *path, const char *ending);

#endif
