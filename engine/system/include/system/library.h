/* Dynamic libraries that are loaded on demand. */
#ifndef SYSTEM_LIBRARY_H
#define SYSTEM_LIBRARY_H

#include "base/failure.h"

typedef struct system_library {
    void *handle;
    char file[64]; /* its file, for messages */
} system_library;

/* Loads the library of a name, such as "openblas", with the number of its interface. The system
 * says where it is looked for. Returns false and fills `why` with the system's reason if it cannot
 * be loaded. system_library_close() releases it, but it stays in memory: libraries keep memory that
 * only their own variables point to. */
bool system_library_open(system_library *library, const char *name, int version, failure *why);
void system_library_close(system_library *library);

/* Sets a pointer to an object or a function, to which `pointer` points, to the one of this name.
 * Returns false and fills `why` if the library has none. */
bool system_library_find(const system_library *library, const char *name, void *pointer,
                         failure *why);

#endif
