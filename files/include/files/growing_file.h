/* Files that grow while a program works: records, logs. One process at a time writes one, and none
 * writes what another one is about to replace (see whole_file.h). */
#ifndef FILES_GROWING_FILE_H
#define FILES_GROWING_FILE_H

#include "chess/failure.h"

/* Opens a regular file to read and to write, or creates it, and locks it until the descriptor is
 * closed. If this process closes any other descriptor of the same file, that ends the lock too
 * (POSIX).
 * -1 and `why`, which names the file: it cannot be opened, is no regular file, or another process
 * writes it. */
int growing_file_open(const char *path, failure *why);

#endif
