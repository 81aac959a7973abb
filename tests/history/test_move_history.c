#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>

#include "lesson_fixture.h"

static const hist_node nowhere = {.slot = {HIST_SLOT_NONE}};

/* White's knight from g1 to f3, and what a lesson holds beside it. */
static const hist_trial knight = {1, 6, 21, HIST_QUIET, 0};
static const hist_trial pawn = {0, 12, 28, HIST_QUIET, 0};
static const hist_trial takes_rook = {1, 21, 36, 3, 0};
static const hist_trial takes_pawn = {4, 3, 35, 0, 0};
static const hist_trial promotes = {0, 52, 60, HIST_PROMOTION, 0};

static move_history *h;

/* The tables of the setting "modern". */
static hist_settings settings_of(bool butterfly, bool threats, bool capture, bool continuation)
{
    hist_settings s = {.threats = threats, .capture = capture, .growth = lesson_growth};
    for (int sum = 0; sum < HIST_SUMS; sum++) {
        s.weight_1024[sum][HIST_BUTTERFLY] = butterfly ? 2048 : 0;
        s.weight_1024[sum][HIST_AFTER_1] = continuation ? 1024 : 0;
        s.weight_1024[sum][HIST_AFTER_2] = continuation ? 1024 : 0;
    }
    return s;
}

static void configure(bool butterfly, bool threats, bool capture, bool continuation)
{
    const hist_settings s = settings_of(butterfly, threats, capture, continuation);
    hist_moves_configure(h, &s);
}

static void begin(void)
{
    const hist_settings all = settings_of(true, true, true, true);
    h = hist_moves_new(&all);
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_moves_free(h);
}

TestSuite(move_history, .init = begin, .fini = end);

static int quiet(hist_trial m)
{
    return hist_quiet_score(h, HIST_TO_JUDGE, &nowhere, &m);
}
static int capture(hist_trial m)
{
    return hist_capture_score(h, &m);
}

static void learn(hist_node node, const hist_trial *tried, int count, int best, int depth)
{
    const hist_lesson lesson = {
        .node = node, .tried = tried, .count = count, .best = best, .depth = depth};
    hist_moves_learn(h, &lesson);
}

Test(move_history, a_new_one_knows_nothing)
{
    hist_moves_free(NULL);
    for (int piece = 0; piece < 12; piece++) {
        for (int to = 0; to < 64; to++) {
            hist_trial m = {(uint8_t)piece, (uint8_t)(63 - to), (uint8_t)to, HIST_QUIET, 3};
            const hist_node after = {.slot = {hist_slot(&m), hist_slot(&m)}};
            cr_assert_eq(hist_quiet_score(h, HIST_TO_JUDGE, &after, &m), 0);
            for (uint8_t victim = 0; victim < HIST_QUIET; victim++) {
                m.victim = victim;
                cr_assert_eq(capture(m), 0);
            }
        }
    }
}

/* The rule in wide integers and the plainest words. */
Test(move_history, updates_follow_the_gravity_rule_within_its_limit)
{
    long expected = 0;
    srand(1);
    for (int i = 0; i < 20000; i++) {
        /* Whole runs of one sign too, and the greatest bonus there may be. */
        int bonus = rand() % (2 * HIST_LIMIT + 1) - HIST_LIMIT;
        bonus = i / 1000 % 3 == 1 ? HIST_LIMIT : i / 1000 % 3 == 2 ? -abs(bonus) : bonus;
        expected += bonus - expected * labs(bonus) / HIST_LIMIT;
        hist_quiet_adjust(h, &nowhere, &knight, bonus);
        cr_assert_eq(quiet(knight), 2 * expected);
        cr_assert_leq(labs(expected), HIST_LIMIT);
    }
}

/* Success p with bonus b, failure with -b: the mean settles at limit * (2p - 1). */
Test(move_history, gravity_settles_at_its_fixed_point)
{
    double sum = 0.0;
    int counted = 0;
    srand(2);
    for (int i = 0; i < 200000; i++) {
        hist_quiet_adjust(h, &nowhere, &knight, rand() % 5 == 0 ? 100 : -100);
        if (i >= 2000) {
            sum += quiet(knight) / 2.0;
            counted++;
        }
    }
    cr_expect_float_eq(sum / counted / HIST_LIMIT, -0.6, 0.02);
}

Test(move_history, scores_stay_within_four_limits)
{
    const hist_node node = {.slot = {hist_slot(&pawn), hist_slot(&pawn)}};
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < 1000; i++) {
            hist_quiet_adjust(h, &node, &knight, sign * HIST_LIMIT);
            learn(node, &takes_rook, 1, 0, 120);
        }
        cr_expect_eq(hist_quiet_score(h, HIST_TO_JUDGE, &node, &knight), 4 * sign * HIST_LIMIT);
        cr_expect(capture(takes_rook) > HIST_LIMIT - 16 && capture(takes_rook) <= HIST_LIMIT);
    }
}

Test(move_history, a_bonus_grows_with_depth_and_levels_out)
{
    for (int depth = 1; depth <= 120; depth++) {
        const int bonus = hist_depth_bonus(h, depth);
        cr_expect(bonus > 0 && bonus <= HIST_LIMIT, "depth %d: %d", depth, bonus);
        cr_expect_geq(bonus, depth > 1 ? hist_depth_bonus(h, depth - 1) : 1);
    }
    cr_expect_lt(hist_depth_bonus(h, 1), hist_depth_bonus(h, 4));
    cr_expect_eq(hist_depth_bonus(h, 60), hist_depth_bonus(h, 120));
}

Test(move_history, a_quiet_best_gains_and_all_else_that_was_tried_loses)
{
    const hist_trial tried[] = {takes_rook, pawn, promotes, knight, takes_pawn};
    const int bonus = hist_depth_bonus(h, 5);
    learn(nowhere, tried, 5, 3, 5);
    cr_expect_eq(quiet(knight), 2 * bonus);
    cr_expect_eq(quiet(pawn), -2 * bonus);
    cr_expect_eq(capture(takes_rook), -bonus);
    cr_expect_eq(capture(takes_pawn), -bonus);
    cr_expect_eq(capture(promotes), -bonus);
}

Test(move_history, quiet_moves_learn_nothing_from_a_capture)
{
    const hist_trial tried[] = {pawn, takes_rook, takes_pawn, knight};
    const int bonus = hist_depth_bonus(h, 3);
    learn(nowhere, tried, 4, 2, 3);
    cr_expect_eq(capture(takes_pawn), bonus);
    cr_expect_eq(capture(takes_rook), -bonus);
    cr_expect_eq(quiet(pawn), 0);
    cr_expect_eq(quiet(knight), 0);
}

Test(move_history, nothing_is_learnt_where_no_move_was_best)
{
    const hist_trial tried[] = {pawn, takes_rook};
    learn(nowhere, tried, 2, -1, 9);
    cr_expect_eq(quiet(pawn), 0);
    cr_expect_eq(capture(takes_rook), 0);
    learn(nowhere, NULL, 0, -1, 9);
}

Test(move_history, a_lesson_may_be_full)
{
    hist_trial tried[HIST_TRIED_MAX];
    for (uint8_t i = 0; i < HIST_TRIED_MAX; i++) {
        tried[i] = (hist_trial){2, i, (uint8_t)(63 - i), HIST_QUIET, 0};
    }
    learn(nowhere, tried, HIST_TRIED_MAX, HIST_TRIED_MAX - 1, 2);
    cr_expect_eq(quiet(tried[HIST_TRIED_MAX - 1]), 2 * hist_depth_bonus(h, 2));
    cr_expect_eq(quiet(tried[0]), -2 * hist_depth_bonus(h, 2));
}

Test(move_history, cells_keep_sides_squares_pieces_and_victims_apart)
{
    const hist_trial black = {7, 6, 21, HIST_QUIET, 0}, back = {1, 21, 6, HIST_QUIET, 0};
    hist_trial other = takes_rook;
    hist_quiet_adjust(h, &nowhere, &knight, 1000);
    cr_expect_eq(quiet(knight), 2000);
    cr_expect_eq(quiet(black), 0);
    cr_expect_eq(quiet(back), 0);
    learn(nowhere, &takes_rook, 1, 0, 4);
    cr_expect_gt(capture(takes_rook), 0);
    other.victim = 4;
    cr_expect_eq(capture(other), 0);
    other = takes_rook;
    other.piece = 2;
    cr_expect_eq(capture(other), 0);
    other = takes_rook;
    other.from = 46; /* captures do not ask from where */
    cr_expect_eq(capture(other), capture(takes_rook));
}

Test(move_history, threats_pick_one_of_four_cells_if_they_are_in_use)
{
    for (uint8_t threats = 0; threats < 4; threats++) {
        hist_trial m = knight;
        m.threats = threats;
        hist_quiet_adjust(h, &nowhere, &m, 100 * (threats + 1));
    }
    for (uint8_t threats = 0; threats < 4; threats++) {
        hist_trial m = knight;
        m.threats = threats;
        cr_expect_eq(quiet(m), 200 * (threats + 1));
    }
    configure(true, false, true, true);
    for (uint8_t threats = 0; threats < 4; threats++) {
        hist_trial m = knight;
        m.threats = threats;
        cr_expect_eq(quiet(m), 200, "as if unthreatened");
    }
}

Test(move_history, continuation_asks_for_each_earlier_move_by_itself)
{
    const uint16_t slot[3] = {hist_slot(&pawn), hist_slot(&takes_rook), hist_slot(&promotes)};
    const hist_node both = {.slot = {slot[0], slot[1]}}, one = {.slot = {slot[0], HIST_SLOT_NONE}};
    const hist_node swapped = {.slot = {slot[1], slot[0]}},
                    strange = {.slot = {slot[2], HIST_SLOT_NONE}};
    configure(false, false, false, true);
    hist_quiet_adjust(h, &both, &knight, 500);
    cr_expect_eq(hist_quiet_score(h, HIST_TO_JUDGE, &both, &knight), 1000);
    cr_expect_eq(hist_quiet_score(h, HIST_TO_JUDGE, &one, &knight), 500);
    cr_expect_eq(hist_quiet_score(h, HIST_TO_JUDGE, &swapped, &knight), 1000);
    cr_expect_eq(hist_quiet_score(h, HIST_TO_JUDGE, &strange, &knight), 0);
    cr_expect_eq(hist_quiet_score(h, HIST_TO_JUDGE, &both, &pawn), 0);
    cr_expect_eq(quiet(knight), 0);
}

Test(move_history, every_move_leaves_a_slot_of_its_own)
{
    static bool taken[1 + 12 * 64];
    for (int piece = 0; piece < 12; piece++) {
        for (int to = 0; to < 64; to++) {
            const hist_trial m = {(uint8_t)piece, 0, (uint8_t)to, HIST_QUIET, 0};
            const uint16_t slot = hist_slot(&m);
            cr_assert(slot != HIST_SLOT_NONE && slot < sizeof taken && !taken[slot]);
            taken[slot] = true;
        }
    }
}

/* Where there was no earlier move, there is nothing to remember. */
Test(move_history, no_move_is_never_learnt_from)
{
    configure(false, false, false, true);
    for (int i = 0; i < 10; i++) {
        hist_quiet_adjust(h, &nowhere, &knight, 1000);
        learn(nowhere, &knight, 1, 0, 9);
    }
    cr_expect_eq(quiet(knight), 0);
}

Test(move_history, a_table_that_is_off_is_neither_read_nor_written)
{
    const hist_node node = {.slot = {hist_slot(&pawn), HIST_SLOT_NONE}};
    const hist_trial tried[] = {takes_rook, knight};
    learn(node, tried, 2, 1, 4);
    const int whole = hist_quiet_score(h, HIST_TO_JUDGE, &node, &knight),
              taken = capture(takes_rook);
    cr_assert(whole > 0 && taken < 0);
    configure(false, false, false, false);
    cr_expect_eq(hist_quiet_score(h, HIST_TO_JUDGE, &node, &knight), 0);
    cr_expect_eq(capture(takes_rook), 0);
    learn(node, tried, 2, 1, 4);
    hist_quiet_adjust(h, &node, &knight, 300);
    configure(true, true, true, true);
    cr_expect_eq(hist_quiet_score(h, HIST_TO_JUDGE, &node, &knight), whole,
                 "kept, and not changed");
    cr_expect_eq(capture(takes_rook), taken);
    configure(true, true, false, false);
    const int butterfly = hist_quiet_score(h, HIST_TO_JUDGE, &node, &knight);
    configure(false, false, false, true);
    const int continuation = hist_quiet_score(h, HIST_TO_JUDGE, &node, &knight);
    cr_expect_eq(butterfly + continuation, whole);
    cr_expect(butterfly > 0 && continuation > 0);
}

Test(move_history, many_scores_are_those_of_one_by_one)
{
    const hist_trial moves[] = {knight, pawn, {9, 58, 30, HIST_QUIET, 2}};
    const hist_node node = {.slot = {hist_slot(&takes_rook), hist_slot(&pawn)}};
    int scores[3] = {1, 1, 1};
    learn(node, moves, 3, 2, 7);
    hist_quiet_scores(h, &node, moves, 3, scores);
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(scores[i] / 1024, hist_quiet_score(h, HIST_TO_JUDGE, &node, &moves[i]));
        cr_expect_neq(scores[i], 0);
    }
}

Test(move_history, clear_forgets_all)
{
    const hist_trial tried[] = {takes_rook, knight};
    const hist_node node = {.slot = {hist_slot(&pawn), hist_slot(&knight)}};
    learn(node, tried, 2, 1, 4);
    hist_moves_clear(h);
    cr_expect_eq(hist_quiet_score(h, HIST_TO_JUDGE, &node, &knight), 0);
    cr_expect_eq(capture(takes_rook), 0);
}
