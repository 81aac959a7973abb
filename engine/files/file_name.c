#include "file_name.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 5 };

const char *file_kind_fault(system_kind kind)
{
    return kind == SYSTEM_REGULAR  ? NULL
           : kind == SYSTEM_FOLDER ? "it is a folder, not a regular file"
           : kind == SYSTEM_PIPE   ? "it is a named pipe, not a regular file"
           : kind == SYSTEM_SOCKET ? "it is a socket, not a regular file"
                                   : "it is a device, not a regular file";
}

int file_descriptor_of(const char *path)
{
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char folder[] = "/dev/fd/";
    for (int i = 0; i < 3; i++) {
        if (strcmp(path, names[i]) == 0) {
            return i;
        }
    }
    if (strncmp(path, folder, sizeof folder - 1) != 0) {
        return -1;
    }
    const char *number = path + sizeof folder - 1;
    const size_t digits = strspn(number, "0123456789");
    const bool is_number = digits > 0 && digits <= DIGITS_MAX && !number[digits];
    return is_number ? (int)strtol(number, NULL, 10) : -1;
}

bool file_has_name(int fd, const char *path)
{
    system_status opened, named;
    return system_look_at_open(fd, &opened) && system_look(path, &named) &&
           system_same_file(&opened, &named);
}

char *file_beside(const char *path, const char *ending)
{
    const char *name = system_name_in(path);
    const size_t size = strlen(path) + strlen(ending) + sizeof "..";
    char *beside = malloc(size);
    if (beside) {
        snprintf(beside, size, "%.*s.%s.%s", (int)(name - path), path, name, ending);
    }
    return beside;
}
