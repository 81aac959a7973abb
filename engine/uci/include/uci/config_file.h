/* The file of options that the program reads at its start. A line is `NAME = VALUE` with any UCI
 * option, or empty, or a comment that begins with #. */
#ifndef UCI_CONFIG_FILE_H
#define UCI_CONFIG_FILE_H

#include "uci/engine.h"

enum { CONFIG_PATH_MAX = 4096 };

/* Called for each line that is not valid, with "FILE:LINE: reason". */
typedef void config_listener(void *user, const char *problem);

/* Sets the options of a file. A line that is not valid is skipped and reported. Returns false and
 * fills `why` if the file cannot be read. */
bool config_read(const char *path, engine *e, config_listener *listener, void *user, failure *why);

/* Reads the file that is used if the command line names none. The environment variable
 * MORPHO_CONFIG names it; then it must exist. If the variable is empty, no file is read. Without
 * the variable the file is morpho.conf in the folder that system_config_folder() names, and need
 * not exist. */
bool config_read_usual(engine *e, config_listener *listener, void *user, failure *why);

#endif
