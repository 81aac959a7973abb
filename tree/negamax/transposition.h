/* The transposition table of the alpha-beta search, shared by all its threads without locks: each
 * entry is two atomic words, its data and key ^ data (Hyatt and Mann, "A lock-less transposition
 * table implementation for parallel search", ICGA Journal 25(1), 2002). An entry of another
 * position, or one whose words two threads wrote at once, fails that check and is a miss.
 *
 *   bucket, one cache line   { entry[4] }     a key has one bucket, by the key's high bits
 *   entry, 16 bytes          { data, key ^ data }
 *   data, high bits first    age:6  bound:2  depth:8  evaluation:16  score:16  move:16
 *
 * Data of an entry is never 0, an entry that was never written is 0. */
#ifndef TRANSPOSITION_H
#define TRANSPOSITION_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/failure.h"
#include "chess/move.h"
#include "score.h"

enum { TT_BUCKET_ENTRIES = 4, TT_DEPTH_MIN = -127, TT_DEPTH_MAX = 127, TT_AGES = 64 };

/* What the score is to the true one. A search that fails low leaves an upper bound. ORDER: exact is
 * both bounds; the value is stored in two bits. */
typedef enum { TT_NO_SCORE, TT_UPPER, TT_LOWER, TT_EXACT } tt_bound;

/* What makes room. Either way a position's new result takes the place of its old one, unless that
 * is far deeper, of this search, and the new one only a bound; and an entry without a move leaves
 * the position's old move standing. Otherwise:
 *   TT_AGED      of the four, an empty entry or the one of least depth less four times its age
 *   TT_TWO_DEEP  the scheme TwoDeep (Breuker, Uiterwijk and van den Herik, "Replacement schemes and
 *                two-level tables", ICCA Journal 19(3), 1996): a key has two of the four. The first
 *                is for the deeper one (the newer of equals); what it displaces, or a newcomer not
 *                deep enough, always overwrites the second. Ages play no part. */
typedef enum { TT_AGED, TT_TWO_DEEP } tt_rule;

/* What is known of a position. */
typedef struct tt_data {
    move move;          /* the best, or the one that refuted; MOVE_NONE if unknown */
    int16_t score;      /* as tt_score_in gives it */
    int16_t evaluation; /* the net's, before any search; SCORE_NONE if unknown */
    int8_t depth;       /* TT_DEPTH_MIN or more; quiescence's is 0 or below */
    tt_bound bound;
    bool now; /* told by a probe: it is a result of the search under way */
} tt_data;

typedef struct tt_entry {
    _Atomic uint64_t data, check;
} tt_entry;

typedef struct tt_bucket {
    tt_entry entry[TT_BUCKET_ENTRIES];
} tt_bucket;

static_assert(sizeof(tt_bucket) == 64, "a bucket is a cache line");

/* Probing, storing and prefetching may go on in any number of threads; all else needs the table for
 * itself. `rule` may be set at any time between; an entry that the other rule stored is then found
 * or missed, no more. */
typedef struct tt {
    tt_bucket *buckets; /* bucket_count of them, aligned to 2 MiB */
    size_t bucket_count;
    uint8_t age; /* of the running search, below TT_AGES; wraps */
    tt_rule rule;
} tt;

/* An empty table of that many bytes (a bucket or more), cleared by so many threads. False and `why`
 * if there is no such memory; `table` is then empty, fit for tt_free alone. */
bool tt_init(tt *table, size_t bytes, int threads, failure *why);
void tt_free(tt *table);

/* Forgets all entries. Large tables are cleared by `threads` threads (1 or more), the caller
 * included. */
void tt_clear(tt *table, int threads);

/* What is stored from here on is one search younger. */
void tt_new_search(tt *table);

/* What is known of the position, into `out`; false if nothing, and `out` is left alone. The table
 * stays as it is: probing must not take the cache line from other threads, so an entry stays as old
 * as its last store. With keys of 64 bits a false hit is possible, if rare: check the move. */
bool tt_probe(const tt *table, uint64_t key, tt_data *out);

void tt_store(tt *table, uint64_t key, const tt_data *known);

/* Permille of a sample of the entries that this search stored. */
int tt_hashfull(const tt *table);

/* Mates count from the root in the search and from the node in the table, where other paths find
 * them. Other scores, and SCORE_NONE, are not changed. A mate stays one: what would leave the range
 * of mates stops at its end. */
static inline int16_t tt_score_in(int score, int ply)
{
    if (score_is_mate(score)) {
        score += score > 0 ? ply : -ply;
        score = score > SCORE_MATE_NOW ? SCORE_MATE_NOW : score;
        score = score < -SCORE_MATE_NOW ? -SCORE_MATE_NOW : score;
    }
    return (int16_t)score;
}

static inline int tt_score_out(int16_t stored, int ply)
{
    int score = stored;
    if (score_is_mate(score) && score > 0) {
        score = score - ply > SCORE_MATE_LEAST ? score - ply : SCORE_MATE_LEAST;
    } else if (score_is_mate(score)) {
        score = score + ply < -SCORE_MATE_LEAST ? score + ply : -SCORE_MATE_LEAST;
    }
    return score;
}

/* True if a bound settles a null window: it is at least beta, or below it. */
static inline bool tt_bound_settles(tt_bound bound, int score, int beta)
{
    return (bound & (score >= beta ? TT_LOWER : TT_UPPER)) != 0;
}

/* True if a bound says more than an estimate: it shuts it out. */
static inline bool tt_bound_corrects(tt_bound bound, int score, int estimate)
{
    return (bound & (score > estimate ? TT_LOWER : TT_UPPER)) != 0;
}

/* key / 2^64 as a share of the table, which thus may have any size; in half buckets. */
static inline size_t tt_half_bucket(const tt *table, uint64_t key)
{
    __extension__ typedef unsigned __int128 product;
    return (size_t)((product)key * (2 * table->bucket_count) >> 64);
}

/* Asks for the key's cache line, to be called as soon as the key is known. */
static inline void tt_prefetch(const tt *table, uint64_t key)
{
    __builtin_prefetch(&table->buckets[tt_half_bucket(table, key) / 2]);
}

#endif
