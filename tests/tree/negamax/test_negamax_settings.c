/* Tests what each option and each parameter of histories and corrections changes in the settings of
 * negamax. tests/history tests the effects. */
#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

#include "negamax_parts.h"
#include "settings_fixture.h"

#define FIELD(member) offsetof(hist_negamax_settings, member)
#define ORDER(ID)     FIELD(gravity.weight_1024[HIST_TO_ORDER][HIST_TABLE_##ID])
#define JUDGE(ID)     FIELD(gravity.weight_1024[HIST_TO_JUDGE][HIST_TABLE_##ID])

/* From the modern setting. Of the tables that an option of their own switches on, KING stands for
 * all: their settings are made from the rows of history/tables.def. */
static const settings_row rows[] = {
    {"ContinuationHistory", "one", ORDER(AFTER_2), 0},
    {"ContinuationHistory", "one", JUDGE(AFTER_2), 0},
    {"ContinuationHistory", "two", ORDER(AFTER_1), 0},
    {"ContinuationHistory", "two", JUDGE(AFTER_1), 0},
    {"KingHistory", "on", ORDER(KING), NUMBER_ab_order_king_1024},
    {"KingHistory", "on", JUDGE(KING), NUMBER_ab_judge_king_1024},
    /* Tables of quiet moves that no rule asks are not in use. */
    {"QuietRule", "relative", FIELD(order.rule), HIST_ORDER_RELATIVE},
    {"QuietRule", "relative", ORDER(BUTTERFLY), 0},
    {"QuietRule", "relative", ORDER(AFTER_1), 0},
    {"QuietRule", "relative", ORDER(AFTER_2), 0},
    {"QuietRule", "relative", ORDER(PAWNS), 0},
    {"HistoryIncrement", "d3", FIELD(order.gain), HIST_INCREMENT_D3},
    {"ButterflyIncrement", "d", FIELD(order.charge), HIST_INCREMENT_D},
    {"HistoryKey", "piece-to", FIELD(order.key), HIST_ORDER_KEY_PIECE_TO},
    {"HistoryBest", "raised", FIELD(order.best), HIST_BEST_RAISED},
    {"HistoryAge", "clear", FIELD(order.age), HIST_AGE_CLEAR},
    {"HistoryScale", "7", FIELD(order.scale), 7},
    {"HistoryPv", "ignore", FIELD(order.pv), HIST_IGNORE},
    {"ReductionRule", "prodeo", FIELD(reductions.rule), HIST_REDUCE_PRODEO},
    {"ReductionRule", "peak", FIELD(reductions.rule), HIST_REDUCE_PEAK},
    {"ReductionRule", "romstad", FIELD(reductions.rule), HIST_REDUCE_ROMSTAD},
    {"ReductionKey", "from-to", FIELD(reductions.key), HIST_REDUCE_FROM_TO},
    {"ProDeoLearns", "moves", FIELD(reductions.moment), HIST_REDUCE_LEARN_MOVES},
    {"ProDeoInit", "60", FIELD(reductions.init), 60},
    {"ProDeoInc", "9", FIELD(reductions.inc), 9},
    {"ProDeoDec", "3", FIELD(reductions.dec), 3},
    {"ProDeoThreshold", "90", FIELD(reductions.threshold), 90},
    {"ProDeoReplace", "40", FIELD(reductions.replace), 40},
    {"PeakShare", "300", FIELD(reductions.peak_permille), 300},
    {"RomstadWeight", "6", FIELD(reductions.weight), 6},
    {"CorrectionPawns", "off", FIELD(correction.weight_1024[CORRECTION_PAWNS]), 0},
    {"CorrectionMinors", "off", FIELD(correction.weight_1024[CORRECTION_MINORS]), 0},
    {"CorrectionNonPawns", "off", FIELD(correction.weight_1024[CORRECTION_NON_PAWNS]), 0},
    {"CorrectionContinuation", "off", FIELD(correction.weight_1024[CORRECTION_CONTINUATION]), 0},
    {"CorrectionWeight", "2000", FIELD(correction.weight_1024[CORRECTION_PAWNS]),
     2 * NUMBER_correction_pawns_1024},
    {"CorrectionWeight", "2000", FIELD(correction.weight_1024[CORRECTION_MINORS]),
     2 * NUMBER_correction_minors_1024},
    {"CorrectionWeight", "2000", FIELD(correction.weight_1024[CORRECTION_NON_PAWNS]),
     2 * NUMBER_correction_non_pawns_1024},
    {"CorrectionWeight", "2000", FIELD(correction.weight_1024[CORRECTION_CONTINUATION]),
     2 * NUMBER_correction_continuation_1024},
    {"CorrectionRule", "average", FIELD(correction.rule), CORRECTION_AVERAGE},
};

enum { ROWS = sizeof rows / sizeof *rows };

static void make(const search_options *options, void *settings)
{
    const hist_negamax_settings s = ab_history_settings(&options->techniques, &options->params);
    memcpy(settings, &s, sizeof s);
}

static const settings_kind kind = {sizeof(hist_negamax_settings), make, rows, ROWS};

Test(negamax_settings, each_option_sets_its_fields_and_no_others)
{
    settings_expect_rows(&kind);
}

Test(negamax_settings, numbers_set_the_bonus)
{
    const search_options options = settings_usual();
    const hist_growth got =
        ab_history_settings(&options.techniques, &options.params).gravity.growth;
    const hist_growth wanted = {NUMBER_ab_bonus_square,     NUMBER_ab_bonus_linear,
                                NUMBER_ab_bonus_constant,   NUMBER_ab_bonus_max,
                                NUMBER_ab_malus_quiet_1024, NUMBER_ab_malus_capture_1024};
    cr_expect_eq(memcmp(&got, &wanted, sizeof got), 0);
}

/* Gravity judges quiet moves where pruning or reductions ask it, and captures always. Pruning asks
 * by how much today's table would reduce, whatever rule reduces. */
Test(negamax_settings, tables_judge_only_where_they_are_asked)
{
    for (int i = 0; i < 8 * HIST_REDUCE_RULES * AB_FRAMES; i++) {
        search_options options = settings_usual();
        search_techniques *use = &options.techniques;
        use->history_pruning = i & 1;
        use->history_reductions = i & 2;
        use->late_move_reductions = i & 4;
        use->reduction_rule = i / 8 % HIST_REDUCE_RULES;
        use->frame = i / 8 / HIST_REDUCE_RULES;
        const bool skips = use->history_pruning && use->reduction_rule != HIST_REDUCE_ROMSTAD;
        const bool reduces = use->late_move_reductions && use->reduction_rule == HIST_REDUCE_TABLE;
        const bool prunes = use->frame == AB_FRAME_MODERN || use->history_pruning;
        const bool judges = skips || (use->history_reductions && (reduces || prunes));
        const hist_negamax_settings s = ab_history_settings(use, &options.params);
        cr_expect_eq(s.gravity.weight_1024[HIST_TO_JUDGE][HIST_TABLE_AFTER_2],
                     judges ? NUMBER_ab_judge_after_2_1024 : 0, "case %d", i);
        cr_expect_eq(s.gravity.weight_1024[HIST_TO_JUDGE][HIST_TABLE_CAPTURES],
                     NUMBER_ab_judge_captures_1024, "case %d", i);
    }
}

static bool asks_threats(const search_options *options)
{
    const hist_negamax_settings s = ab_history_settings(&options->techniques, &options->params);
    return ab_asks_threats(&options->techniques, &s);
}

Test(negamax_settings, threats_are_asked_for_where_the_butterfly_keeps_them_apart)
{
    search_options options = settings_usual();
    cr_expect(asks_threats(&options));
    options.techniques.quiet_rule = HIST_ORDER_SCHAEFFER;
    cr_expect(asks_threats(&options), "to judge");
    options.techniques.history_pruning = options.techniques.history_reductions = false;
    cr_expect_not(asks_threats(&options), "no table is left that keeps them apart");
    options.techniques.quiet_rule = HIST_ORDER_GRAVITY;
    cr_expect(asks_threats(&options), "to order");
    options.techniques.threat_history = false;
    cr_expect_not(asks_threats(&options));
    options = settings_usual();
    options.techniques.butterfly_history = false;
    cr_expect_not(asks_threats(&options));
}
