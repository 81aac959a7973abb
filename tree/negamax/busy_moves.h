/* Moves that some thread searches just now. A thread that meets such a move searches its other
 * moves first, and finds the busy one's result in the transposition table when it comes back. So
 * threads that walk the same tree share it (ABDADA, Weill 1996, in the simple form of Kerrigan's
 * table of moves under way).
 *
 * Any number of threads may call all of this at once. Nothing is promised: moves that meet in one
 * slot hide each other, which costs time and never changes a result. */
#ifndef BUSY_MOVES_H
#define BUSY_MOVES_H

#include <stdatomic.h>

#include "chess/move.h"

enum { BUSY_MOVES = 4096 };

/* Keys of moves under way, 0 for none. All zero: no move is busy. */
typedef struct busy_moves {
    _Atomic uint64_t slot[BUSY_MOVES];
} busy_moves;

/* The key of a move in the position of a key. */
static inline uint64_t busy_key(uint64_t position_key, move m)
{
    return position_key ^ m * UINT64_C(0x9e3779b97f4a7c15);
}

/* Asks for the cache line of a move. */
static inline void busy_prefetch(const busy_moves *busy, uint64_t key)
{
    __builtin_prefetch(&busy->slot[key % BUSY_MOVES], 1);
}

/* Of the following, each does nothing for key 0. */

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
