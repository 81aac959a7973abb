#include "system/memory.h"

/* This part of the memory stays free, for page tables and other programs. */
enum { SPARE_SHARE = 16 };

void *system_memory_take(size_t bytes, failure *why)
{
    const size_t left = system_memory_left("");
    if (bytes > left - left / SPARE_SHARE) {
        fail(why, "%zu MB refused: only %zu MB of memory are left", bytes >> 20, left >> 20);
        return NULL;
    }
    void *memory = system_aligned_take(SYSTEM_LARGE_ALIGNMENT, bytes);
    if (!memory) {
        fail(why, "%zu MB refused: the system does not grant this program so much memory",
             bytes >> 20);
    }
    return memory;
}

void system_memory_give(void *memory)
{
    system_aligned_give(memory);
}
