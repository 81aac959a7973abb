/* The moves that threads are searching. A thread that meets a move of another thread searches its
 * other moves first. When it comes back to the move, it finds the result in the transposition
 * table. So threads that walk the same tree divide it between them (ABDADA, Weill 1996, in
 * Kerrigan's simplified form with a table of moves).
 *
 * Any number of threads may call these functions at once. The table is only a hint: moves that
 * share a slot hide each other, which costs time and makes no result wrong. */
#ifndef TREE_BUSY_MOVES_H
#define TREE_BUSY_MOVES_H

#include <stdatomic.h>

#include "chess/move.h"

enum { BUSY_MOVES = 4096 };

/* The keys of moves that are being searched, by key % BUSY_MOVES; 0: none. */
typedef struct busy_moves {
    _Atomic uint64_t slot[BUSY_MOVES];
} busy_moves;

/* The key of a move in a position. */
static inline uint64_t busy_key(uint64_t position_key, move m)
{
    return position_key ^ m * UINT64_C(0x9e3779b97f4a7c15);
}

/* Prefetches the cache line of a move. */
static inline void busy_prefetch(const busy_moves *busy, uint64_t key)
{
    __builtin_prefetch(&busy->slot[key % BUSY_MOVES], 1);
}

/* busy_has() is true if the move is being searched. busy_begin() marks it, and busy_end() removes
 * the mark. With key 0 they do nothing. */

static inline bool busy_has(const busy_moves *busy, uint64_t key)
{
    return key != 0 &&
           atomic_load_explicit(&busy->slot[key % BUSY_MOVES], memory_order_relaxed) == key;
}

static inline void busy_begin(busy_moves *busy, uint64_t key)
{
    if (key != 0) {
        atomic_store_explicit(&busy->slot[key % BUSY_MOVES], key, memory_order_relaxed);
    }
}

static inline void busy_end(busy_moves *busy, uint64_t key)
{
    if (busy_has(busy, key)) {
        atomic_store_explicit(&busy->slot[key % BUSY_MOVES], 0, memory_order_relaxed);
    }
}

#endif
