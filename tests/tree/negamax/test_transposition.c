#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/random_numbers.h"
#include "transposition.h"

enum { SMALL = 1 << 16, LARGE = 100 << 20 };

static tt table;

static void set_up(void)
{
    cr_assert(tt_init(&table, SMALL, 1, NULL));
}
static void tear_down(void)
{
    tt_free(&table);
}

TestSuite(transposition, .init = set_up, .fini = tear_down);

/* Keys with equal high bits share a bucket, and its half. */
static uint64_t same_bucket(unsigned number)
{
    return (UINT64_C(0x123456789) << 28) + number;
}

static tt_data result(int depth, tt_bound bound, move m)
{
    return (tt_data){.move = m,
                     .score = (int16_t)(depth * 10),
                     .evaluation = -7,
                     .depth = (int8_t)depth,
                     .bound = bound};
}

static void store(unsigned number, int depth)
{
    tt_data known = result(depth, TT_LOWER, (move)(number + 1));
    tt_store(&table, same_bucket(number), &known);
}

/* The depth that the table knows for it, or NOT_KNOWN. */
enum { NOT_KNOWN = -1000 };
static int depth_known(unsigned number)
{
    tt_data found;
    bool hit = tt_probe(&table, same_bucket(number), &found);
    cr_assert(!hit || found.move == number + 1);
    return hit ? found.depth : NOT_KNOWN;
}

static bool equal(const tt_data *a, const tt_data *b)
{
    return a->move == b->move && a->score == b->score && a->evaluation == b->evaluation &&
           a->depth == b->depth && a->bound == b->bound;
}

static void expect_round_trip(uint64_t key, tt_data known)
{
    tt_data found;
    tt_clear(&table, 1);
    cr_expect_not(tt_probe(&table, key, &found));
    tt_store(&table, key, &known);
    cr_assert(tt_probe(&table, key, &found));
    cr_expect(equal(&found, &known));
}

Test(transposition, every_field_survives_at_the_limits_of_its_range)
{
    const uint64_t keys[] = {0, 1, UINT64_MAX, UINT64_C(1) << 63, UINT64_C(0x0123456789abcdef)};
    const int scores[] = {-SCORE_NONE, -SCORE_MATE_NOW, -1, 0, 1, SCORE_MATE_NOW, SCORE_NONE};
    const int depths[] = {TT_DEPTH_MIN, -1, 0, 1, TT_DEPTH_MAX};
    for (int i = 0; i < 5 * 7 * 5 * 4; i++) {
        tt_data known = {
            .move = (move)(i % 3 == 0 ? MOVE_NONE : 0x7fff >> i % 3),
            .score = (int16_t)scores[i / 5 % 7],
            .evaluation = (int16_t)scores[(i / 5 + i) % 7],
            .depth = (int8_t)depths[i / 35 % 5],
            .bound = (tt_bound)(i / 175),
        };
        table.rule = i % 4 < 2 ? TT_AGED : TT_TWO_DEEP;
        expect_round_trip(keys[i % 5], known);
    }
    expect_round_trip(0, (tt_data){.depth = TT_DEPTH_MIN});
    expect_round_trip(5, (tt_data){.move = UINT16_MAX});
    expect_round_trip(5, (tt_data){.score = -1});
    expect_round_trip(5, (tt_data){.evaluation = -1});
}

Test(transposition, a_foreign_key_misses_and_leaves_the_answer_alone)
{
    store(0, 5);
    tt_data found = result(99, TT_EXACT, 99), before = found;
    for (int bit = 0; bit < 64; bit++) {
        cr_expect_not(tt_probe(&table, same_bucket(0) ^ UINT64_C(1) << bit, &found));
    }
    cr_expect(equal(&found, &before));
    cr_expect_eq(depth_known(0), 5);
}

/* The only entry of the table that is not empty. */
static tt_entry *only_entry(void)
{
    tt_entry *only = NULL;
    for (size_t i = 0; i < table.bucket_count * TT_BUCKET_ENTRIES; i++) {
        tt_entry *e = &table.buckets[i / TT_BUCKET_ENTRIES].entry[i % TT_BUCKET_ENTRIES];
        if (e->data != 0) {
            cr_assert_null(only);
            only = e;
        }
    }
    cr_assert_not_null(only);
    return only;
}

Test(transposition, a_torn_entry_misses)
{
    store(0, 5);
    tt_entry *e = only_entry();
    for (int bit = 0; bit < 64; bit++) {
        e->data ^= UINT64_C(1) << bit;
        cr_expect_eq(depth_known(0), NOT_KNOWN);
        e->data ^= UINT64_C(1) << bit;
        e->check ^= UINT64_C(1) << bit;
        cr_expect_eq(depth_known(0), NOT_KNOWN);
        e->check ^= UINT64_C(1) << bit;
    }
    cr_expect_eq(depth_known(0), 5);
}

Test(transposition, aged_gives_up_the_shallowest_of_a_full_bucket)
{
    for (unsigned i = 0; i < 4; i++) {
        store(i, 8 - (int)i);
    }
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(depth_known(i), 8 - (int)i, "empty entries are taken first");
    }
    store(4, 1);
    cr_expect_eq(depth_known(3), NOT_KNOWN);
    cr_expect_eq(depth_known(4), 1, "the newest is always stored");
    store(5, 7);
    cr_expect_eq(depth_known(4), NOT_KNOWN);
    cr_expect_eq(depth_known(0), 8);
    cr_expect_eq(depth_known(5), 7);
}

Test(transposition, aged_counts_four_plies_a_search_of_age_and_ages_wrap)
{
    for (int start = 0; start < TT_AGES; start++) {
        tt_clear(&table, 1);
        for (int i = 0; i < start; i++) {
            tt_new_search(&table);
        }
        store(0, 15);
        tt_new_search(&table);
        tt_new_search(&table);
        store(1, 6);
        store(2, 8);
        store(3, 8);
        store(4, 9);
        cr_expect_eq(depth_known(1), NOT_KNOWN, "6 is less than 15 - 8, from age %d", start);
        cr_expect_eq(depth_known(0), 15);
        store(5, 9);
        cr_expect_eq(depth_known(0), NOT_KNOWN, "15 - 8 is less than 8, from age %d", start);
    }
}

/* A second result of one position. */
static void expect_after(tt_data first, tt_data second, tt_data expected)
{
    tt_data found;
    tt_clear(&table, 1);
    tt_store(&table, 9, &first);
    tt_store(&table, 9, &second);
    cr_assert(tt_probe(&table, 9, &found));
    cr_expect(equal(&found, &expected));
    only_entry();
}

/* A bound does not replace a far deeper result of this search, and a result without a move keeps
 * the old one. */
Test(transposition, two_results_of_a_position_are_merged)
{
    for (tt_rule rule = TT_AGED; rule <= TT_TWO_DEEP; rule++) {
        table.rule = rule;
        const tt_data deep = result(10, TT_LOWER, 5), exact = result(6, TT_EXACT, 6);
        const tt_data near = result(7, TT_UPPER, 7), far = result(6, TT_UPPER, 8);
        expect_after(deep, near, near);
        expect_after(deep, exact, exact);
        tt_data merged = deep;
        merged.move = far.move;
        expect_after(deep, far, merged);
        expect_after(result(3, TT_LOWER, 5), result(4, TT_UPPER, MOVE_NONE),
                     result(4, TT_UPPER, 5));
        tt_clear(&table, 1);
        store(0, 20);
        tt_new_search(&table);
        store(0, 1);
        cr_expect_eq(depth_known(0), 1, "an earlier search");
    }
}

Test(transposition, two_deep_keeps_the_deeper_and_the_newer)
{
    table.rule = TT_TWO_DEEP;
    store(0, 5);
    store(1, 3);
    cr_expect_eq(depth_known(0), 5);
    cr_expect_eq(depth_known(1), 3);
    store(2, 1);
    cr_expect_eq(depth_known(0), 5, "the deepest stays");
    cr_expect_eq(depth_known(1), NOT_KNOWN,
                 "the second is always overwritten, by a shallower one too");
    cr_expect_eq(depth_known(2), 1);
    store(3, 8);
    cr_expect_eq(depth_known(3), 8);
    cr_expect_eq(depth_known(0), 5, "what the first displaces goes to the second");
    cr_expect_eq(depth_known(2), NOT_KNOWN);
    store(4, 8);
    cr_expect_eq(depth_known(4), 8);
    cr_expect_eq(depth_known(3), 8, "the newer of equals comes first");
    store(5, 2);
    cr_expect_eq(depth_known(4), 8);
    cr_expect_eq(depth_known(3), NOT_KNOWN);
    for (int i = 0; i < 10; i++) {
        tt_new_search(&table);
    }
    store(6, 2);
    cr_expect_eq(depth_known(4), 8, "age plays no part");
}

Test(transposition, two_deep_sorts_again_when_a_position_is_searched_anew)
{
    table.rule = TT_TWO_DEEP;
    store(0, 5);
    store(1, 3);
    store(1, 6);
    store(2, 1);
    cr_expect_eq(depth_known(1), 6, "the second grew deeper, and came first");
    cr_expect_eq(depth_known(0), NOT_KNOWN);

    tt_clear(&table, 1);
    store(0, 5);
    store(1, 4);
    store(0, 3);
    store(2, 1);
    cr_expect_eq(depth_known(1), 4, "the first grew shallower, and came second");
    cr_expect_eq(depth_known(0), NOT_KNOWN);
}

Test(transposition, hashfull_counts_what_this_search_stored)
{
    cr_expect_eq(tt_hashfull(&table), 0);
    const uint64_t step = UINT64_MAX / table.bucket_count + 1;
    const tt_data known = result(3, TT_EXACT, 1);
    for (uint64_t i = 0; i < table.bucket_count; i++) {
        tt_store(&table, step * i, &known);
    }
    cr_expect_eq(tt_hashfull(&table), 250, "one of four");
    tt_new_search(&table);
    cr_expect_eq(tt_hashfull(&table), 0);
    for (uint64_t i = 0; i < table.bucket_count / 2; i++) {
        tt_store(&table, step * 2 * i + 1, &known);
    }
    cr_expect_eq(tt_hashfull(&table), 125, "one of eight");
}

Test(transposition, several_threads_clear_a_large_table_to_its_end)
{
    tt_free(&table);
    /* Neither a whole number of huge pages nor of shares. */
    cr_assert(tt_init(&table, LARGE + 5 * sizeof(tt_bucket) + 3, 3, NULL));
    cr_assert_eq(table.bucket_count, LARGE / sizeof(tt_bucket) + 5);
    const int threads[] = {1, 2, 3, 1000};
    for (int i = 0; i < 4; i++) {
        memset(table.buckets, 0xff, table.bucket_count * sizeof(tt_bucket));
        tt_new_search(&table);
        tt_clear(&table, threads[i]);
        cr_expect_eq(table.age, 0);
        const unsigned char *bytes = (const unsigned char *)table.buckets;
        const size_t size = table.bucket_count * sizeof(tt_bucket);
        cr_expect(bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0);
    }
}

Test(transposition, memory_that_is_not_there_is_told)
{
    tt none_such;
    failure why;
    cr_expect_not(tt_init(&none_such, SIZE_MAX, 2, &why));
    cr_expect_null(none_such.buckets);
    cr_expect_not_null(strstr(why.text, " MB refused: "), "%s", why.text);
    tt_free(&none_such);
}

/* Threads store and probe a few keys. The stored data depend on key and depth, so a hit that mixes
 * two entries, or two results of a position, is detected. */
enum { THREADS = 4, KEYS = 32, STEPS = 200000, DEPTHS = 16 };

static uint64_t mix(uint64_t x)
{
    return random_next(&x);
}

/* The move depends on the key alone: a result that is not deep enough still leaves its move. */
static tt_data data_of(uint64_t key, int depth)
{
    const uint64_t bits = mix(key + (uint64_t)depth);
    return (tt_data){.move = (move)(mix(key) & 0x7fff),
                     .score = (int16_t)((int)(bits & 0x7fff) - 0x4000),
                     .evaluation = (int16_t)((int)(bits >> 16 & 0x3fff) - 0x2000),
                     .depth = (int8_t)depth,
                     .bound = (tt_bound)(bits >> 32 & 3)};
}

typedef struct hammer {
    uint64_t random;
    int hits, wrong;
} hammer;

static void *strike(void *argument)
{
    hammer *h = argument;
    for (int i = 0; i < STEPS; i++) {
        const uint64_t key = mix(random_next(&h->random) % KEYS);
        tt_data seen;
        if (tt_probe(&table, key, &seen)) {
            const tt_data wanted = data_of(key, seen.depth);
            h->wrong += !equal(&seen, &wanted);
            h->hits++;
        }
        const tt_data made = data_of(key, (int)(h->random >> 32 & (DEPTHS - 1)));
        tt_store(&table, key, &made);
    }
    return NULL;
}

Test(transposition, no_thread_sees_a_mixed_entry)
{
    pthread_t threads[THREADS];
    hammer hammers[THREADS];
    tear_down();
    cr_assert(tt_init(&table, 4 * sizeof(tt_bucket), 1, NULL));
    for (tt_rule rule = TT_AGED; rule <= TT_TWO_DEEP; rule++) {
        table.rule = rule;
        for (int i = 0; i < THREADS; i++) {
            hammers[i] = (hammer){.random = (uint64_t)i};
            cr_assert_eq(pthread_create(&threads[i], NULL, strike, &hammers[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
            cr_expect_eq(hammers[i].wrong, 0, "%d of %d hits", hammers[i].wrong, hammers[i].hits);
            cr_expect_gt(hammers[i].hits, STEPS / 8);
        }
    }
}

/* A score at ply 4, in the table, and at ply 10. */
Test(transposition, mates_and_wins_by_endgame_tables_count_from_the_node)
{
    const int scores[][3] = {
        {score_mates_in(7), score_mates_in(3), score_mates_in(13)},
        {score_tables_win_in(7), score_tables_win_in(3), score_tables_win_in(13)},
        {SCORE_MATE_NOW, SCORE_MATE_NOW, score_mates_in(10)},
        {SCORE_TABLES_WON, SCORE_TABLES_WON, score_tables_win_in(10)},
        {SCORE_NONE, SCORE_NONE, SCORE_NONE},
    };
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            const int stored = tt_score_in(sign * scores[i][0], 4);
            cr_expect_eq(stored, sign * scores[i][1], "%d", scores[i][0]);
            cr_expect_eq(tt_score_out((int16_t)stored, 10), sign * scores[i][2], "%d",
                         scores[i][0]);
        }
    }
    for (int score = -SCORE_TABLES_LEAST + 1; score < SCORE_TABLES_LEAST; score++) {
        cr_assert_eq(tt_score_in(score, 9), score);
        cr_assert_eq(tt_score_out((int16_t)score, 9), score);
    }
}

/* Neither becomes the other, nor an evaluation. */
Test(transposition, a_mate_stays_a_mate_and_a_win_by_tables_a_win)
{
    const int leasts[] = {SCORE_MATE_LEAST, -SCORE_MATE_LEAST, SCORE_TABLES_LEAST,
                          -SCORE_TABLES_LEAST};
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(tt_score_out((int16_t)leasts[i], 3), leasts[i]);
        cr_expect_eq(score_is_mate(leasts[i]), i < 2);
        cr_expect(score_is_decided(leasts[i]));
        cr_expect_eq(score_is_lost(leasts[i]), i % 2 == 1);
    }
    cr_expect(score_is_mate(-SCORE_MATE_NOW) && score_is_decided(-SCORE_MATE_NOW));
    cr_expect(score_is_decided(SCORE_TABLES_WON) && !score_is_mate(SCORE_TABLES_WON));
    cr_expect_not(score_is_mate(SCORE_MATE_LEAST - 1) || score_is_decided(SCORE_TABLES_LEAST - 1));
    cr_expect_not(score_is_mate(SCORE_NONE) || score_is_decided(SCORE_NONE));
}
