/* The suites that a command line names. */
#ifndef TOOLS_SUITE_FILES_H
#define TOOLS_SUITE_FILES_H

#include "command.h"
#include "suite.h"

/* Reads the command line's files, each as given or in the data folder; of all their positions the
 * first `limit`, if it is not 0. False and `why` on the first fault; free with suite_free() in
 * either case. */
bool suite_files_read(suite *s, const command_line *c, long limit, failure *why);

#endif
