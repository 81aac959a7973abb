/* Counts distinct positions by their keys, which are kept in memory: 8 bytes each, up to half as
 * much again for growth, and 8 more while they are sorted. */
#ifndef TOOLS_KEY_COUNT_H
#define TOOLS_KEY_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* It must be zero before the first key. The caller frees `keys`. */
typedef struct key_count {
    uint64_t *keys;
    size_t count, capacity;
} key_count;

typedef struct key_figures {
    long keys;     /* all keys that were added */
    long distinct; /* different keys */
    long repeated; /* different keys that were added more than once */
    long most;     /* occurrences of the most frequent key */
} key_figures;

/* Returns false if memory is short. */
bool key_count_add(key_count *c, uint64_t key);

/* Sorts the keys. More can be added afterwards. */
key_figures key_count_figures(key_count *c);

#endif
