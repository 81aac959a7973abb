#include "base/array_room.h"

#include <stdint.h>
#include <stdlib.h>

/* The first room, so that small elements do not grow one by one. */
enum { FIRST_BYTES = 1024 };

void *array_room(void *array, size_t size, size_t *capacity, size_t needed)
{
    if (array && needed <= *capacity) {
        return array;
    }
    const size_t most = SIZE_MAX / size;
    size_t larger = *capacity > most / 2 ? most : 2 * *capacity;
    larger = larger > needed ? larger : needed;
    larger = larger > FIRST_BYTES / size ? larger : FIRST_BYTES / size;
    void *grown = larger <= most ? realloc(array, larger * size) : NULL;
    if (grown) {
        *capacity = larger;
    }
    return grown;
}
