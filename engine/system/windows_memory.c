#include <malloc.h>
#include <stdint.h>
#include <windows.h>

#include "system/memory.h"

/* Huge pages are only for those to whom an administrator grants them. */
void *system_aligned_take(size_t alignment, size_t bytes)
{
    return bytes <= PTRDIFF_MAX - alignment ? _aligned_malloc(bytes, alignment) : NULL;
}

void system_aligned_give(void *memory)
{
    _aligned_free(memory);
}

size_t system_memory_left(const char *root)
{
    (void)root;
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (!GlobalMemoryStatusEx(&status)) {
        return SIZE_MAX;
    }
    const DWORDLONG left = status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys
                                                                         : status.ullAvailPageFile;
    return (size_t)left;
}
