/* The means of positions, by their keys. Nodes that are reached by different orders of moves may
 * have the same position, and share its means here (transpositions in UCT: Childs, Brodeur and
 * Kocsis 2008; Saffidine, Cazenave and Mehat 2012). An entry has 16 bytes, a bucket of four is a
 * cache line, and the whole key is compared. The table is a cache: any entry may give way.
 *
 * Several threads may use it at once, without locks. An entry is two atomic words, data and key ^
 * data (Hyatt and Mann 2002). If two threads mix their words, the key does not match, and the entry
 * counts as empty. */
#ifndef TREE_VALUE_TABLE_H
#define TREE_VALUE_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VALUE_VISITS_MAX = UINT16_MAX, VALUE_BUCKET = 4, VALUE_DRAW_ONE = UINT16_MAX };

/* The means of a position. */
typedef struct shared_means {
    float value;     /* mean of the playouts through the position, for its side to move */
    uint16_t draw;   /* mean share of draws, in 1 / VALUE_DRAW_ONE */
    uint16_t visits; /* playouts, at least 1; VALUE_VISITS_MAX: that many or more */
} shared_means;

typedef struct value_entry {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;  /* the bits of shared_means; 0: empty */
} value_entry;

typedef struct value_table {
    value_entry *entries; /* [bucket_mask + 1][VALUE_BUCKET] */
    size_t bucket_mask;   /* the number of buckets in use is a power of two */
    size_t memory_mask;   /* the same for all buckets in memory */
} value_table;

/* The size of the largest table that fits into `bytes`, at least that of one bucket. */
size_t value_table_size(size_t bytes);

/* Makes an empty table of `memory`, which has value_table_size() bytes, is aligned to a cache line
 * and stays the caller's. */
void value_table_init(value_table *t, void *memory, size_t size);

/* Makes the table empty. From now on it uses at most `bytes` of its memory, but at least a bucket.
 * No other thread may use it meanwhile. */
void value_table_restart(value_table *t, size_t bytes);

/* Fills in the means of a key other than 0. Returns false if it has none. */
bool value_table_find(const value_table *t, uint64_t key, shared_means *means);

/* Keeps the means of a key other than 0, in place of those that it has. In a full bucket the entry
 * with the fewest visits gives way. */
void value_table_put(value_table *t, uint64_t key, shared_means means);

/* The means of these visits, value (0 to 1) and share of draws. */
shared_means shared_means_of(float value, float draw, uint32_t visits);

static inline float shared_means_draw(shared_means means)
{
    return (float)means.draw / (float)VALUE_DRAW_ONE;
}

static inline size_t value_table_bytes(const value_table *t)
{
    return (t->bucket_mask + 1) * VALUE_BUCKET * sizeof *t->entries;
}

/* The bytes of the entries in use, estimated from a part of the table. */
size_t value_table_used(const value_table *t);

static inline void value_table_prefetch(const value_table *t, uint64_t key)
{
    __builtin_prefetch(t->entries + (key & t->bucket_mask) * VALUE_BUCKET);
}

#endif
