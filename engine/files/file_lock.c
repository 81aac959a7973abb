#include "file_lock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/files.h"

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
