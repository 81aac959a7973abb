/* The large memory of a search: an arena or a table. A system may grant more memory than it has,
 * and kill the program that uses it. So this module first checks how much is left. */
#ifndef TREE_LARGE_MEMORY_H
#define TREE_LARGE_MEMORY_H

#include <stddef.h>

#include "chess/failure.h"

/* memory_take() allocates memory, aligned to a huge page (2 MiB), with undefined contents. It
 * returns NULL and fills `why` if the system refuses, or if the request would leave less than a
 * sixteenth of what memory_left() reports. memory_give() frees it; NULL is fine. */
void *memory_take(size_t bytes, failure *why);
void memory_give(void *memory);

/* The number of bytes that this process may still use: the smallest amount that the machine or one
 * of the process's control groups has left. SIZE_MAX if the system does not report it. `root` is
 * the folder that holds proc and sys: "" except in tests. */
size_t memory_left(const char *root);

#endif
