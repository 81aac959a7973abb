/* The file of options that the program reads at its start. A line is `NAME = VALUE` with any UCI
 * option, or empty, or a comment that begins with #. */
#ifndef UCI_CONFIG_FILE_H
#define UCI_CONFIG_FILE_H

#include "uci/engine.h"

enum { CONFIG_PATH_MAX = 4096 };

/* The path of the file that is read if the command line does not name one: that in the environment
 * variable MORPHO_CONFIG, which may be empty for none; else morpho.conf in the folder that
 * system_config_folder() names. Returns false if there is no such path, or if it is too
 * long. */
bool config_path(char path[CONFIG_PATH_MAX]);

/* Is told of each line that is not valid: "FILE:LINE: reason". */
typedef void config_listener(void *user, const char *problem);

/* Sets the options of a file. A line that is not valid is skipped and reported. Returns false and
 * fills `why` if the file cannot be read. */
bool config_read(const char *path, engine *e, config_listener *listener, void *user, failure *why);

#endif
