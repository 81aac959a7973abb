/* Arrays that grow. */
#ifndef BASE_ARRAY_ROOM_H
#define BASE_ARRAY_ROOM_H

#include <stddef.h>

/* Makes room for `needed` elements of `size` bytes each. The array has room for *capacity elements;
 * an empty one is NULL. The capacity at least doubles when it grows. Returns the array, which may
 * have moved. If memory is short, returns NULL and leaves array and capacity as they were. */
void *array_room(void *array, size_t size, size_t *capacity, size_t needed);

#endif
