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

static void learn(mcts_history *h, float score, float before)
{
    hist_learn_playout(h, &root, &e2e4, hist_playout_of(score), before);
}

/* The first bonus of a cell, which is the cell under gravity. */
static int bonus_of(mcts_history *h, float score, float before)
{
    hist_mcts_clear(h);
    learn(h, score, before);
    return (int)lroundf(hist_logit(h, &root, &e2e4) * 16384.0f);
}

/* ---- Learning ---- */

static double reference_logit(double score)
{
    const double s = fmin(fmax(score, 0.001), 0.999);
    return log(s / (1.0 - s));
}

Test(mcts_history, each_signal_is_its_formula)
{
    for (int signal = 0; signal < HIST_SIGNALS; signal++) {
        hist_mcts_settings settings = usual;
        settings.signal = (hist_signal)signal;
        mcts_history *h = make(&settings);
        for (int i = 0; i <= 20; i++) {
            for (int k = 0; k <= 20; k++) {
                const double s = i / 20.0, q = k / 20.0;
                const double wanted[HIST_SIGNALS] = {
                    reference_logit(s), reference_logit(s) - reference_logit(q), 4.0 * (s - q)};
                const int difference =
                    bonus_of(h, (float)s, (float)q) - (int)(400.0 * wanted[signal]);
                cr_assert(abs(difference) <= 1, "%s", hist_signal_words[signal]);
            }
        }
        hist_mcts_free(h);
    }
}

/* ln(0.75 / 0.25) = ln 3 = 1.0986. However certain a playout was, 400 ln 999 = 2762.7 is most. */
Test(mcts_history, bonuses_by_hand)
{
    static const struct {
        hist_signal signal;
        float score, before;
        int bonus;
    } cases[] = {
        {HIST_SIGNAL_ABSOLUTE, 0.5f, 0.2f, 0},     {HIST_SIGNAL_ABSOLUTE, 1.0f, 0.2f, 2762},
        {HIST_SIGNAL_ABSOLUTE, 0.0f, 0.2f, -2762}, {HIST_SIGNAL_LOGIT, 0.75f, 0.5f, 439},
        {HIST_SIGNAL_LOGIT, 0.9f, 0.9f, 0},        {HIST_SIGNAL_VALUE, 0.75f, 0.5f, 400},
        {HIST_SIGNAL_VALUE, 0.25f, 0.5f, -400},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hist_mcts_settings settings = usual;
        settings.signal = cases[i].signal;
        mcts_history *h = make(&settings);
        cr_expect_eq(bonus_of(h, cases[i].score, cases[i].before), cases[i].bonus, "%zu", i);
        hist_mcts_free(h);
    }
    const hist_playout turned = hist_playout_turned(hist_playout_of(0.75f));
    cr_expect(turned.score == 0.25f && fabsf(turned.logit + 1.098612f) < 1e-6f);
}

Test(mcts_history, a_mean_by_hand)
{
    hist_mcts_settings settings = usual;
    settings.learning = HIST_LEARN_MEAN;
    settings.signal = HIST_SIGNAL_VALUE;
    mcts_history *h = make(&settings);
    /* Two bonuses of 900 among 16 of nothing: 100, a sixteenth of 1600. */
    learn(h, 0.78125f, 0.21875f);
    learn(h, 0.78125f, 0.21875f);
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), 0.0625f, 1e-7f);
    hist_mcts_free(h);
}

Test(mcts_history, a_bonus_beyond_the_limit_is_clamped_to_it)
{
    hist_mcts_settings settings = usual;
    settings.bonus_scale = 2000;
    settings.gravity = 1024;
    mcts_history *h = make(&settings);
    cr_expect_eq(bonus_of(h, 0.999f, 0.2f), 1024);
    learn(h, 0.999f, 0.2f);
    cr_expect_float_eq(hist_logit(h, &root, &e2e4), 1024.0f / 16384.0f, 1e-7f);
    hist_mcts_free(h);
    settings.gravity = HIST_GRAVITY_MAX;
    settings.signal = HIST_SIGNAL_LOGIT;
    h = make(&settings);
    cr_expect_eq(bonus_of(h, 1.0f, 0.0f), HIST_BONUS_MAX);
    cr_expect_eq(bonus_of(h, 0.0f, 1.0f), -HIST_BONUS_MAX);
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
                learn(h, 0.6f, 0.5f);
            }
            hist_mcts_keep_counter_move(h, 1, move_of(52, 36, MOVE_PLAIN));
            const float before = hist_logit(h, &root, &e2e4);
            hist_mcts_new_search(h);
            cr_expect_eq(hist_mcts_counter_move(h, 1) == MOVE_NONE, age == HIST_AGE_CLEAR);
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
    learn(h, 0.95f, 0.5f);
    cr_expect_gt(hist_logit(h, &root, &e2e4), 0.05f);
    hist_mcts_new_search(h);
    cr_expect_eq(hist_logit(h, &root, &e2e4), 0.0f);
    hist_mcts_free(h);
}

/* The latest answer to a move is kept as long as the tables. */
Test(mcts_history, configure_forgets_what_would_be_misread)
{
    const move other = move_of(57, 42, MOVE_PLAIN), reply = move_of(52, 36, MOVE_PLAIN);
    const int row = hist_row_after(&e2e4);
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
        learn(h, 1.0f, 0.5f);
        hist_mcts_keep_counter_move(h, row, other);
        hist_mcts_keep_counter_move(h, row, reply);
        hist_mcts_configure(h, &others[i]);
        cr_expect_eq(hist_mcts_counter_move(h, row), i == 0 ? reply : MOVE_NONE);
        hist_mcts_configure(h, &usual);
        cr_expect_float_eq(hist_logit(h, &root, &e2e4), i == 0 ? 2762.0f / 16384.0f : 0.0f, 1e-7f,
                           "%d", i);
        hist_mcts_keep_counter_move(h, HIST_NO_MOVE, reply);
        cr_expect_eq(hist_mcts_counter_move(h, HIST_NO_MOVE), MOVE_NONE);
        hist_mcts_clear(h);
        cr_expect_eq(hist_mcts_counter_move(h, row), MOVE_NONE);
        hist_mcts_free(h);
    }
}
