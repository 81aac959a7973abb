#define _DEFAULT_SOURCE /* madvise */

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "system/memory.h"

/* The size of the memory to allocate: a multiple of the alignment; 0 if there is none. */
static size_t rounded(size_t alignment, size_t bytes)
{
    const size_t rest = alignment - 1;
    return bytes <= PTRDIFF_MAX - alignment ? (bytes + rest) & ~rest : 0;
}

void *system_aligned_take(size_t alignment, size_t bytes)
{
    const size_t size = rounded(alignment, bytes);
    return size >= bytes ? aligned_alloc(alignment, size) : NULL;
}

void system_aligned_give(void *memory)
{
    free(memory);
}

void *system_large_take(size_t bytes)
{
    void *memory = system_aligned_take(SYSTEM_LARGE_ALIGNMENT, bytes);
#ifdef MADV_HUGEPAGE
    /* Optional: with small pages, random descents miss the TLB at every step. */
    if (memory) {
        (void)madvise(memory, rounded(SYSTEM_LARGE_ALIGNMENT, bytes), MADV_HUGEPAGE);
    }
#endif
    return memory;
}

void system_large_give(void *memory)
{
    system_aligned_give(memory);
}
