/* The folders of a path of endgame tables. */
#ifndef SYZYGY_FOLDERS_H
#define SYZYGY_FOLDERS_H

#include <stdlib.h>

#include "chess/failure.h"

/* The largest number of pieces of a table. */
enum { SYZYGY_PIECES_MAX = 7 };

/* A path, and its folders as parts of it, none of which is empty. */
typedef struct syzygy_folders {
    char *text;
    const char **names;
    int count;
} syzygy_folders;

/* Splits a path at its separators (system_list_separator). Returns false and fills `why` if it
 * names no folder or memory is short. The caller frees the result, also after a failure. */
bool syzygy_folders_split(syzygy_folders *f, const char *path, failure *why);
void syzygy_folders_free(syzygy_folders *f);

#endif
