/* Tests the histories of negamax together: each result reaches all parts, and all parts are cleared
 * together. The parts have test suites of their own. */
#include <criterion/criterion.h>
#include <string.h>

#include "result_fixture.h"

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

static void learn(void)
{
    result_teach(h, "P- X- N+", 3, 1);
    hist_learn_error(h, &keys, 12, &(correction_finding){.score = 500, .best = true});
}

Test(negamax_history, a_result_reaches_all_parts_in_use)
{
    learn();
    cr_expect_eq(judged(result_knight), BONUS);
    cr_expect_eq(judged(result_pawn), -BONUS);
    cr_expect_eq(judged(result_takes), -BONUS);
    cr_expect_eq(ordered(result_knight), 1024 * BONUS);
    cr_expect(hist_reduces(h, &result_pawn, 4) && !hist_reduces(h, &result_knight, 4));
    use(classical());
    cr_expect_eq(ordered(result_knight), 0, "gravity alone was in use");
    cr_expect_eq(judged(result_knight), BONUS, "gravity still judges");
    learn();
    cr_expect(ordered(result_knight) > 0 && ordered(result_pawn) == 0);
    cr_expect_gt(judged(result_knight), BONUS, "and learns");
    use(usual());
    cr_expect_eq(ordered(result_knight), 1024 * judged(result_knight));
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
    hist_result result;
    result_make(&result, "P- X- N+", 3);
    hist_learn_aside(h, &result);
    use(classical());
    cr_expect_eq(ordered(result_knight), 0, "no classical order was in use");
    hist_learn_aside(h, &result);
    cr_expect_gt(ordered(result_knight), 0);
    cr_expect_eq(judged(result_knight), 0);
    cr_expect_not(hist_reduces(h, &result_pawn, 4));
}

Test(negamax_history, a_cut_without_a_search_is_a_bonus_to_gravity_and_a_cut_to_classical_orders)
{
    use(classical());
    hist_learn_cut(h, &result_nowhere, &result_knight, 70, 5, false);
    cr_expect_eq(judged(result_knight), 70);
    const float gain = 25.0f;
    int bits;
    memcpy(&bits, &gain, sizeof bits);
    cr_expect_eq(ordered(result_knight), bits, "the square of the depth");
}

Test(negamax_history, counter_moves_are_the_last_refutations_of_a_move)
{
    const move first = move_of(57, 42, MOVE_PLAIN), second = move_of(52, 36, MOVE_PLAIN);
    const int row = hist_row_after(&result_knight);
    hist_keep_counter_move(h, row, first);
    hist_keep_counter_move(h, row, second);
    cr_expect_eq(hist_counter_move(h, row), second);
    cr_expect_eq(hist_counter_move(h, hist_row_after(&result_pawn)), MOVE_NONE);
    hist_keep_counter_move(h, HIST_NO_MOVE, first);
    cr_expect_eq(hist_counter_move(h, HIST_NO_MOVE), MOVE_NONE);
    hist_negamax_new_search(h);
    cr_expect_eq(hist_counter_move(h, row), second);
    hist_negamax_clear(h);
    cr_expect_eq(hist_counter_move(h, row), MOVE_NONE);
}

/* A new search keeps gravity and corrections; the classical order ages by its option, and Pro Deo
 * begins anew. */
Test(negamax_history, a_new_search_and_clear_forget_what_they_should)
{
    use(classical());
    learn();
    const int corrected = hist_correction(h, &keys);
    cr_assert(ordered(result_knight) > 0 && hist_reduces(h, &result_pawn, 4) && corrected > 0);
    hist_negamax_new_search(h);
    cr_expect_eq(judged(result_knight), BONUS);
    cr_expect_eq(hist_correction(h, &keys), corrected);
    cr_expect(ordered(result_knight) == 0 && !hist_reduces(h, &result_pawn, 4));
    learn();
    hist_negamax_clear(h);
    cr_expect(judged(result_knight) == 0 && judged(result_takes) == 0);
    cr_expect(ordered(result_knight) == 0 && !hist_reduces(h, &result_pawn, 4));
    cr_expect_eq(hist_correction(h, &keys), 0);
}
