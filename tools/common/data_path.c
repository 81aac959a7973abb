#include "data_path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/input_file.h"
#include "system/files.h"

/* Joins the parts of a path. Returns false if it is too long. */
static bool join(char path[DATA_PATH_MAX], const char *folder, const char *slash, const char *name)
{
    int length = snprintf(path, DATA_PATH_MAX, "%s%s%s", folder, slash, name);
    return length >= 0 && length < DATA_PATH_MAX;
}

bool data_path_find(const char *name, const char *folder, char path[DATA_PATH_MAX], failure *why)
{
    if (!join(path, "", "", name)) {
        return fail(why, "%.60s...: the name is too long", name);
    }
    if (access(path, F_OK) == 0) {
        return true;
    }
    int fault = errno;
    if (!folder) {
        folder = getenv(DATA_PATH_VARIABLE);
    }
    if (name[0] == '/' || fault != ENOENT) {
        return fail(why, "%s: cannot be opened: %s", name, strerror(fault));
    }
    if (!folder || !*folder) {
        return fail(why, "%s: there is no such file, and no data folder is set (--data-dir or %s)",
                    name, DATA_PATH_VARIABLE);
    }
    if (!join(path, folder, "/", name)) {
        return fail(why, "%.60s...: the data folder's name is too long", folder);
    }
    return access(path, F_OK) == 0 || fail(why, "%s: there is no such file here, nor in %s: %s",
                                           name, folder, strerror(errno));
}

/* Compares an output with other files. `written` is what is at its place, or NULL. Inputs are found
 * as by data_path_find(). */
static bool is_apart(const char *output, const system_status *written, data_paths others,
                     bool inputs, const char *folder, failure *why)
{
    char found[DATA_PATH_MAX];
    system_status there;
    failure lost;
    for (int i = 0; i < others.count; i++) {
        const char *other = others.names[i], *path = other;
        if (!other) {
            continue;
        }
        if (inputs && data_path_find(other, folder, found, &lost)) {
            path = found;
        }
        const bool same = written && system_look(path, &there) && system_same_file(&there, written);
        if (same || strcmp(output, other) == 0) {
            return fail(why, "%s and %s are one file: the output needs one of its own", output,
                        other);
        }
    }
    return true;
}

bool data_paths_apart(data_paths outputs, data_paths inputs, const char *folder, failure *why)
{
    for (int i = 0; i < outputs.count; i++) {
        const char *output = outputs.names[i];
        const data_paths later = {outputs.names + i + 1, outputs.count - i - 1};
        system_status status;
        const bool exists = output && system_look(output, &status);
        if (!output || (exists && status.kind != SYSTEM_REGULAR)) {
            continue;
        }
        const system_status *written = exists ? &status : NULL;
        if (!is_apart(output, written, later, false, folder, why) ||
            !is_apart(output, written, inputs, true, folder, why)) {
            return false;
        }
    }
    return true;
}

bool data_path_repeatable(const char *const names[], int count, failure *why)
{
    for (int i = 0; i < count; i++) {
        if (input_file_is_open(names[i])) {
            return fail(why,
                        "%s: it can be read only once, and this reads its inputs twice; name a "
                        "file",
                        names[i]);
        }
    }
    return true;
}
