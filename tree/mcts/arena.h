/* The memory of a tree: one allocation, divided into blocks of 64-byte units that are addressed by
 * 32-bit indices. A block has exactly the requested size. Free neighbours are merged at once
 * (boundary tags, Knuth 1973), so that a tree that stays at its limit for hours does not fragment
 * the memory. Lists of free blocks by size find a block in constant time.
 *
 * Several threads may take blocks at once, each through its own store (arena_store_take()). All
 * else is for one thread, while no other uses the arena.
 *
 *   free block   first unit: next, previous, units     last unit: ... units (its last 4 bytes)
 *   taken block  all of it belongs to the caller
 *
 * One bit for each unit says whether a free block begins or ends there. */
#ifndef TREE_ARENA_H
#define TREE_ARENA_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/failure.h"
#include "system/memory.h"

enum { ARENA_UNIT = 64, ARENA_EXACT_BINS = 64, ARENA_BINS = ARENA_EXACT_BINS + 32 };

/* An index into the arena; 0 means none. */
typedef uint32_t arena_index;

typedef struct arena {
    unsigned char *units; /* units * ARENA_UNIT bytes, aligned to 2 MiB */
    uint64_t *boundary;   /* one bit for each unit, in the same allocation */
    size_t bytes;         /* size of the whole allocation */
    uint32_t unit_count;  /* number of units, the reserved unit 0 included */
    uint32_t store_units; /* units that a store takes at once */
    SYSTEM_CACHE_GAP(gap);
    /* These change whenever a store is filled. */
    uint32_t fresh;         /* the units from here on were not allocated since the last reset */
    _Atomic uint32_t taken; /* units in taken blocks and stores; any thread may read it */
    uint64_t bins_filled[2];
    arena_index bin[ARENA_BINS];
    pthread_mutex_t lock; /* for arena_store_take() and arena_store_empty() */
} arena;

/* Units that one thread has taken in advance, so that it seldom needs the lock. */
typedef struct arena_store {
    arena_index next;
    uint32_t left;
} arena_store;

/* Allocates `bytes` in all, bookkeeping included. Returns false and fills `why` if memory is short;
 * `a` is then empty. arena_free() may be called in both cases. */
bool arena_init(arena *a, size_t bytes, failure *why);
void arena_free(arena *a);

/* Frees all blocks. */
void arena_reset(arena *a);

/* Allocates a block of `units` (1 or more) with undefined contents. Returns 0 if it finds none: of
 * the free blocks in one list it tries only the first, so it may miss one that would fit. */
arena_index arena_take(arena *a, uint32_t units);

/* The same, for one of several threads. The store must be zero at first. */
arena_index arena_store_take(arena *a, arena_store *store, uint32_t units);

/* Gives back the units that the thread's last arena_store_take() has returned. */
void arena_store_undo(arena_store *store, arena_index block, uint32_t units);

/* Frees what the store holds. */
void arena_store_empty(arena *a, arena_store *store);

/* Frees a block. `units` is the number that it was allocated with. */
void arena_give(arena *a, arena_index block, uint32_t units);

static inline void *arena_at(const arena *a, arena_index i)
{
    assert(i > 0 && i < a->unit_count);
    return a->units + (size_t)i * ARENA_UNIT;
}

static inline uint32_t arena_units_for(size_t bytes)
{
    return (uint32_t)((bytes + ARENA_UNIT - 1) / ARENA_UNIT);
}

/* Units that are not in taken blocks. */
static inline uint32_t arena_left(const arena *a)
{
    return a->unit_count - 1 - atomic_load_explicit(&a->taken, memory_order_relaxed);
}

#endif
