#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/environment.h"

bool system_variable(const char *name, char *value, size_t size)
{
    const char *found = getenv(name);
    if (found && size > 0) {
        snprintf(value, size, "%s", strlen(found) < size ? found : "");
    }
    return found != NULL;
}

void system_variable_set(const char *name, const char *value)
{
    setenv(name, value, 1);
}

bool system_config_folder(char *path, size_t size)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    int length = 0;
    if (folder && folder[0] == '/') {
        length = snprintf(path, size, "%s", folder);
    } else if (home && home[0]) {
        length = snprintf(path, size, "%s/.config", home);
    }
    return length > 0 && (size_t)length < size;
}
