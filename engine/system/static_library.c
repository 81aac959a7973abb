/* For a program that is linked statically. */
#include <stddef.h>

#include "system/library.h"

bool system_library_open(system_library *library, const char *name, int version, failure *why)
{
    (void)name;
    (void)version;
    *library = (system_library){.handle = NULL};
    return fail(why, "this Morpho is linked statically and loads no libraries");
}

void system_library_close(system_library *library)
{
    library->handle = NULL;
}

bool system_library_find(const system_library *library, const char *name, void *pointer,
                         failure *why)
{
    (void)library;
    (void)pointer;
    return fail(why, "there is no %s", name);
}
