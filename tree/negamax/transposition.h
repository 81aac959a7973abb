/* The transposition table of the alpha-beta search. All threads share it without locks. An entry is
 * two atomic words, data and key ^ data (Hyatt and Mann, "A lock-less transposition table
 * implementation for parallel search", ICGA Journal 25(1), 2002). The check fails for an entry of
 * another position, and for one whose words two threads wrote at once; both are misses.
 *
 *   bucket, one cache line   { entry[4] }     a key has one bucket, by the key's high bits
 *   entry, 16 bytes          { data, key ^ data }
 *   data, high bits first    age:6  bound:2  depth:8  evaluation:16  score:16  move:16
 *
 * The data of an entry is never 0. An entry that was never written is 0. */
#ifndef TREE_TRANSPOSITION_H
#define TREE_TRANSPOSITION_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/failure.h"
#include "chess/move.h"
#include "score.h"

enum { TT_BUCKET_ENTRIES = 4, TT_DEPTH_MIN = -127, TT_DEPTH_MAX = 127, TT_AGES = 64 };

/* The kind of a score. A search that fails low stores an upper bound. ORDER: TT_EXACT is both
 * bounds, and the value takes two bits. */
typedef enum { TT_NO_SCORE, TT_UPPER, TT_LOWER, TT_EXACT } tt_bound;

/* The replacement scheme. If the table has an older result of the same position, both schemes
 * replace it, except in one case: it is from this search and much deeper, and the new result is
 * only a bound. A result without a move keeps the old move. If the position is new to the table:
 *
 * TT_AGED replaces, of the four entries, an empty one or the one with the least depth - 4 * age.
 *
 * TT_TWO_DEEP (Breuker, Uiterwijk and van den Herik, "Replacement schemes and two-level tables",
 * ICCA Journal 19(3), 1996) gives a key two of the four entries. The first holds the deeper result
 * (the newer of equals). A result that it displaces, or a new one that is not deep enough for it,
 * always overwrites the second. Ages do not count. */
typedef enum { TT_AGED, TT_TWO_DEEP } tt_rule;

/* An entry's data. */
typedef struct tt_data {
    move move;          /* best move, or the refutation; MOVE_NONE if unknown */
    int16_t score;      /* as tt_score_in() returns it */
    int16_t evaluation; /* the net's evaluation without a search; SCORE_NONE if unknown */
    int8_t depth;       /* TT_DEPTH_MIN or more; 0 or less in quiescence */
    tt_bound bound;
    bool now; /* set by a probe: a result of the current search */
} tt_data;

typedef struct tt_entry {
    _Atomic uint64_t data, check;
} tt_entry;

typedef struct tt_bucket {
    tt_entry entry[TT_BUCKET_ENTRIES];
} tt_bucket;

static_assert(sizeof(tt_bucket) == 64, "a bucket is a cache line");

/* Any number of threads may call tt_probe(), tt_store(), tt_prefetch() and tt_hashfull() at once.
 * No other function may run at the same time. `rule` may be changed between searches: entries that
 * the other rule stored are correct, but some are no longer found. */
typedef struct tt {
    tt_bucket *buckets; /* bucket_count of them, aligned to 2 MiB */
    size_t bucket_count;
    uint8_t age; /* age of the current search, below TT_AGES; it wraps around */
    tt_rule rule;
} tt;

/* Makes an empty table of `bytes` bytes (at least a bucket), cleared by `threads` threads. Returns
 * false and fills `why` if memory is short; `table` is then empty. tt_free() may be called in both
 * cases. */
bool tt_init(tt *table, size_t bytes, int threads, failure *why);
void tt_free(tt *table);

/* Clears all entries and sets the age to 0. Large tables are cleared by `threads` threads (1 or
 * more), the caller included. */
void tt_clear(tt *table, int threads);

/* Makes all entries one search older. */
void tt_new_search(tt *table);

/* Copies the entry of a position to `out`. Returns false and leaves `out` alone if there is none. A
 * probe does not write, because it must not take the cache line from other threads; so the age of
 * an entry is that of its last store. 64-bit keys make a false hit rare but possible: the caller
 * must check the move. */
bool tt_probe(const tt *table, uint64_t key, tt_data *out);

/* Stores a result by the table's rule. known->now is ignored. */
void tt_store(tt *table, uint64_t key, const tt_data *known);

/* Permille of a sample of entries that the current search stored. */
int tt_hashfull(const tt *table);

/* tt_score_in() converts a score for the table, and tt_score_out() converts it back. In the search
 * a mate, or a win by the endgame tables, counts from the root; in the table it counts from the
 * node, where other paths find it. `ply` is that of the node. Other scores and SCORE_NONE do not
 * change. Scores are clamped so that a mate stays a mate, and a win by tables a win by tables. */
static inline int16_t tt_score_in(int score, int ply)
{
    if (score_is_decided(score)) {
        const int most = score_is_mate(score) ? SCORE_MATE_NOW : SCORE_TABLES_WON;
        score += score > 0 ? ply : -ply;
        score = score > most ? most : score < -most ? -most : score;
    }
    return (int16_t)score;
}

static inline int tt_score_out(int16_t stored, int ply)
{
    int score = stored;
    const int least = score_is_mate(score) ? SCORE_MATE_LEAST : SCORE_TABLES_LEAST;
    if (score_is_decided(score) && score > 0) {
        score = score - ply > least ? score - ply : least;
    } else if (score_is_decided(score)) {
        score = score + ply < -least ? score + ply : -least;
    }
    return score;
}

/* True if a score with this bound settles the null window below `beta`: a lower bound of at least
 * beta, or an upper bound below it. */
static inline bool tt_bound_settles(tt_bound bound, int score, int beta)
{
    return (bound & (score >= beta ? TT_LOWER : TT_UPPER)) != 0;
}

/* True if the score of an entry tells more than an estimate: it is a lower bound above the
 * estimate, or an upper bound not above it. */
static inline bool tt_bound_corrects(tt_bound bound, int score, int estimate)
{
    return (bound & (score > estimate ? TT_LOWER : TT_UPPER)) != 0;
}

/* The index of the half bucket of a key: key / 2^64 times the number of half buckets, which may be
 * any number. */
static inline size_t tt_half_bucket(const tt *table, uint64_t key)
{
    __extension__ typedef unsigned __int128 product;
    return (size_t)((product)key * (2 * table->bucket_count) >> 64);
}

/* Prefetches the cache line of a key. */
static inline void tt_prefetch(const tt *table, uint64_t key)
{
    __builtin_prefetch(&table->buckets[tt_half_bucket(table, key) / 2]);
}

#endif
