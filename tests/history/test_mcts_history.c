#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "history/mcts_history.h"

static const hist_mcts_settings usual = {.main = HIST_MAIN_BUTTERFLY,
                                         .percent = {[HIST_TABLE_BUTTERFLY] = 100},
                                         .bonus_scale = 400,
                                         .gravity = 8192,
                                         .logit_divisor = 16384,
                                         .mean_divisor = 1600,
                                         .mean_prior = 16,
                                         .mean_limit = 65536,
                                         .correction.memory = 1.0f};
static const hist_context root = {.row = {HIST_NO_MOVE}};
static const hist_move e2e4 = {.piece = PAWN, .from = 12, .to = 28, .victim = HIST_QUIET};

static mcts_history *make(const hist_mcts_settings *settings)
{
    mcts_history *h = hist_mcts_new(settings);
    cr_assert_not_null(h);
    return h;
}

/* The absolute signal in double precision and the plainest words. */
static double reference_logit(double score)
{
    double s = fmin(fmax(score, 0.001), 0.999);
    return log(s / (1.0 - s));
}

static int bonus_of(const mcts_history *h, float score, float before)
{
    return hist_bonus(h, hist_playout_of(score), before);
}

/* Whatever was thought of the node before. */
Test(mcts_history, bonus_is_the_inverse_sigmoid_of_the_score)
{
    mcts_history *h = make(&usual);
    cr_expect_eq(bonus_of(h, 0.5f, 0.2f), 0);
    for (int i = 0; i <= 1000; i++) {
        double score = i / 1000.0;
        int expected = (int)(400.0 * reference_logit(score));
        cr_expect(abs(bonus_of(h, (float)score, 0.2f) - expected) <= 1, "at %g", score);
    }
    /* 400 ln 999 = 2762.7, however certain the playout was. */
    cr_expect_eq(bonus_of(h, 1.0f, 0.2f), 2762);
    cr_expect_eq(bonus_of(h, 0.0f, 0.2f), -2762);
    hist_mcts_free(h);
}

Test(mcts_history, relative_bonus_is_the_distance_from_the_mean_before)
{
    hist_mcts_settings settings = usual;
    settings.signal = HIST_SIGNAL_LOGIT;
    mcts_history *h = make(&settings);
    settings.signal = HIST_SIGNAL_VALUE;
    mcts_history *by_value = make(&settings);
    for (int i = 0; i <= 50; i++) {
        for (int k = 0; k <= 50; k++) {
            double s = i / 50.0, q = k / 50.0;
            int logit = (int)(400.0 * (reference_logit(s) - reference_logit(q)));
            int value = (int)(1600.0 * (s - q));
            cr_expect(abs(bonus_of(h, (float)s, (float)q) - logit) <= 1);
            cr_expect(abs(bonus_of(by_value, (float)s, (float)q) - value) <= 1);
        }
    }
    /* ln(0.75 / 0.25) = ln 3 = 1.0986; a playout that keeps the mean says nothing. */
    cr_expect_eq(bonus_of(h, 0.75f, 0.5f), 439);
    cr_expect_eq(bonus_of(h, 0.9f, 0.9f), 0);
    cr_expect_eq(bonus_of(by_value, 0.75f, 0.5f), 400);
    cr_expect_eq(bonus_of(by_value, 0.25f, 0.5f), -400);
    hist_mcts_free(h);
    hist_mcts_free(by_value);
}

Test(mcts_history, a_playout_is_the_opposite_for_the_other_side)
{
    const hist_playout turned = hist_playout_turned(hist_playout_of(0.75f));
    cr_expect_eq(turned.score, 0.25f);
    cr_expect_float_eq(turned.logit, -1.098612, 1e-6);
    cr_expect_float_eq(hist_playout_of(0.25f).logit, turned.logit, 1e-6);
}

Test(mcts_history, mean_is_the_sum_over_count_and_prior)
{
    hist_mcts_settings settings = usual;
    settings.learning = HIST_LEARN_MEAN;
    settings.mean_limit = 1000;
    mcts_history *h = make(&settings);
    /* Two bonuses of 900 among 16 of nothing: 100, a sixteenth of 1600. */
    hist_learn_bonus(h, &root, &e2e4, 900);
    hist_learn_bonus(h, &root, &e2e4, 900);
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), 0.0625f, 1e-7f);
    hist_mcts_clear(h);
    double sum = 0.0;
    int count = 0;
    srand(3);
    for (int i = 0; i < 5000; i++) {
        int bonus = rand() % 4001 - 1500;
        hist_learn_bonus(h, &root, &e2e4, bonus);
        sum += bonus;
        if (++count == 1000) {
            sum = trunc(sum / 2.0);
            count = 500;
        }
        cr_assert_float_eq(hist_logit(h, &root, &e2e4), sum / (count + 16) / 1600.0, 1e-5);
    }
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), 500.0 / 1600.0, 0.1, "the bonuses' mean");
    hist_mcts_free(h);
}

Test(mcts_history, sums_of_means_do_not_overflow)
{
    hist_mcts_settings settings = usual;
    settings.learning = HIST_LEARN_MEAN;
    settings.mean_limit = HIST_MEAN_LIMIT_MAX;
    settings.mean_prior = 1;
    mcts_history *h = make(&settings);
    for (int i = 0; i < 3 * HIST_MEAN_LIMIT_MAX; i++) {
        hist_learn_bonus(h, &root, &e2e4, -HIST_BONUS_MAX);
    }
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), -HIST_BONUS_MAX / 1600.0, 0.01);
    hist_mcts_free(h);
}

/* The usual settings with another main table. */
static hist_mcts_settings with_main(hist_main main)
{
    hist_mcts_settings settings = usual;
    settings.main = main;
    settings.percent[HIST_TABLE_BUTTERFLY] =
        main == HIST_MAIN_OFF || main == HIST_MAIN_PIECE_TO ? 0 : 100;
    settings.percent[HIST_TABLE_PIECE_TO] = main == HIST_MAIN_PIECE_TO ? 100 : 0;
    return settings;
}

/* ---- Memory ---- */

Test(mcts_history, age_is_what_a_new_search_leaves)
{
    for (int age = 0; age < HIST_AGES; age++) {
        for (int learning = 0; learning < HIST_LEARNINGS; learning++) {
            hist_mcts_settings settings = usual;
            settings.age = (hist_age)age;
            settings.learning = (hist_learning)learning;
            mcts_history *h = make(&settings);
            for (int i = 0; i < 64; i++) {
                hist_learn_bonus(h, &root, &e2e4, 100);
            }
            const float before = hist_logit(h, &root, &e2e4);
            hist_mcts_new_search(h);
            const float after = hist_logit(h, &root, &e2e4);
            /* A mean keeps 32 of its 64 bonuses, and the 16 of its prior: 2/3 for 4/5. */
            const float halved = learning == HIST_LEARN_MEAN ? 2.0f / 3.0f / 0.8f : 0.5f;
            const float left[HIST_AGES] = {halved, 1.0f, 0.0f};
            cr_expect_gt(before, 0.04f);
            cr_expect_float_eq(after / before, left[age], 1e-3f, "%d %d", age, learning);
            hist_mcts_free(h);
        }
    }
}

Test(mcts_history, a_table_of_one_search_is_forgotten_by_the_next_whatever_the_age)
{
    hist_mcts_settings settings = with_main(HIST_MAIN_OFF);
    settings.percent[HIST_TABLE_LOW_PLY] = 100;
    settings.age = HIST_AGE_KEEP;
    mcts_history *h = make(&settings);
    hist_learn_bonus(h, &root, &e2e4, 1000);
    cr_expect_gt(hist_logit(h, &root, &e2e4), 0.05f);
    hist_mcts_new_search(h);
    cr_expect_eq(hist_logit(h, &root, &e2e4), 0.0f);
    hist_mcts_free(h);
}

Test(mcts_history, configure_forgets_what_would_be_misread)
{
    hist_mcts_settings others[6];
    for (int i = 0; i < 6; i++) {
        others[i] = usual;
    }
    others[0].bonus_scale = 300;
    others[1] = with_main(HIST_MAIN_PIECE_TO);
    others[2].learning = HIST_LEARN_MEAN;
    others[3].signal = HIST_SIGNAL_VALUE;
    others[4].gravity = 4096;
    others[5].captures = HIST_CAPTURES_APART;
    for (int i = 0; i < 6; i++) {
        mcts_history *h = make(&usual);
        hist_learn_bonus(h, &root, &e2e4, 500);
        hist_mcts_configure(h, &others[i]);
        hist_mcts_configure(h, &usual);
        cr_expect_float_eq(hist_logit(h, &root, &e2e4), i == 0 ? 500.0f / 16384.0f : 0.0f, 1e-7f,
                           "%d", i);
        hist_mcts_free(h);
    }
}

Test(mcts_history, a_bonus_beyond_the_limit_is_clamped_to_it)
{
    hist_mcts_settings settings = usual;
    settings.bonus_scale = 2000;
    settings.gravity = 1024;
    mcts_history *h = make(&settings);
    cr_expect_eq(bonus_of(h, 0.999f, 0.2f), 1024);
    hist_learn_bonus(h, &root, &e2e4, bonus_of(h, 0.999f, 0.2f));
    hist_learn_bonus(h, &root, &e2e4, bonus_of(h, 0.999f, 0.2f));
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), 1024.0f / 16384.0f, 1e-7f);
    hist_mcts_free(h);
    settings.gravity = HIST_GRAVITY_MAX;
    settings.signal = HIST_SIGNAL_LOGIT;
    h = make(&settings);
    cr_expect_eq(bonus_of(h, 1.0f, 0.0f), HIST_BONUS_MAX);
    cr_expect_eq(bonus_of(h, 0.0f, 1.0f), -HIST_BONUS_MAX);
    hist_mcts_free(h);
}

Test(mcts_history, the_last_answer_to_a_move_is_known_until_cleared)
{
    const hist_move knight = {.piece = KNIGHT + 6, .from = 57, .to = 42, .victim = HIST_QUIET};
    const move reply = move_of(52, 36, MOVE_PLAIN), other = move_of(57, 42, MOVE_PLAIN);
    const int row = hist_row_after(&e2e4);
    mcts_history *h = make(&usual);
    cr_expect_eq(hist_mcts_counter_move(h, row), MOVE_NONE);
    hist_mcts_keep_counter_move(h, row, other);
    hist_mcts_keep_counter_move(h, row, reply);
    cr_expect_eq(hist_mcts_counter_move(h, row), reply);
    cr_expect_eq(hist_mcts_counter_move(h, hist_row_after(&knight)), MOVE_NONE);
    hist_mcts_keep_counter_move(h, HIST_NO_MOVE, reply);
    cr_expect_eq(hist_mcts_counter_move(h, HIST_NO_MOVE), MOVE_NONE);
    hist_mcts_clear(h);
    cr_expect_eq(hist_mcts_counter_move(h, row), MOVE_NONE);
    hist_mcts_keep_counter_move(h, row, reply);
    const hist_mcts_settings another = with_main(HIST_MAIN_PIECE_TO);
    hist_mcts_configure(h, &another);
    cr_expect_eq(hist_mcts_counter_move(h, row), MOVE_NONE);
    hist_mcts_settings cleared = another;
    cleared.age = HIST_AGE_CLEAR;
    hist_mcts_configure(h, &cleared);
    hist_mcts_keep_counter_move(h, row, reply);
    hist_mcts_new_search(h);
    cr_expect_eq(hist_mcts_counter_move(h, row), MOVE_NONE);
    hist_mcts_free(h);
}

Test(mcts_history, only_the_seed_counts_proven_moves)
{
    for (int main = 0; main < HIST_MAINS; main++) {
        const hist_mcts_settings settings = with_main((hist_main)main);
        mcts_history *h = make(&settings);
        cr_expect_eq(hist_counts_proven(h), main == HIST_MAIN_SEED);
        hist_mcts_free(h);
    }
}

Test(mcts_history, a_playout_teaches_its_bonus)
{
    mcts_history *h = make(&usual);
    hist_learn_playout(h, &root, &e2e4, hist_playout_of(0.75f), 0.5f);
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), 439.0f / 16384.0f, 1e-7f);
    hist_mcts_free(h);
}

Test(mcts_history, corrections_of_leaves_live_as_long_as_the_tables)
{
    const correction_keys keys = {.pawns = 3};
    hist_mcts_settings settings = usual;
    settings.correction = (leaf_settings){.share = {[CORRECTION_PAWNS] = 1.0f}, .memory = 64.0f};
    mcts_history *h = make(&settings);
    hist_learn_leaf_error(h, &keys, 0.25f, 1.0f);
    cr_expect_float_eq(hist_leaf_correction(h, &keys), 0.25f, 1e-6f);
    settings.main = HIST_MAIN_SEED;
    hist_mcts_configure(h, &settings);
    hist_mcts_new_search(h);
    cr_expect_float_eq(hist_leaf_correction(h, &keys), 0.25f, 1e-6f, "no table of moves");
    hist_mcts_clear(h);
    cr_expect_eq(hist_leaf_correction(h, &keys), 0.0f);
    hist_mcts_free(h);
}
