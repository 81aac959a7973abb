/* Hash tables of 64-bit keys: open addressing with linear probing. Key 0 marks an empty place, and
 * at least one place is empty. */
#ifndef TOOLS_KEY_PLACE_H
#define TOOLS_KEY_PLACE_H

#include <stddef.h>
#include <stdint.h>

/* The place of a key, or the empty place where it belongs. `mask` is the number of places, a power
 * of two, less 1. */
static inline size_t key_place(const uint64_t *keys, size_t mask, uint64_t key)
{
    size_t at = key & mask;
    while (keys[at] && keys[at] != key) {
        at = (at + 1) & mask;
    }
    return at;
}

#endif
