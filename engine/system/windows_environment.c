#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "system/environment.h"
#include "windows_text.h"

enum { VALUE_MAX = 1 << 15 }; /* of Windows */

bool system_variable(const char *name, char *value, size_t size)
{
    wchar_t *wide_name = windows_wide(name), wide[VALUE_MAX] = L"";
    SetLastError(ERROR_SUCCESS);
    const bool is_set = wide_name && (GetEnvironmentVariableW(wide_name, wide, VALUE_MAX) > 0 ||
                                      GetLastError() == ERROR_SUCCESS);
    char *found = is_set ? windows_utf8(wide) : NULL;
    if (is_set && size > 0) {
        snprintf(value, size, "%s", found && strlen(found) < size ? found : "");
    }
    free(wide_name);
    free(found);
    return is_set;
}

void system_variable_set(const char *name, const char *value)
{
    wchar_t *wide_name = windows_wide(name), *wide_value = windows_wide(value);
    if (wide_name && wide_value) {
        _wputenv_s(wide_name, wide_value);
    }
    free(wide_name);
    free(wide_value);
}

bool system_config_folder(char *path, size_t size)
{
    return system_variable("APPDATA", path, size) && path[0] != '\0';
}
