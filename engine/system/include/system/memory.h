/* Aligned and large memory. */
#ifndef SYSTEM_MEMORY_H
#define SYSTEM_MEMORY_H

#include <stddef.h>

#include "base/failure.h"

/* The alignment of large memory: a huge page. */
enum { SYSTEM_LARGE_ALIGNMENT = 2 << 20 };

/* system_aligned_take() allocates memory at an address that is a multiple of `alignment`, a power
 * of two that is at least the size of a pointer. Its contents are undefined. It returns NULL if
 * memory is short. system_aligned_give() frees it; NULL is fine. With SYSTEM_LARGE_ALIGNMENT the
 * memory gets huge pages, where the system gives them on request. */
void *system_aligned_take(size_t alignment, size_t bytes);
void system_aligned_give(void *memory);

/* Large memory for random access, such as a hash table, with SYSTEM_LARGE_ALIGNMENT. A system may
 * grant more memory than it has, and kill the program that uses it. So system_memory_take() also
 * returns NULL and fills `why` if the request would leave less than a sixteenth of what
 * system_memory_left() reports. system_memory_give() frees the memory; NULL is fine. */
void *system_memory_take(size_t bytes, failure *why);
void system_memory_give(void *memory);

/* The number of bytes that this process may still use: the smallest amount that the machine or one
 * of the process's control groups has left. SIZE_MAX if the system does not report it. `root` is
 * the folder that holds proc and sys: "" except in tests. */
size_t system_memory_left(const char *root);

/* A gap in a struct. The members before and after it are in different cache lines, because all
 * other threads must fetch a line again when one thread writes to it. */
#define SYSTEM_CACHE_GAP(name) unsigned char name[64]

#endif
