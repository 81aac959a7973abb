/* Files that grow while a program runs: records and logs. Only one process at a time writes such a
 * file, and not while another process is about to replace it (whole_file.h). */
#ifndef FILES_GROWING_FILE_H
#define FILES_GROWING_FILE_H

#include "base/failure.h"

/* Opens a regular file for reading and writing, or creates it, and locks it. The caller closes the
 * descriptor, which ends the lock. A process that was forked meanwhile has the lock too. Returns -1
 * and fills `why`, which names the file, if it cannot be opened, is not a regular file, or another
 * process writes it. */
int growing_file_open(const char *path, failure *why);

#endif
