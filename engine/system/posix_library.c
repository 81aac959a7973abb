#define _DARWIN_C_SOURCE /* RTLD_NODELETE on macOS */

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "system/library.h"

static_assert(sizeof(void *) == sizeof(void (*)(void)), "POSIX: dlsym finds functions, too");

#ifdef __APPLE__
static const char file_format[] = "lib%s.%d.dylib";
#else
static const char file_format[] = "lib%s.so.%d";
#endif

bool system_library_open(system_library *library, const char *name, int version, failure *why)
{
    snprintf(library->file, sizeof library->file, file_format, name, version);
    library->handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    return library->handle != NULL ||
           fail(why, "%s (Debian: apt install lib%s%d)", dlerror(), name, version);
}

void system_library_close(system_library *library)
{
    dlclose(library->handle);
    library->handle = NULL;
}

bool system_library_find(const system_library *library, const char *name, void *pointer,
                         failure *why)
{
    /* C does not allow the cast from an object pointer to a function pointer. */
    void *address = dlsym(library->handle, name);
    memcpy(pointer, &address, sizeof address);
    return address != NULL || fail(why, "%s has no %s", library->file, name);
}
