/* Compares the rules of Pro Deo, Mehrmann and Romstad with hand-computed values. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "history/reduction_history.h"
#include "result_fixture.h"

static const hist_move knight = {1, 6, 21, HIST_QUIET, 0};
static const hist_move other_knight = {1, 11, 21, HIST_QUIET, 0};
static const hist_move pawn = {0, 12, 28, HIST_QUIET, 0};
static const hist_move takes = {4, 3, 35, 0, 0};

static const hist_reduce_params prodeo = {
    .rule = HIST_REDUCE_PRODEO, .init = 100, .inc = 5, .dec = 1, .threshold = 50, .replace = 50};
static const hist_reduce_params peak = {.rule = HIST_REDUCE_PEAK, .peak_permille = 100};
static const hist_reduce_params romstad = {.rule = HIST_REDUCE_ROMSTAD, .weight = 2};

static reduction_history *h;

static void begin(void)
{
    h = hist_reduce_new(&prodeo);
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_reduce_free(h);
}

TestSuite(reduction_history, .init = begin, .fini = end);

static void set(hist_reduce_params params)
{
    hist_reduce_configure(h, &params);
    hist_reduce_clear(h);
}

static void teach(const hist_move tried[], int count, hist_outcome last, int depth)
{
    uint8_t outcomes[HIST_TRIED_MAX] = {HIST_FAILED};
    outcomes[count - 1] = (uint8_t)last;
    const hist_node_result result = {.tried = tried,
                                     .outcomes = outcomes,
                                     .count = count,
                                     .best = last == HIST_FAILED ? -1 : count - 1,
                                     .top = count - 1,
                                     .depth = depth};
    hist_reduce_learn(h, &result);
}

static void fail_times(hist_move m, int times)
{
    for (int i = 0; i < times; i++) {
        teach(&m, 1, HIST_FAILED, 1);
    }
}

static bool reduces(hist_move m, int depth)
{
    return hist_reduce_asks(h, &m, depth);
}

/* 100 to 50 is fifty failures; below 50 is one more. */
Test(reduction_history, prodeo_reduces_when_its_buffer_is_used_up)
{
    fail_times(knight, 50);
    cr_expect_not(reduces(knight, 4), "at the threshold");
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4), "below it");
    cr_expect(reduces(other_knight, 4), "the same piece on the same square");
    cr_expect_not(reduces(pawn, 4));
    hist_reduce_done(h, &knight);
    cr_expect_not(reduces(knight, 4), "set back to 50");
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4));
    hist_reduce_new_search(h);
    cr_expect_not(reduces(knight, 4), "100 again");
}

Test(reduction_history, prodeo_may_count_by_squares)
{
    hist_reduce_params p = prodeo;
    p.key = HIST_REDUCE_FROM_TO;
    set(p);
    fail_times(knight, 50);
    cr_expect_not(reduces(knight, 4));
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4));
    cr_expect_not(reduces(other_knight, 4), "from another square");
}

/* One success in six outweighs five failures exactly; one in seven does not. */
Test(reduction_history, prodeo_breaks_even_at_one_success_in_six)
{
    for (int i = 0; i < 600; i++) {
        teach(&knight, 1, i % 6 == 5 ? HIST_RAISED : HIST_FAILED, 1);
    }
    fail_times(knight, 50);
    cr_expect_not(reduces(knight, 4), "still 100 before these fifty");
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4));
    hist_reduce_clear(h);
    int first = 0;
    for (int i = 0; i < 700 && !first; i++) {
        teach(&knight, 1, i % 7 == 6 ? HIST_RAISED : HIST_FAILED, 1);
        first = reduces(knight, 4) ? i + 1 : 0;
    }
    /* After 45 rounds 55 is left, and five failures bring 50, the sixth 49. */
    cr_expect_eq(first, 45 * 7 + 6);
}

Test(reduction_history, prodeo_cells_are_bounded)
{
    for (int i = 0; i < 2 * HIST_REDUCE_LIMIT; i++) {
        teach(&knight, 1, HIST_CUT, 1);
    }
    fail_times(knight, HIST_REDUCE_LIMIT - 50);
    cr_expect_not(reduces(knight, 4));
    fail_times(knight, 1);
    cr_expect(reduces(knight, 4));
    fail_times(knight, 3 * HIST_REDUCE_LIMIT);
    hist_reduce_params p = prodeo;
    p.threshold = -HIST_REDUCE_LIMIT;
    hist_reduce_configure(h, &p);
    cr_expect_not(reduces(knight, 4));
}

/* So half of a number that is odd can be had: all others are doubled. */
Test(reduction_history, prodeo_knows_no_scale)
{
    hist_reduce_params twice = prodeo;
    twice.init *= 2;
    twice.inc *= 2;
    twice.dec *= 2;
    twice.threshold *= 2;
    twice.replace *= 2;
    reduction_history *other = hist_reduce_new(&twice);
    cr_assert_not_null(other);
    int reduced = 0;
    srand(5);
    for (int i = 0; i < 2000; i++) {
        const uint8_t outcome = rand() % 12 == 0 ? HIST_CUT : HIST_FAILED;
        const hist_node_result result = {.tried = &knight,
                                         .outcomes = &outcome,
                                         .count = 1,
                                         .best = outcome == HIST_CUT ? 0 : -1,
                                         .depth = 3};
        hist_reduce_learn(h, &result);
        hist_reduce_learn(other, &result);
        const bool now = reduces(knight, 3);
        cr_assert_eq(hist_reduce_asks(other, &knight, 3), now, "after %d results", i);
        if (now && rand() % 3 == 0) {
            reduced++;
            hist_reduce_done(h, &knight);
            hist_reduce_done(other, &knight);
        }
    }
    cr_expect_gt(reduced, 10);
    hist_reduce_free(other);
}

Test(reduction_history, prodeo_learns_nodes_or_moves)
{
    for (int moment = 0; moment < HIST_REDUCE_MOMENTS; moment++) {
        const bool moves = moment == HIST_REDUCE_LEARN_MOVES;
        hist_reduce_params p = prodeo;
        p.moment = (hist_reduce_moment)moment;
        set(p);
        fail_times(knight, 60);
        cr_expect_eq(reduces(knight, 4), !moves);
        for (int i = 0; i < 55; i++) {
            hist_reduce_learn_move(h, &pawn, HIST_FAILED);
        }
        cr_expect_eq(reduces(pawn, 4), moves, "45");
        hist_reduce_learn_move(h, &pawn, HIST_RAISED);
        cr_expect_not(reduces(pawn, 4), "50");
        hist_reduce_learn_move(h, &pawn, HIST_FAILED);
        cr_expect_eq(reduces(pawn, 4), moves, "49");
        hist_reduce_learn_move(h, &pawn, HIST_CUT);
        cr_expect_not(reduces(pawn, 4), "54");
    }
}

Test(reduction_history, the_other_rules_learn_nodes_only)
{
    const hist_reduce_params others[] = {peak, romstad};
    for (int i = 0; i < 2; i++) {
        hist_reduce_params p = others[i];
        p.moment = HIST_REDUCE_LEARN_MOVES;
        set(p);
        for (int k = 0; k < 10; k++) {
            hist_reduce_learn_move(h, &knight, HIST_CUT);
            hist_reduce_learn_move(h, &pawn, HIST_FAILED);
        }
        cr_expect(!reduces(knight, 4) && !reduces(pawn, 4));
        const hist_move tried[] = {pawn, knight};
        teach(tried, 2, HIST_CUT, 4);
        cr_expect(reduces(pawn, 4) && !reduces(knight, 4));
    }
}

Test(reduction_history, peak_compares_with_the_greatest_gain)
{
    set(peak);
    cr_expect_not(reduces(knight, 4), "without a peak nothing is below its share");
    teach(&knight, 1, HIST_CUT, 10);
    teach(&pawn, 1, HIST_CUT, 3);
    cr_expect(reduces(pawn, 4), "9 is less than a tenth of 100");
    cr_expect_not(reduces(knight, 4));
    teach(&pawn, 1, HIST_CUT, 1);
    cr_expect_not(reduces(pawn, 4), "10 is not");
    teach(&pawn, 1, HIST_RAISED, 9);
    teach(&takes, 1, HIST_CUT, 30);
    cr_expect_not(reduces(pawn, 4), "only quiet cuts count");
    hist_reduce_new_search(h);
    teach(&knight, 1, HIST_CUT, 1);
    cr_expect(reduces(pawn, 4), "halves are 50 and 5: 5 is less than a tenth of 51");
}

Test(reduction_history, romstad_counts_failures_before_a_cut)
{
    const hist_move tried[] = {takes, pawn, knight};
    set(romstad);
    cr_expect_not(reduces(pawn, 1), "nothing is known");
    teach(&pawn, 1, HIST_CUT, 9);
    for (int i = 0; i < 6; i++) {
        teach(tried, 3, HIST_FAILED, 9);
        teach(tried, 3, HIST_RAISED, 9);
        cr_expect_not(reduces(pawn, 3));
        teach(tried, 3, HIST_CUT, 9);
    }
    cr_expect(reduces(pawn, 2), "2 * 2 * 1 < 6");
    cr_expect_not(reduces(pawn, 3), "2 * 3 * 1 is not");
    cr_expect_not(reduces(knight, 1));
    hist_reduce_new_search(h);
    cr_expect_not(reduces(pawn, 1));
}

Test(reduction_history, counts_that_grow_too_large_are_halved)
{
    const hist_move tried[] = {pawn, knight};
    set(romstad);
    for (int i = 0; i < 120000; i++) {
        teach(tried, 2, HIST_CUT, 3);
    }
    cr_expect(reduces(pawn, 60) && !reduces(knight, 1));
    set(peak);
    for (int i = 0; i < 120000; i++) {
        teach(&knight, 1, HIST_CUT, 120);
    }
    teach(&pawn, 1, HIST_CUT, 120);
    cr_expect(reduces(pawn, 3) && !reduces(knight, 3));
}

/* A cell with one success and three failures tells when all are halved: it then has no success and
 * one failure. */
static void expect_halving(bool halved)
{
    cr_expect_eq(reduces(pawn, 2), halved, "2 * 2 * 1 is not less than 3, but 0 is less than 1");
}

static void teach_times(const hist_move tried[], int count, int depth, int times)
{
    for (int i = 0; i < times; i++) {
        teach(tried, count, HIST_CUT, depth);
    }
}

Test(reduction_history, romstad_halves_when_a_count_is_50000)
{
    const hist_move third = {2, 5, 33, HIST_QUIET, 0};
    const hist_move first[] = {pawn, other_knight}, tried[] = {third, knight},
                    again[] = {third, takes, other_knight};
    set(romstad);
    teach(&pawn, 1, HIST_CUT, 1);
    teach_times(first, 2, 1, 3);
    teach_times(&third, 1, 1, 49999);
    expect_halving(false);
    teach(&third, 1, HIST_CUT, 1);
    expect_halving(true);

    hist_reduce_params by_squares = romstad;
    by_squares.key = HIST_REDUCE_FROM_TO; /* two knights to one square are two cells */
    set(by_squares);
    teach(&pawn, 1, HIST_CUT, 1);
    teach_times(first, 2, 1, 3);
    teach_times(tried, 2, 1, 25000);
    teach_times(again, 3, 1, 24999);
    expect_halving(false);
    teach(again, 2, HIST_FAILED, 1);
    expect_halving(false);
    teach_times(again, 3, 1, 1);
    expect_halving(true);
}

/* 2^14 cuts at depth 2^7 are a gain of 2^28, which becomes 2^27. Half of that is 2^26, of one cut
 * at depth 2^13. */
Test(reduction_history, peak_halves_when_a_gain_is_two_to_the_28)
{
    hist_reduce_params half = peak;
    half.peak_permille = 500;
    for (int halved = 0; halved < 2; halved++) {
        set(half);
        teach_times(&knight, 1, 1 << 7, (1 << 14) - 1 + halved);
        teach(&pawn, 1, HIST_CUT, 1 << 13);
        cr_expect_eq(reduces(pawn, 1), !halved);
    }
}

Test(reduction_history, table_never_reduces_and_another_rule_forgets)
{
    fail_times(knight, 100);
    cr_expect(reduces(knight, 4));
    hist_reduce_configure(h, &(hist_reduce_params){.rule = HIST_REDUCE_TABLE});
    cr_expect_not(reduces(knight, 4));
    fail_times(knight, 100);
    hist_reduce_configure(h, &prodeo);
    cr_expect_not(reduces(knight, 4));
    hist_reduce_free(NULL);
}

Test(reduction_history, another_key_or_beginning_of_prodeo_forgets)
{
    hist_reduce_params other = prodeo;
    other.key = HIST_REDUCE_FROM_TO;
    fail_times(knight, 51);
    cr_expect(reduces(knight, 4));
    hist_reduce_configure(h, &other);
    cr_expect_not(reduces(knight, 4));
    fail_times(knight, 51);
    cr_expect(reduces(knight, 4));
    other.init = 101;
    hist_reduce_configure(h, &other);
    cr_expect_not(reduces(knight, 4));
}
