/* What the search knows of positions, by their keys. Nodes that are reached by several orders of
 * moves have one position, and share its mean here (transpositions in UCT: Childs, Brodeur and
 * Kocsis 2008; Saffidine, Cazenave and Mehat 2012). An entry has 16 bytes, a bucket of four is a
 * cache line, and the whole key is compared. The table is a cache: any entry may give way. */
#ifndef TREE_VALUE_TABLE_H
#define TREE_VALUE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VALUE_VISITS_MAX = UINT16_MAX, VALUE_BUCKET = 4, VALUE_DRAW_ONE = UINT16_MAX };

typedef struct value_entry {
    uint64_t key;    /* 0: empty */
    float value;     /* mean of the playouts through the position, for its side to move */
    uint16_t draw;   /* mean share of draws, in 1 / VALUE_DRAW_ONE */
    uint16_t visits; /* playouts; from VALUE_VISITS_MAX on the means are exponential */
} value_entry;

typedef struct value_table {
    value_entry *entries; /* [bucket_mask + 1][VALUE_BUCKET] */
    size_t bucket_mask;   /* the number of buckets is a power of two */
    size_t used;          /* entries that hold something */
} value_table;

/* The size of the largest table that fits into `bytes`, at least that of one bucket. */
size_t value_table_size(size_t bytes);

/* Makes an empty table of `memory`, which has value_table_size() bytes, is aligned to a cache line
 * and stays the caller's. */
void value_table_init(value_table *t, void *memory, size_t size);
void value_table_clear(value_table *t);

/* The entry of a key other than 0, or NULL. */
value_entry *value_table_find(const value_table *t, uint64_t key);

/* Keeps the means of `visits` playouts (at least 1) for a key other than 0, unless its entry knows
 * more. In a full bucket the entry with the fewest visits gives way. */
void value_table_put(value_table *t, uint64_t key, float value, float draw, uint32_t visits);

/* Adds a playout to an entry. */
void value_entry_learn(value_entry *e, float value, float draw);

static inline size_t value_table_bytes(const value_table *t)
{
    return (t->bucket_mask + 1) * VALUE_BUCKET * sizeof *t->entries;
}

static inline void value_table_prefetch(const value_table *t, uint64_t key)
{
    __builtin_prefetch(t->entries + (key & t->bucket_mask) * VALUE_BUCKET);
}

#endif
