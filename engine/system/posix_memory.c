#define _DEFAULT_SOURCE /* madvise */

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "system/memory.h"

void *system_aligned_take(size_t alignment, size_t bytes)
{
    if (bytes > PTRDIFF_MAX - alignment) {
        return NULL;
    }
    const size_t size = (bytes + alignment - 1) & ~(alignment - 1);
    void *memory = aligned_alloc(alignment, size);
#ifdef MADV_HUGEPAGE
    /* With small pages, random reads would miss the TLB every time. */
    if (memory && alignment >= SYSTEM_LARGE_ALIGNMENT) {
        (void)madvise(memory, size, MADV_HUGEPAGE);
    }
#endif
    return memory;
}

void system_aligned_give(void *memory)
{
    free(memory);
}
