/* Compares the gravity tables of quiet moves and of captures with hand-computed values. It uses a
 * private header. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>

#include "gravity_tables.h"
#include "result_fixture.h"

static const hist_context nowhere = {.row = {HIST_NO_MOVE, [HIST_AT_PLY] = HIST_LOW_PLIES}};

/* White's knight from g1 to f3, and what a result holds beside it. */
static const hist_move knight = {1, 6, 21, HIST_QUIET, 0};
static const hist_move other_knight = {1, 11, 21, HIST_QUIET, 0};
static const hist_move pawn = {0, 12, 28, HIST_QUIET, 0};
static const hist_move takes_rook = {1, 21, 36, 3, 0};
static const hist_move takes_pawn = {4, 3, 35, 0, 0};
static const hist_move promotes = {0, 52, 60, HIST_PROMOTION, 0};

static gravity_tables *t;

/* Tables of a weight in 1/1024 that is the same for both purposes. */
static hist_gravity_settings with(const int weight_1024[HIST_TABLES])
{
    hist_gravity_settings s = {.growth = result_growth};
    for (int i = 0; i < HIST_TABLES; i++) {
        s.weight_1024[HIST_TO_ORDER][i] = s.weight_1024[HIST_TO_JUDGE][i] = weight_1024[i];
    }
    return s;
}

/* A usual set: butterfly counts twice, the other tables once. */
static const int usual[HIST_TABLES] = {[HIST_TABLE_BUTTERFLY] = 2048,
                                       [HIST_TABLE_AFTER_1] = 1024,
                                       [HIST_TABLE_AFTER_2] = 1024,
                                       [HIST_TABLE_CAPTURES] = 1024};
static const int none[HIST_TABLES] = {0};

static void use(hist_gravity_settings s)
{
    gravity_configure(t, &s);
}

static hist_gravity_settings with_table(hist_table table)
{
    int weight_1024[HIST_TABLES] = {0};
    weight_1024[table] = 1024;
    return with(weight_1024);
}

static void begin(void)
{
    const hist_gravity_settings s = with(usual);
    t = gravity_new(&s);
    cr_assert_not_null(t);
}
static void end(void)
{
    gravity_free(t);
}

TestSuite(gravity_tables, .init = begin, .fini = end);

static int judged(hist_context context, hist_move m)
{
    return gravity_score(t, HIST_TO_JUDGE, &context, &m);
}
static int ordered(hist_context context, hist_move m)
{
    return gravity_score(t, HIST_TO_ORDER, &context, &m);
}
static int score(hist_move m)
{
    return judged(nowhere, m);
}

static void learn(hist_context context, const hist_move *tried, int count, int best, int depth)
{
    const hist_node_result result = {
        .context = context, .tried = tried, .count = count, .best = best, .depth = depth};
    gravity_learn(t, &result);
}

static hist_context after(hist_move one, hist_move two)
{
    hist_context context = nowhere;
    context.row[HIST_AFTER_1] = hist_row_after(&one);
    context.row[HIST_AFTER_2] = hist_row_after(&two);
    return context;
}

static hist_context at_ply(int ply)
{
    return (hist_context){.row = {[HIST_AT_PLY] = (uint16_t)ply}};
}

static hist_context with_pawns(int row)
{
    hist_context context = nowhere;
    context.row[HIST_SAME_PAWNS] = (uint16_t)row;
    return context;
}

Test(gravity_tables, a_new_one_knows_nothing)
{
    gravity_free(NULL);
    for (int mover = 0; mover < 12; mover++) {
        for (int to = 0; to < 64; to++) {
            hist_move m = {(uint8_t)mover, (uint8_t)(63 - to), (uint8_t)to, HIST_QUIET, 3};
            cr_assert_eq(judged(after(m, m), m), 0);
            for (m.victim = 0; m.victim < HIST_VICTIMS; m.victim++) {
                cr_assert_eq(score(m), 0);
            }
        }
    }
}

/* ---- The rule ---- */

/* The rule in wide integers and the plainest words. */
Test(gravity_tables, updates_follow_the_gravity_rule_within_its_limit)
{
    long expected = 0;
    srand(1);
    for (int i = 0; i < 20000; i++) {
        /* Whole runs of one sign too, and the greatest bonus there may be. */
        int bonus = rand() % (2 * HIST_LIMIT + 1) - HIST_LIMIT;
        bonus = i / 1000 % 3 == 1 ? HIST_LIMIT : i / 1000 % 3 == 2 ? -abs(bonus) : bonus;
        expected += bonus - expected * labs(bonus) / HIST_LIMIT;
        gravity_adjust(t, &nowhere, &knight, bonus);
        cr_assert_eq(score(knight), 2 * expected);
        cr_assert_leq(labs(expected), HIST_LIMIT);
    }
}

/* Success p with bonus b, failure with -b: the mean settles at limit * (2p - 1). */
Test(gravity_tables, gravity_settles_at_its_fixed_point)
{
    double sum = 0.0;
    int counted = 0;
    srand(2);
    for (int i = 0; i < 200000; i++) {
        gravity_adjust(t, &nowhere, &knight, rand() % 5 == 0 ? 100 : -100);
        if (i >= 2000) {
            sum += score(knight) / 2.0;
            counted++;
        }
    }
    cr_expect_float_eq(sum / counted / HIST_LIMIT, -0.6, 0.02);
}

/* Success p with bonus B, failure with malus M settles at D (pB - (1 - p)M) / (pB + (1 - p)M): with
 * one success in five and half the malus at (20 - 40) / (20 + 40). */
Test(gravity_tables, a_malus_moves_the_fixed_point)
{
    hist_gravity_settings s = with_table(HIST_TABLE_PIECE_TO);
    s.growth = (hist_growth){.constant = 100, .most = 100, .malus_quiet_1024 = 512};
    use(s);
    const hist_move tried[] = {knight, pawn};
    double sum = 0.0;
    srand(3);
    for (int i = 0; i < 100000; i++) {
        learn(nowhere, tried, 2, rand() % 5 ? 1 : 0, 4);
        sum += i >= 2000 ? score(knight) : 0;
    }
    cr_expect_float_eq(sum / 98000 / HIST_LIMIT, -1.0 / 3.0, 0.02);
}

Test(gravity_tables, scores_stay_within_their_limits)
{
    const hist_context context = after(pawn, pawn);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < 1000; i++) {
            gravity_adjust(t, &context, &knight, sign * HIST_LIMIT);
            learn(context, &takes_rook, 1, 0, 120);
        }
        cr_expect_eq(judged(context, knight), 4 * sign * HIST_LIMIT, "weights of 2 + 1 + 1");
        cr_expect(score(takes_rook) > HIST_LIMIT - 16 && score(takes_rook) <= HIST_LIMIT);
    }
}

/* ---- What a result changes ---- */

Test(gravity_tables, a_bonus_grows_with_depth_and_levels_out)
{
    for (int depth = 1; depth <= 120; depth++) {
        const int bonus = gravity_bonus(t, depth);
        cr_expect(bonus > 0 && bonus <= HIST_LIMIT, "depth %d: %d", depth, bonus);
        cr_expect_geq(bonus, depth > 1 ? gravity_bonus(t, depth - 1) : 1);
    }
    cr_expect_lt(gravity_bonus(t, 1), gravity_bonus(t, 4));
    cr_expect_eq(gravity_bonus(t, 60), gravity_bonus(t, 120));
}

Test(gravity_tables, a_result_by_hand)
{
    const hist_move tried[] = {pawn, takes_pawn, knight};
    int weight_1024[HIST_TABLES] = {[HIST_TABLE_BUTTERFLY] = 1024, [HIST_TABLE_CAPTURES] = 1024};
    hist_gravity_settings s = with(weight_1024);
    s.growth = (hist_growth){.square = 2,
                             .linear = 10,
                             .constant = 5,
                             .most = 100,
                             .malus_quiet_1024 = 512,
                             .malus_capture_1024 = 2048};
    use(s);
    cr_expect_eq(gravity_bonus(t, 3), 2 * 9 + 10 * 3 + 5);
    cr_expect_eq(gravity_bonus(t, 9), 100);
    learn(nowhere, tried, 3, 2, 3);
    cr_expect_eq(score(knight), 53);
    cr_expect_eq(score(pawn), -26);
    cr_expect_eq(score(takes_pawn), -106);

    s.growth.constant = -1000;
    use(s);
    cr_expect_eq(gravity_bonus(t, 3), 0, "never a loss for the best");
    s.growth = (hist_growth){.constant = HIST_LIMIT, .most = HIST_LIMIT, .malus_quiet_1024 = 8192};
    use(s);
    learn(nowhere, tried, 3, 2, 1);
    cr_expect_eq(score(pawn), -HIST_LIMIT, "the limit bounds a malus");
}

Test(gravity_tables, a_quiet_best_gains_and_all_else_that_was_tried_loses)
{
    const hist_move tried[] = {takes_rook, pawn, promotes, knight, takes_pawn};
    const int bonus = gravity_bonus(t, 5);
    learn(nowhere, tried, 5, 3, 5);
    cr_expect_eq(score(knight), 2 * bonus);
    cr_expect_eq(score(pawn), -2 * bonus);
    cr_expect_eq(score(takes_rook), -bonus);
    cr_expect_eq(score(takes_pawn), -bonus);
    cr_expect_eq(score(promotes), -bonus);
}

Test(gravity_tables, quiet_moves_learn_nothing_from_a_capture)
{
    const hist_move tried[] = {pawn, takes_rook, takes_pawn, knight};
    const int bonus = gravity_bonus(t, 3);
    learn(nowhere, tried, 4, 2, 3);
    cr_expect_eq(score(takes_pawn), bonus);
    cr_expect_eq(score(takes_rook), -bonus);
    cr_expect_eq(score(pawn), 0);
    cr_expect_eq(score(knight), 0);
}

Test(gravity_tables, nothing_is_learnt_where_no_move_was_best)
{
    const hist_move tried[] = {pawn, takes_rook};
    learn(nowhere, tried, 2, -1, 9);
    cr_expect_eq(score(pawn), 0);
    cr_expect_eq(score(takes_rook), 0);
    learn(nowhere, NULL, 0, -1, 9);
}

Test(gravity_tables, a_result_may_be_full)
{
    hist_move tried[HIST_TRIED_MAX];
    for (uint8_t i = 0; i < HIST_TRIED_MAX; i++) {
        tried[i] = (hist_move){2, i, (uint8_t)(63 - i), HIST_QUIET, 0};
    }
    learn(nowhere, tried, HIST_TRIED_MAX, HIST_TRIED_MAX - 1, 2);
    cr_expect_eq(score(tried[HIST_TRIED_MAX - 1]), 2 * gravity_bonus(t, 2));
    cr_expect_eq(score(tried[0]), -2 * gravity_bonus(t, 2));
}

/* ---- Each table ---- */

Test(gravity_tables, the_butterfly_keeps_sides_squares_and_threats_apart)
{
    gravity_adjust(t, &nowhere, &knight, 1000);
    cr_expect_eq(score(knight), 2000);
    cr_expect_eq(score((hist_move){2, 6, 21, HIST_QUIET, 0}), 2000, "whatever the piece");
    cr_expect_eq(score((hist_move){7, 6, 21, HIST_QUIET, 0}), 0, "the other side");
    cr_expect_eq(score((hist_move){1, 21, 6, HIST_QUIET, 0}), 0, "the way back");
    for (uint8_t threats = 1; threats < 4; threats++) {
        const hist_move m = {1, 6, 21, HIST_QUIET, threats};
        cr_expect_eq(score(m), 0);
        gravity_adjust(t, &nowhere, &m, 100 * threats);
    }
    for (uint8_t threats = 1; threats < 4; threats++) {
        cr_expect_eq(score((hist_move){1, 6, 21, HIST_QUIET, threats}), 200 * threats);
    }
    cr_expect_eq(score(knight), 2000);
}

Test(gravity_tables, captures_are_kept_apart_by_piece_target_and_victim)
{
    learn(nowhere, &takes_rook, 1, 0, 4);
    cr_expect_gt(score(takes_rook), 0);
    hist_move other = takes_rook;
    for (other.victim = 0; other.victim < HIST_VICTIMS; other.victim++) {
        cr_expect_eq(score(other) != 0, other.victim == 3);
    }
    other = takes_rook;
    other.piece = 2;
    cr_expect_eq(score(other), 0);
    other = takes_rook;
    other.to = 37;
    cr_expect_eq(score(other), 0);
    other = takes_rook;
    other.from = 46;
    cr_expect_eq(score(other), score(takes_rook), "captures do not ask from where");
    other.threats = 3;
    cr_expect_eq(score(other), score(takes_rook), "nor what is threatened");
}

Test(gravity_tables, pieces_and_targets_whatever_the_origin)
{
    use(with_table(HIST_TABLE_PIECE_TO));
    gravity_adjust(t, &nowhere, &knight, 700);
    cr_expect_eq(score(knight), 700);
    cr_expect_eq(score(other_knight), 700);
    cr_expect_eq(score((hist_move){7, 6, 21, HIST_QUIET, 0}), 0, "the other side");
    cr_expect_eq(score((hist_move){2, 6, 21, HIST_QUIET, 0}), 0, "another piece");
    cr_expect_eq(score((hist_move){1, 6, 23, HIST_QUIET, 0}), 0, "another square");
}

Test(gravity_tables, a_continuation_asks_for_each_move_before_by_itself)
{
    const int weight_1024[HIST_TABLES] = {[HIST_TABLE_AFTER_1] = 1024, [HIST_TABLE_AFTER_2] = 1024};
    const hist_context both = after(pawn, takes_rook);
    hist_context one = both, unknown = nowhere;
    one.row[HIST_AFTER_2] = HIST_NO_MOVE;
    unknown.row[HIST_AFTER_1] = hist_row_after(&promotes);
    use(with(weight_1024));
    gravity_adjust(t, &both, &knight, 500);
    cr_expect_eq(judged(both, knight), 1000);
    cr_expect_eq(judged(one, knight), 500);
    cr_expect_eq(judged(after(takes_rook, pawn), knight), 1000);
    cr_expect_eq(judged(unknown, knight), 0);
    cr_expect_eq(judged(both, pawn), 0);
    cr_expect_eq(score(knight), 0);
}

/* Where no move before is known, there is nothing to remember. */
Test(gravity_tables, a_continuation_learns_nothing_after_an_unknown_move)
{
    const int weight_1024[HIST_TABLES] = {[HIST_TABLE_AFTER_1] = 1024,
                                          [HIST_TABLE_AFTER_2] = 1024,
                                          [HIST_TABLE_AFTER_4] = 1024,
                                          [HIST_TABLE_AFTER_6] = 1024};
    use(with(weight_1024));
    for (int i = 0; i < 10; i++) {
        gravity_adjust(t, &nowhere, &knight, 1000);
        learn(nowhere, &knight, 1, 0, 9);
    }
    cr_expect_eq(score(knight), 0);
}

Test(gravity_tables, moves_of_all_distances_share_their_rows)
{
    const uint16_t row = hist_row_after(&pawn);
    hist_gravity_settings s = with_table(HIST_TABLE_AFTER_4);
    s.weight_1024[HIST_TO_JUDGE][HIST_TABLE_AFTER_6] = 512;
    use(s);
    hist_context four = nowhere, six = nowhere, two = nowhere;
    four.row[HIST_AFTER_4] = six.row[HIST_AFTER_6] = two.row[HIST_AFTER_2] = row;
    gravity_adjust(t, &four, &knight, 800);
    cr_expect_eq(judged(four, knight), 800);
    cr_expect_eq(judged(six, knight), 400, "by the weight of its distance");
    cr_expect_eq(judged(two, knight), 0, "not in use");
    cr_expect_eq(ordered(four, knight), 800);
    cr_expect_eq(ordered(six, knight), 0, "in use, but not for this purpose");
    gravity_adjust(t, &two, &knight, 800);
    cr_expect_eq(judged(four, knight), 800, "what is not in use is not written");
}

Test(gravity_tables, other_pawns_have_histories_of_their_own)
{
    use(with_table(HIST_TABLE_PAWNS));
    gravity_adjust(t, &(hist_context){.row = {[HIST_SAME_PAWNS] = 511}}, &knight, 700);
    cr_expect_eq(judged(with_pawns(511), knight), 700);
    cr_expect_eq(judged(with_pawns(511), other_knight), 700, "from any square");
    cr_expect_eq(judged(with_pawns(510), knight), 0);
    cr_expect_eq(judged(with_pawns(0), knight), 0);
    gravity_adjust(t, &(hist_context){.row = {[HIST_SAME_PAWNS] = 0}}, &knight, 300);
    cr_expect_eq(judged(with_pawns(0), knight), 300, "row 0 is one of pawns like any other");
}

Test(gravity_tables, low_plies_are_kept_apart_and_forgotten_at_a_new_search)
{
    hist_gravity_settings s = with_table(HIST_TABLE_LOW_PLY);
    s.weight_1024[HIST_TO_JUDGE][HIST_TABLE_BUTTERFLY] = 1024;
    use(s);
    for (int ply = 0; ply <= HIST_LOW_PLIES; ply++) {
        gravity_adjust(t, &(hist_context){.row = {[HIST_AT_PLY] = (uint16_t)ply}}, &knight,
                       600 + ply);
    }
    for (int ply = 0; ply < HIST_LOW_PLIES; ply++) {
        cr_expect_eq(ordered(at_ply(ply), knight), 1024 / (1 + ply) * (600 + ply) / 1024, "ply %d",
                     ply);
        cr_expect_eq(ordered(at_ply(ply), other_knight), 0, "from another square");
    }
    cr_expect_eq(ordered(at_ply(HIST_LOW_PLIES), knight), 0, "too deep");
    const int butterfly = judged(at_ply(HIST_LOW_PLIES), knight);
    cr_expect_gt(butterfly, 600);
    gravity_new_search(t);
    for (int ply = 0; ply < HIST_LOW_PLIES; ply++) {
        cr_expect_eq(ordered(at_ply(ply), knight), 0);
        cr_expect_eq(judged(at_ply(ply), knight), butterfly, "all else is kept");
    }
}

/* ---- Settings and memory ---- */

Test(gravity_tables, a_table_that_is_off_is_neither_read_nor_written)
{
    const int butterfly_only[HIST_TABLES] = {[HIST_TABLE_BUTTERFLY] = 2048};
    const int continuation_only[HIST_TABLES] = {
        [HIST_TABLE_AFTER_1] = 1024, [HIST_TABLE_AFTER_2] = 1024};
    hist_context context = nowhere;
    context.row[HIST_AFTER_1] = hist_row_after(&pawn);
    const hist_move tried[] = {takes_rook, knight};
    learn(context, tried, 2, 1, 4);
    const int whole = judged(context, knight), taken = score(takes_rook);
    cr_assert(whole > 0 && taken < 0);
    use(with(none));
    cr_expect_eq(judged(context, knight), 0);
    cr_expect_eq(score(takes_rook), 0);
    learn(context, tried, 2, 1, 4);
    gravity_adjust(t, &context, &knight, 300);
    use(with(usual));
    cr_expect_eq(judged(context, knight), whole, "kept, and not changed");
    cr_expect_eq(score(takes_rook), taken);
    use(with(butterfly_only));
    const int butterfly = judged(context, knight);
    use(with(continuation_only));
    const int continuation = judged(context, knight);
    cr_expect_eq(butterfly + continuation, whole);
    cr_expect(butterfly > 0 && continuation > 0);
}

Test(gravity_tables, many_scores_are_those_of_one_by_one)
{
    const hist_move moves[] = {knight, pawn, {9, 58, 30, HIST_QUIET, 2}};
    const hist_context context = after(takes_rook, pawn);
    int scores[3] = {1, 1, 1};
    learn(context, moves, 3, 2, 7);
    gravity_order(t, &context, moves, 3, scores);
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(scores[i] / 1024, ordered(context, moves[i]));
        cr_expect_neq(scores[i], 0);
    }
}

Test(gravity_tables, clear_forgets_tables_that_are_no_longer_in_use)
{
    hist_context context = at_ply(2);
    context.row[HIST_SAME_PAWNS] = 5;
    context.row[HIST_AFTER_1] = context.row[HIST_AFTER_2] = context.row[HIST_AFTER_4] =
        context.row[HIST_AFTER_6] = hist_row_after(&pawn);
    for (int cleared = 0; cleared < 2; cleared++) {
        for (int table = 0; table < HIST_TABLES; table++) {
            const hist_move m = table == HIST_TABLE_CAPTURES ? takes_rook : knight;
            use(with_table((hist_table)table));
            if (!cleared) {
                gravity_adjust(t, &context, &m, 500);
            }
            cr_expect_eq(judged(context, m) != 0, !cleared, "table %d", table);
        }
        use(with(none));
        gravity_clear(t);
    }
}
