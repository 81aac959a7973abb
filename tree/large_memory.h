/* The large memory of a search, an arena or a table, and whether the machine has got it. Systems
 * grant more than they have and end the program that uses it; so what is left is asked first. */
#ifndef LARGE_MEMORY_H
#define LARGE_MEMORY_H

#include <stddef.h>

#include "chess/failure.h"

/* So many bytes, aligned to a huge page, contents undefined, for memory_give. NULL and `why` if the
 * system refuses or if more would be granted than is left. */
void *memory_take(size_t bytes, failure *why);
void memory_give(void *memory);

/* What this process may still use without harm, in bytes: the least of what the machine and each of
 * the process's control groups have left. SIZE_MAX if the system does not tell. `root` is the
 * folder that holds its proc and sys: "" but for tests. */
size_t memory_left(const char *root);

#endif
