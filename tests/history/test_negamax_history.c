/* Tests the histories of negamax as one object: each result reaches all parts, and all parts are
 * cleared together. The parts have test suites of their own. */
#include <criterion/criterion.h>
#include <string.h>

#include "result_fixture.h"

static const hist_move knight = {1, 6, 21, HIST_QUIET, 0};
static const hist_move pawn = {0, 12, 28, HIST_QUIET, 0};
static const hist_move takes = {4, 3, 35, 0, 0};
static const correction_keys keys = {.pawns = 5};

enum { BONUS = 100 };

/* Gravity with a table of quiet moves and one of captures, Pro Deo's reductions and the correction
 * by pawns. A bonus is the same at every depth. */
static hist_negamax_settings usual(void)
{
    hist_negamax_settings s = {.gravity.growth = {.constant = BONUS,
                                                  .most = BONUS,
                                                  .malus_quiet_1024 = 1024,
                                                  .malus_capture_1024 = 1024},
                               .order = {.rule = HIST_ORDER_GRAVITY,
                                         .gain = HIST_INCREMENT_D2,
                                         .best = HIST_BEST_CUT,
                                         .age = HIST_AGE_CLEAR,
                                         .pv = HIST_COUNT},
                               .reductions = {.rule = HIST_REDUCE_PRODEO, .dec = 1},
                               .correction = {.weight_1024 = {[CORRECTION_PAWNS] = 1024}}};
    for (int i = 0; i < HIST_PURPOSES; i++) {
        s.gravity.weight_1024[i][HIST_TABLE_PIECE_TO] = 1024;
        s.gravity.weight_1024[i][HIST_TABLE_CAPTURES] = 1024;
    }
    return s;
}

/* The same, but that a classical rule orders quiet moves. */
static hist_negamax_settings classical(void)
{
    hist_negamax_settings s = usual();
    s.order.rule = HIST_ORDER_SCHAEFFER;
    return s;
}

static negamax_history *h;

static void begin(void)
{
    const hist_negamax_settings s = usual();
    h = hist_negamax_new(&s);
    cr_assert_not_null(h);
}
static void end(void)
{
    hist_negamax_free(h);
}

TestSuite(negamax_history, .init = begin, .fini = end);

static void use(hist_negamax_settings s)
{
    hist_negamax_configure(h, &s);
}

static int judged(hist_move m)
{
    return hist_judge(h, &result_nowhere, &m);
}

static int ordered(hist_move m)
{
    int score;
    hist_order(h, &result_nowhere, &m, 1, &score);
    return score;
}

/* A node of depth 3 in which the pawn's move and the capture failed, and the knight's cut. */
static hist_result cut_by_knight(void)
{
    const hist_move moves[] = {pawn, takes, knight};
    hist_result r;
    result_make(&r, moves, 3, HIST_CUT, 3);
    return r;
}

static void learn(void)
{
    const hist_result r = cut_by_knight();
    hist_learn(h, &r);
}

static void learn_error(void)
{
    const correction_finding found = {.score = 500, .best = true};
    hist_learn_error(h, &keys, 12, &found);
}

Test(negamax_history, one_teacher_for_all_parts)
{
    learn();
    cr_expect_eq(judged(knight), BONUS);
    cr_expect_eq(judged(pawn), -BONUS);
    cr_expect_eq(judged(takes), -BONUS);
    cr_expect_eq(hist_depth_bonus(h, 7), BONUS);
    cr_expect(hist_reduces(h, &pawn, 4) && !hist_reduces(h, &knight, 4));
    use(classical());
    cr_expect_eq(ordered(knight), 0, "gravity alone was in use");
    learn();
    cr_expect(ordered(knight) > 0 && ordered(pawn) == 0);
    cr_expect_gt(judged(knight), BONUS, "gravity learns on, to judge");
}

Test(negamax_history, a_classical_order_replaces_that_of_gravity)
{
    learn();
    cr_expect_eq(ordered(knight), 1024 * BONUS);
    cr_expect_eq(ordered(pawn), -1024 * BONUS);
    use(classical());
    cr_expect(ordered(knight) == 0 && ordered(pawn) == 0);
    cr_expect_eq(judged(knight), BONUS, "judgements stay gravity's");
    use(usual());
    cr_expect_eq(ordered(knight), 1024 * BONUS);
}

/* The logarithm of 1/2 halves a number, or doubles it below 0; that of 1 changes nothing. */
Test(negamax_history, priors_multiply_the_numbers_of_classical_orders)
{
    const float numbers[] = {8.0f, 0.75f, 0.0f, -4.0f, -3.0f}, halves[] = {4.0f, 0.375f};
    const float logs[] = {-0.6931472f, -0.6931472f, -0.6931472f, -0.6931472f, 0.0f};
    int scores[5];
    use(classical());
    for (int i = 0; i < 5; i++) {
        const float size = numbers[i] < 0.0f ? -numbers[i] : numbers[i];
        memcpy(&scores[i], &size, sizeof size);
        scores[i] = numbers[i] < 0.0f ? -scores[i] : scores[i];
    }
    const int unchanged = scores[4];
    hist_add_priors(h, logs, 5, scores);
    for (int i = 0; i < 2; i++) {
        float number;
        memcpy(&number, &scores[i], sizeof number);
        cr_expect_float_eq(number, halves[i], 1e-5f * halves[i]);
    }
    cr_expect(scores[2] < 0 && scores[2] > scores[4], "between gains and losses");
    const int size = -scores[3];
    float number;
    memcpy(&number, &size, sizeof number);
    cr_expect_float_eq(number, 8.0f, 1e-4f);
    cr_expect_eq(scores[4], unchanged);
}

Test(negamax_history, priors_are_added_to_gravity)
{
    const float logs[] = {-1.0f, -0.5f, 0.0f, -20.0f, -1.0f};
    int scores[] = {5, -7, 11, INT32_MIN + 9, 13};
    hist_add_priors(h, logs, 4, scores);
    cr_expect_eq(scores[0], 5 - HIST_PRIOR_UNIT * 1024);
    cr_expect_eq(scores[1], -7 - HIST_PRIOR_UNIT * 512);
    cr_expect_eq(scores[2], 11);
    cr_expect_eq(scores[3], INT32_MIN, "the least number");
    cr_expect_eq(scores[4], 13, "behind the last move");
}

Test(negamax_history, the_classical_orders_alone_count_moves_outside_the_main_search)
{
    const hist_result result = cut_by_knight();
    hist_learn_aside(h, &result);
    use(classical());
    cr_expect_eq(ordered(knight), 0, "no classical order was in use");
    hist_learn_aside(h, &result);
    cr_expect_gt(ordered(knight), 0);
    cr_expect_eq(judged(knight), 0);
    cr_expect_not(hist_reduces(h, &pawn, 4));
}

Test(negamax_history, a_cut_without_a_search_is_a_bonus_to_gravity_and_a_cut_to_classical_orders)
{
    use(classical());
    hist_learn_cut(h, &result_nowhere, &knight, 70, 5, false);
    cr_expect_eq(judged(knight), 70);
    const float gain = 25.0f;
    int bits;
    memcpy(&bits, &gain, sizeof bits);
    cr_expect_eq(ordered(knight), bits, "the square of the depth");
    hist_learn_cut(h, &result_nowhere, &pawn, -70, 5, false);
    cr_expect_eq(judged(pawn), -70);
}

/* Pro Deo's cell is set anew when its move was reduced: to 0, which is not below 0. */
Test(negamax_history, a_reduction_is_noted)
{
    learn();
    cr_assert(hist_reduces(h, &pawn, 4));
    hist_note_reduction(h, &pawn);
    cr_expect_not(hist_reduces(h, &pawn, 4));
    hist_negamax_settings s = usual();
    s.reductions.rule = HIST_REDUCE_TABLE;
    use(s);
    learn();
    cr_expect_not(hist_reduces(h, &pawn, 4), "the caller has a formula of its own");
}

Test(negamax_history, corrections_are_read_and_learnt_only_where_they_are_in_use)
{
    hist_negamax_settings off = usual();
    off.correction.weight_1024[CORRECTION_PAWNS] = 0;
    cr_expect(hist_corrects(h));
    learn_error();
    const int learnt = hist_correction(h, &keys);
    cr_expect_gt(learnt, 0);
    use(off);
    cr_expect_not(hist_corrects(h));
    cr_expect_eq(hist_correction(h, &keys), 0);
    learn_error();
    use(usual());
    cr_expect_eq(hist_correction(h, &keys), learnt);
    const correction_finding in_check = {.score = 500, .best = true, .in_check = true};
    hist_learn_error(h, &keys, 12, &in_check);
    cr_expect_eq(hist_correction(h, &keys), learnt, "a finding that says nothing");
    const correction_finding below = {.score = -800, .evaluation = 100};
    hist_learn_error(h, &keys, 12, &below);
    cr_expect_lt(hist_correction(h, &keys), learnt);
}

Test(negamax_history, counter_moves_are_the_last_refutations_of_a_move)
{
    const move first = move_of(57, 42, MOVE_PLAIN), second = move_of(52, 36, MOVE_PLAIN);
    const int row = hist_row_after(&knight);
    hist_keep_counter_move(h, row, first);
    hist_keep_counter_move(h, row, second);
    cr_expect_eq(hist_counter_move(h, row), second);
    cr_expect_eq(hist_counter_move(h, hist_row_after(&pawn)), MOVE_NONE);
    hist_keep_counter_move(h, HIST_NO_MOVE, first);
    cr_expect_eq(hist_counter_move(h, HIST_NO_MOVE), MOVE_NONE);
    use(classical());
    hist_negamax_new_search(h);
    cr_expect_eq(hist_counter_move(h, row), second);
    hist_negamax_clear(h);
    cr_expect_eq(hist_counter_move(h, row), MOVE_NONE);
}

/* Gravity and corrections are kept, the classical order ages by its option, and Pro Deo begins
 * anew. */
Test(negamax_history, a_new_search_takes_over_what_each_part_keeps)
{
    use(classical());
    learn();
    learn_error();
    const int corrected = hist_correction(h, &keys);
    cr_assert(ordered(knight) > 0 && hist_reduces(h, &pawn, 4) && corrected > 0);
    hist_negamax_new_search(h);
    cr_expect_eq(judged(knight), BONUS);
    cr_expect_eq(hist_correction(h, &keys), corrected);
    cr_expect_eq(ordered(knight), 0);
    cr_expect_not(hist_reduces(h, &pawn, 4));
}

Test(negamax_history, clear_forgets_all_parts)
{
    use(classical());
    learn();
    learn_error();
    hist_negamax_clear(h);
    cr_expect(judged(knight) == 0 && judged(pawn) == 0 && judged(takes) == 0);
    cr_expect_eq(ordered(knight), 0);
    cr_expect_not(hist_reduces(h, &pawn, 4));
    cr_expect_eq(hist_correction(h, &keys), 0);
}
