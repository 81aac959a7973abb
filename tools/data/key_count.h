/* How many different positions there are among many: their keys, kept in memory (8 bytes each, and
 * up to half as much again for growth). */
#ifndef TOOLS_KEY_COUNT_H
#define TOOLS_KEY_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct key_count key_count;

typedef struct key_figures {
    long keys;     /* all that were added */
    long distinct; /* different ones */
    long repeated; /* different ones that were added more than once */
    long spare;    /* keys that were there before: keys - distinct */
    long most;     /* how often the most frequent one was added */
    size_t bytes;  /* memory in use */
} key_figures;

/* NULL if memory is short. */
key_count *key_count_new(void);
void key_count_free(key_count *c);

/* False if memory is short. */
bool key_count_add(key_count *c, uint64_t key);

/* Sorts what was added; more can be added afterwards. */
key_figures key_count_figures(key_count *c);

#endif
