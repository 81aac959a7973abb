#include "folders.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "system/files.h"

enum { FILE_PATH_MAX = 8192, NAME_SHOWN_MAX = 256 };

static bool no_memory(failure *why)
{
    return fail(why, "not enough memory for endgame tables");
}

/* Cuts a list of files off. */
static void drop_files(syzygy_folders *f, int count)
{
    while (f->file_count > count) {
        free(f->files[--f->file_count].path);
    }
}

void syzygy_folders_free(syzygy_folders *f)
{
    drop_files(f, 0);
    free(f->path);
    free(f->files);
    free(f->problems);
    *f = (syzygy_folders){.path = NULL};
}

static bool join(char path[FILE_PATH_MAX], const char *folder, const char *name, failure *why)
{
    const int length = snprintf(path, FILE_PATH_MAX, "%s/%s", folder, name);
    return (length > 0 && length < FILE_PATH_MAX) || fail(why, "the name of a table is too long");
}

/* True if one of the first `count` files has the name of the last part of a path. */
static bool is_hidden(const syzygy_folders *f, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(system_name_in(f->files[i].path), name) == 0) {
            return true;
        }
    }
    return false;
}

static bool keep_file(syzygy_folders *f, const table_file *file, const char *path, failure *why)
{
    const int count = f->file_count;
    table_file *larger = array_room(f->files, sizeof *larger, &f->room, (size_t)count + 1);
    if (!larger) {
        return no_memory(why);
    }
    f->files = larger;
    f->files[count] = *file;
    f->files[count].path = strdup(path);
    f->file_count += f->files[count].path != NULL;
    return f->file_count > count || no_memory(why);
}

/* Adds the file of a name in a folder, if it is a table. The library would wait for ever for what
 * is no file. */
static bool add_file(syzygy_folders *f, int before, const char *folder, const char *name,
                     failure *why)
{
    char path[FILE_PATH_MAX];
    table_file file;
    system_status status;
    if (!table_file_read_name(&file, name) || is_hidden(f, before, name)) {
        return true;
    }
    if (!join(path, folder, name, why)) {
        return false;
    }
    if (!system_look(path, &status)) {
        return fail(why, "%.*s: %s", NAME_SHOWN_MAX, path, strerror(errno));
    }
    if (status.kind != SYSTEM_REGULAR) {
        return fail(why, "%.*s: it is no file, so its folder cannot be used", NAME_SHOWN_MAX, path);
    }
    file.bytes = status.bytes;
    atomic_init(&file.state, TABLE_UNCHECKED);
    return keep_file(f, &file, path, why);
}

/* Adds the tables of a folder, or none. */
static bool add_folder(syzygy_folders *f, const char *folder, failure *why)
{
    const int before = f->file_count;
    system_folder *opened = system_folder_open(folder);
    const char *name;
    bool good = true;
    if (!opened) {
        return fail(why, "%.*s: %s", NAME_SHOWN_MAX, folder, strerror(errno));
    }
    while (good && (name = system_folder_next(opened)) != NULL) {
        good = add_file(f, before, folder, name, why);
    }
    system_folder_close(opened);
    if (!good) {
        drop_files(f, before);
    }
    return good;
}

/* Adds the folders of a text, which is cut into them. */
static bool add_folders(syzygy_folders *f, char *text, failure *why)
{
    char *rest = text;
    for (char *name = strtok_r(text, system_list_separator, &rest); name;
         name = strtok_r(NULL, system_list_separator, &rest)) {
        if (add_folder(f, name, &f->problems[f->problem_count])) {
            strcat(f->path, f->path[0] ? system_list_separator : "");
            strcat(f->path, name);
        } else {
            f->problem_count++;
        }
    }
    if (f->path[0]) {
        return true;
    }
    return fail(why, "%s", f->problem_count ? f->problems[0].text : "the path names no folder");
}

/* Makes room for problems of the files, too. */
static bool take_room(syzygy_folders *f, failure *why)
{
    const size_t room = (size_t)f->problem_count + (size_t)f->file_count + 1;
    failure *larger = realloc(f->problems, room * sizeof *larger);
    if (!larger) {
        return no_memory(why);
    }
    f->problems = larger;
    return true;
}

bool syzygy_folders_find(syzygy_folders *f, const char *path, failure *why)
{
    const size_t size = strlen(path) + 1;
    *f = (syzygy_folders){.path = calloc(1, size),
                          .problems = malloc((size / 2 + 1) * sizeof *f->problems)};
    char *text = strdup(path);
    const bool good = (f->path && f->problems && text) || no_memory(why);
    const bool found = good && add_folders(f, text, why) && take_room(f, why);
    free(text);
    return found;
}
