/* The folders of a path of endgame tables, and the tables in them. */
#ifndef SYZYGY_FOLDERS_H
#define SYZYGY_FOLDERS_H

#include <stddef.h>

#include "table_file.h"

typedef struct syzygy_folders {
    char *path;        /* the folders that can be used, with separators between them */
    table_file *files; /* the tables in them, not checked yet */
    int file_count;
    size_t room;       /* of `files` */
    failure *problems; /* why folders and files are left out; has room for one failure for each */
    int problem_count;
} syzygy_folders;

/* Looks into the folders of a path, with system_list_separator between them. Returns false and
 * fills `why` if the path names no folder, none of them can be used, or memory is short. If two
 * folders have a file of one name, only the first one counts. The caller frees the result, also
 * after a failure. */
bool syzygy_folders_find(syzygy_folders *f, const char *path, failure *why);
void syzygy_folders_free(syzygy_folders *f);

#endif
