/* The large memory of a search, an arena or a table. Systems grant more memory than they have and
 * kill the program that uses it. So this module first checks how much is left. */
#ifndef TREE_LARGE_MEMORY_H
#define TREE_LARGE_MEMORY_H

#include <stddef.h>

#include "chess/failure.h"

/* Allocates memory, to be freed by memory_give(). It is aligned to a huge page, and its contents
 * are undefined. Returns NULL and fills `why` if the system refuses, or if less is left. */
void *memory_take(size_t bytes, failure *why);
void memory_give(void *memory);

/* The bytes that this process may still use safely: the smallest amount that the machine or one of
 * the process's control groups has left. SIZE_MAX if the system does not report it. `root` is the
 * folder that holds proc and sys: "" except in tests. */
size_t memory_left(const char *root);

#endif
