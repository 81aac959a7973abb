/* Paths of data files. A file is looked for at the given path, then in the data folder. */
#ifndef TOOLS_DATA_PATH_H
#define TOOLS_DATA_PATH_H

#include <stdbool.h>

#include "base/failure.h"

#define DATA_PATH_VARIABLE "MORPHO_DATA" /* environment variable with the data folder */

enum { DATA_PATH_MAX = 4096 }; /* bytes of a path with its NUL */

/* Finds an existing file: `name` itself, or else `name` in the data folder. The data folder is
 * `folder` or, if that is NULL, the environment's MORPHO_DATA. An absolute name is not looked for
 * there. Returns false and fills `why`, with the places that were searched, if there is no such
 * file; then `path` is unspecified. */
bool data_path_find(const char *name, const char *folder, char path[DATA_PATH_MAX], failure *why);

/* Files that a command writes or reads; NULLs are skipped. */
typedef struct data_paths {
    const char *const *names;
    int count;
} data_paths;

/* Returns true if no output is the same file as another output or an input, whatever their names.
 * Inputs are found as by data_path_find(). Outputs that are no regular files, such as /dev/null,
 * are not compared. Otherwise fills `why`. */
bool data_paths_apart(data_paths outputs, data_paths inputs, const char *folder, failure *why);

/* Returns true if the files can be read more than once. Otherwise `why` names one that cannot, such
 * as /dev/stdin. */
bool data_path_repeatable(const char *const names[], int count, failure *why);

#endif
