/* Tests what each option and each parameter changes in the settings of Monte-Carlo tree search and
 * of its histories. tests/history, test_mcts_ideas.c and test_mcts_correction.c test the
 * effects. */
#include <criterion/criterion.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "mcts_settings.h"
#include "settings_fixture.h"

#define FIELD(member) offsetof(hist_mcts_settings, member)
#define PERCENT(ID)   FIELD(percent[HIST_TABLE_##ID])

/* From the defaults. */
static const settings_row rows[] = {
    {"MctsHistory", "off", FIELD(main), HIST_MAIN_OFF},
    {"MctsHistory", "off", PERCENT(BUTTERFLY), 0},
    {"MctsHistory", "seed", FIELD(main), HIST_MAIN_SEED},
    {"MctsHistory", "seed", PERCENT(BUTTERFLY), 100},
    {"MctsHistory", "threats", FIELD(main), HIST_MAIN_THREATS},
    {"MctsHistory", "piece-to", FIELD(main), HIST_MAIN_PIECE_TO},
    {"MctsHistory", "piece-to", PERCENT(BUTTERFLY), 0},
    {"MctsHistory", "piece-to", PERCENT(PIECE_TO), NUMBER_history_piece_to_percent},
    {"MctsContinuationHistory", "one", PERCENT(AFTER_1), NUMBER_history_after_1_percent},
    {"MctsContinuationHistory", "two", PERCENT(AFTER_2), NUMBER_history_after_2_percent},
    {"MctsContinuationHistory", "both", PERCENT(AFTER_1), NUMBER_history_after_1_percent},
    {"MctsContinuationHistory", "both", PERCENT(AFTER_2), NUMBER_history_after_2_percent},
    {"MctsContinuationFour", "on", PERCENT(AFTER_4), NUMBER_history_after_4_percent},
    {"MctsContinuationSix", "on", PERCENT(AFTER_6), NUMBER_history_after_6_percent},
    {"MctsPawnHistory", "on", PERCENT(PAWNS), NUMBER_history_pawns_percent},
    {"MctsCaptureHistory", "on", PERCENT(CAPTURES), NUMBER_history_captures_percent},
    {"MctsCapturesApart", "on", FIELD(captures), HIST_CAPTURES_APART},
    {"MctsCapturesApart", "on", PERCENT(CAPTURES), NUMBER_history_captures_apart_percent},
    {"MctsLowPlyHistory", "on", PERCENT(LOW_PLY), NUMBER_history_low_ply_percent},
    {"MctsHistoryRule", "mean", FIELD(learning), HIST_LEARN_MEAN},
    {"MctsHistorySignal", "absolute", FIELD(signal), HIST_SIGNAL_ABSOLUTE},
    {"MctsHistorySignal", "value", FIELD(signal), HIST_SIGNAL_VALUE},
    {"MctsHistoryAge", "halve", FIELD(age), HIST_AGE_HALVE},
    {"MctsHistoryAge", "clear", FIELD(age), HIST_AGE_CLEAR},
    /* What is remembered longer must not weigh more. */
    {"MctsHistoryMemory", "4", FIELD(gravity), 4 * NUMBER_history_gravity},
    {"MctsHistoryMemory", "4", FIELD(logit_divisor), 4 * NUMBER_history_divisor},
};

static void make(const search_options *options, void *settings)
{
    const hist_mcts_settings s = mcts_history_settings(options);
    memcpy(settings, &s, sizeof s);
}

static const settings_kind kind = {sizeof(hist_mcts_settings), make, rows,
                                   sizeof rows / sizeof *rows};

Test(mcts_settings, each_option_sets_its_fields_and_no_others)
{
    settings_expect_rows(&kind);
    settings_expect_no_other_option(&kind);
}

Test(mcts_settings, gravity_is_limited_and_the_divisor_with_it)
{
    search_options options = settings_usual();
    options.params.history_gravity = HIST_GRAVITY_MAX / 2;
    options.params.history_divisor = 1000;
    options.techniques.mcts_history_memory = 16;
    const hist_mcts_settings s = mcts_history_settings(&options);
    cr_expect_eq(s.gravity, HIST_GRAVITY_MAX);
    cr_expect_eq(s.logit_divisor, 2000);
}

/* The rule of the engine Vine (Petkovski 2025), computed as its author wrote it, against the
 * options that stand for it and the numbers of the release. */
Test(mcts_settings, the_rule_of_vine_can_be_set)
{
    const hist_move e4 = {.piece = PAWN, .from = 12, .to = 28, .victim = HIST_QUIET};
    const hist_context nowhere = {.row = {HIST_NO_MOVE}};
    search_options options = {.techniques = search_techniques_of(SETTING_MODERN),
                              .params = search_params_default()};
    settings_set(&options.techniques, "MctsHistory", "seed");
    settings_set(&options.techniques, "MctsHistorySignal", "absolute");
    const hist_mcts_settings s = mcts_history_settings(&options);
    mcts_history *h = hist_mcts_new(&s);
    cr_assert_not_null(h);
    int value = 0;
    for (int i = 0; i < 300; i++) {
        const double score = i % 7 == 0 ? 1.0 : 0.3 + 0.6 * (i * 37 % 101) / 101.0;
        const double within = fmin(fmax(score, 0.001), 0.999);
        const int bonus = (int)(400.0 * log(within / (1.0 - within)));
        value += bonus - value * abs(bonus) / 8192;
        hist_learn_playout(h, &nowhere, &e4, hist_playout_of((float)score), 0.5f);
        cr_assert_float_eq(hist_logit(h, &nowhere, &e4), value / 16384.0, 1e-3, "%d", i);
    }
    cr_expect_gt(value, 4000);
    cr_expect(hist_counts_proven(h), "moves to proven positions learn too");
    hist_mcts_free(h);
}

/* V * G^k, rounded down; what no search can reach stays so. */
Test(mcts_settings, moves_wait_for_visits_that_grow)
{
    static mcts_settings s;
    search_params p = settings_usual().params;
    p.mcts_widening_visits = 40;
    p.mcts_widening_growth_milli = 1200;
    mcts_settings_make(&s, &p, false);
    const uint32_t wanted[] = {40, 48, 57, 69, 82, 99};
    for (int i = 0; i < 6; i++) {
        cr_expect_eq(s.widening[i], wanted[i], "%u for move %d", s.widening[i], i);
    }
    p.mcts_widening_visits = 1000;
    p.mcts_widening_growth_milli = 3000;
    mcts_settings_make(&s, &p, false);
    for (int i = 1; i < MOVES_MAX; i++) {
        const double exact = 1000.0 * pow(3.0, i);
        cr_expect(exact < 1e9 ? fabs(s.widening[i] / exact - 1.0) < 1e-5
                              : s.widening[i] > 1000000000,
                  "%u for move %d", s.widening[i], i);
    }
}

/* C * N^e by the formula of mcts_options.def. */
static double exploration(const search_params *p, double cpuct_milli, double visits)
{
    const double base = p->cpuct_base;
    return cpuct_milli / 1e3 * (1.0 + log((visits + base) / base)) *
           pow(visits, p->mcts_exponent_milli / 1e3);
}

Test(mcts_settings, exploration_is_its_formula)
{
    static mcts_settings s;
    const search_params p = settings_usual().params;
    mcts_settings_make(&s, &p, false);
    for (uint32_t visits = 1; visits < 1000000000; visits += 1 + visits / 7) {
        const unsigned row = mcts_exploration_row(visits);
        const double within = visits < 128 ? 1e-5 : 1.0 / 50.0;
        const double root = exploration(&p, p.cpuct_root_milli, visits) / PRIOR_ONE;
        const double below = exploration(&p, p.cpuct_milli, visits) / PRIOR_ONE;
        cr_assert_float_eq(s.exploration_root[row] / root, 1.0, within, "%u visits", visits);
        cr_assert_float_eq(s.exploration[row] / below, 1.0, within, "%u visits", visits);
    }
    cr_assert_eq(mcts_exploration_row(UINT32_MAX), EXPLORATION_ROWS - 1);
}

Test(mcts_settings, exploration_grows_where_priors_are_concentrated)
{
    static mcts_settings s;
    search_params p = settings_usual().params;
    p.mcts_gini_milli = 1000;
    mcts_settings_make(&s, &p, false);
    cr_expect_float_eq(s.concentration[173], 1.0, 0.01, "0.68 is usual: %f", s.concentration[173]);
    cr_expect_float_eq(s.concentration[87], 1.0 - log(87.5 / 255.0 / 0.68), 1e-4);
    cr_expect_float_eq(s.concentration[0], 2.1, 1e-6);
    p.mcts_gini_milli = 0;
    mcts_settings_make(&s, &p, false);
    cr_expect_eq(s.concentration[3], 1.0f);
}
