/* Arrays that grow. */
#ifndef BASE_ARRAY_ROOM_H
#define BASE_ARRAY_ROOM_H

#include <stddef.h>

/* Makes room for `needed` elements of `size` bytes in an array that has room for *capacity, NULL at
 * first. The capacity at least doubles when it grows. Returns the array, which may have moved. It
 * returns NULL if memory is short; then array and capacity stay. */
void *array_room(void *array, size_t size, size_t *capacity, size_t needed);

#endif
