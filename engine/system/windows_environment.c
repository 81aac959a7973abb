#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "system/environment.h"
#include "windows_text.h"

/* A copy of the value of a variable, which the caller frees; NULL if it is not set. */
static char *value_of(const wchar_t *name)
{
    char *value = NULL;
    SetLastError(ERROR_SUCCESS);
    const DWORD size = GetEnvironmentVariableW(name, NULL, 0);
    if (size == 0) {
        return GetLastError() == ERROR_ENVVAR_NOT_FOUND ? NULL : calloc(1, 1);
    }
    wchar_t *wide = calloc(size, sizeof *wide);
    if (wide && GetEnvironmentVariableW(name, wide, size) < size) {
        value = windows_utf8(wide);
    }
    free(wide);
    return value;
}

bool system_variable(const char *name, char *value, size_t size)
{
    wchar_t *wide = windows_wide(name);
    char *found = wide ? value_of(wide) : NULL;
    const size_t length = found ? strlen(found) : 0;
    if (found && length < size) {
        memcpy(value, found, length + 1);
    } else if (found && size > 0) {
        *value = '\0';
    }
    const bool is_set = found != NULL;
    free(wide);
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
