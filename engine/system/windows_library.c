#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "system/library.h"
#include "windows_text.h"

static bool fail_by_last_error(const char *file, failure *why)
{
    wchar_t wide[FAILURE_TEXT_MAX] = L"";
    FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, GetLastError(),
                   0, wide, FAILURE_TEXT_MAX, NULL);
    char *text = windows_utf8(wide);
    if (text) {
        text[strcspn(text, "\r\n")] = '\0';
    }
    fail(why, "%s: %s", file, text && *text ? text : "it cannot be loaded");
    free(text);
    return false;
}

bool system_library_open(system_library *library, const char *name, int version, failure *why)
{
    (void)version; /* it is not a part of the names of DLLs */
    snprintf(library->file, sizeof library->file, "lib%s.dll", name);
    wchar_t *wide = windows_wide(library->file);
    /* In the program's folder and those of the system, but not in the current one, where anyone may
     * have put a file. */
    library->handle = wide ? LoadLibraryExW(wide, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS) : NULL;
    free(wide);
    return library->handle != NULL || fail_by_last_error(library->file, why);
}

void system_library_close(system_library *library)
{
    library->handle = NULL;
}

bool system_library_find(const system_library *library, const char *name, void *pointer,
                         failure *why)
{
    FARPROC address = GetProcAddress(library->handle, name);
    memcpy(pointer, &address, sizeof address);
    return address != NULL || fail(why, "%s has no %s", library->file, name);
}
