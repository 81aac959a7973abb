/* Moves that some thread searches just now. A thread that meets such a move looks at its other
 * moves first, and finds the claimed one's result in the transposition table when it comes back:
 * so threads that walk the same tree share it (ABDADA, Weill 1996, in the simple form of Kerrigan's
 * table of moves under way).
 *
 * Any number of threads may call all of this at once. Nothing is promised: claims that meet in one
 * slot hide each other, which costs time and never a result. */
#ifndef MOVE_CLAIMS_H
#define MOVE_CLAIMS_H

#include <stdatomic.h>

#include "chess/move.h"

enum { MOVE_CLAIMS = 4096 };

/* Keys of moves under way, 0 for none. All zero: no claim. */
typedef struct move_claims {
    _Atomic uint64_t slot[MOVE_CLAIMS];
} move_claims;

/* The key of a move in the position of a key. */
static inline uint64_t claim_key(uint64_t position_key, move m)
{
    return position_key ^ m * UINT64_C(0x9e3779b97f4a7c15);
}

/* Asks for the cache line that tells of a move. */
static inline void claim_prefetch(const move_claims *claims, uint64_t key)
{
    __builtin_prefetch(&claims->slot[key % MOVE_CLAIMS], 1);
}

/* Of the following, each does nothing for key 0. */

static inline bool claim_is_held(const move_claims *claims, uint64_t key)
{
    return key != 0 &&
           atomic_load_explicit(&claims->slot[key % MOVE_CLAIMS], memory_order_relaxed) == key;
}

static inline void claim_take(move_claims *claims, uint64_t key)
{
    if (key != 0) {
        atomic_store_explicit(&claims->slot[key % MOVE_CLAIMS], key, memory_order_relaxed);
    }
}

static inline void claim_drop(move_claims *claims, uint64_t key)
{
    if (claim_is_held(claims, key)) {
        atomic_store_explicit(&claims->slot[key % MOVE_CLAIMS], 0, memory_order_relaxed);
    }
}

#endif
