/* Counts distinct positions by their keys. The keys are kept in memory (8 bytes each, and up to
 * half as much again for growth). */
#ifndef TOOLS_KEY_COUNT_H
#define TOOLS_KEY_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct key_count key_count;

typedef struct key_figures {
    long keys;     /* all keys that were added */
    long distinct; /* different keys */
    long repeated; /* different keys that were added more than once */
    long spare;    /* keys that equal an earlier one: keys - distinct */
    long most;     /* occurrences of the most frequent key */
    size_t bytes;  /* memory in use */
} key_figures;

/* Returns NULL if memory is short. */
key_count *key_count_new(void);
void key_count_free(key_count *c);

/* Returns false if memory is short. */
bool key_count_add(key_count *c, uint64_t key);

/* Sorts the keys. More keys can be added afterwards. */
key_figures key_count_figures(key_count *c);

#endif
