/* The large memory of a search: an arena or a table. A system may grant more memory than it has,
 * and kill the program that uses it. So this module first checks how much is left. */
#ifndef TREE_LARGE_MEMORY_H
#define TREE_LARGE_MEMORY_H

#include <stddef.h>

#include "chess/failure.h"

/* memory_take() allocates memory, aligned to a huge page (SYSTEM_LARGE_ALIGNMENT), with undefined
 * contents. It returns NULL and fills `why` if the system refuses, or if the request would leave
 * less than a sixteenth of what system_memory_left() reports. memory_give() frees it; NULL is
 * fine. */
void *memory_take(size_t bytes, failure *why);
void memory_give(void *memory);

#endif
