/* Dynamic libraries that are loaded on demand. */
#ifndef SYSTEM_LIBRARY_H
#define SYSTEM_LIBRARY_H

#include "base/failure.h"

typedef struct system_library {
    void *handle;
    char file[64]; /* its file, for messages */
} system_library;

/* Loads the library of a name, such as "openblas", in a version of its interface. The system
 * decides where to look for it. Returns false and fills `why` with the system's reason if it cannot
 * be loaded. system_library_close() releases it, but it stays in memory: libraries keep memory that
 * only their own variables point to. */
bool system_library_open(system_library *library, const char *name, int version, failure *why);
void system_library_close(system_library *library);

/* Finds the object or function of a name. `pointer` is the address of the pointer that gets its
 * address. Returns false and fills `why` if the library has none. */
bool system_library_find(const system_library *library, const char *name, void *pointer,
                         failure *why);

#endif
