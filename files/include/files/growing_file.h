/* Files that grow while a program runs: records, logs. One process at a time writes such a file,
 * and no process writes a file that another one is about to replace (whole_file.h). */
#ifndef FILES_GROWING_FILE_H
#define FILES_GROWING_FILE_H

#include "chess/failure.h"

/* Opens a regular file for reading and writing, or creates it, and locks it until the descriptor is
 * closed. If this process closes another descriptor of the same file, the lock ends too (POSIX).
 * Returns -1 and fills `why`, which names the file, if it cannot be opened, is not a regular file,
 * or another process writes it. */
int growing_file_open(const char *path, failure *why);

#endif
