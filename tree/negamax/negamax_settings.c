#include "negamax_parts.h"

/* True if reductions or pruning use the gravity tables of quiet moves. History pruning by romstad
 * uses its own counters. Futility, history and exchange pruning go by the depth that today's
 * reductions would leave. */
static bool judges_by_gravity(const search_techniques *use)
{
    const bool reduces = use->late_move_reductions && use->reduction_rule == HIST_REDUCE_TABLE;
    const bool prunes = use->frame == AB_FRAME_MODERN || use->history_pruning;
    return (use->history_pruning && use->reduction_rule != HIST_REDUCE_ROMSTAD) ||
           (use->history_reductions && (reduces || prunes));
}

static hist_growth growth_of(const search_params *p)
{
    return (hist_growth){.square = p->ab_bonus_square,
                         .linear = p->ab_bonus_linear,
                         .constant = p->ab_bonus_constant,
                         .most = p->ab_bonus_max,
                         .malus_quiet_1024 = p->ab_malus_quiet_1024,
                         .malus_capture_1024 = p->ab_malus_capture_1024};
}

static hist_gravity_settings gravity_of(const search_techniques *use, const search_params *p)
{
    const bool orders = use->quiet_rule == HIST_ORDER_GRAVITY, judges = judges_by_gravity(use);
    const struct {
        bool used;
        int order, judge;
    } rows[HIST_TABLES] = {
#define NEGAMAX_TABLE_IF(ID, name, condition, order, judge, what)                                  \
    [HIST_TABLE_##ID] = {(condition) != 0, p->ab_order_##name##_1024, p->ab_judge_##name##_1024},
#define NEGAMAX_TABLE(ID, name, option, modern, mia, order, judge, what)                           \
    NEGAMAX_TABLE_IF(ID, name, use->name##_history, order, judge, what)
#include "history/tables.def"
    };
    hist_gravity_settings s = {.growth = growth_of(p)};
    for (int i = 0; i < HIST_TABLES; i++) {
        const bool noisy = hist_table_rows[i].takes == HIST_TAKES_NOISY;
        const bool to_order = rows[i].used && (noisy || orders);
        const bool to_judge = rows[i].used && (noisy || judges);
        s.weight_1024[HIST_TO_ORDER][i] = to_order ? rows[i].order : 0;
        s.weight_1024[HIST_TO_JUDGE][i] = to_judge ? rows[i].judge : 0;
    }
    return s;
}

static hist_order_params order_of(const search_techniques *use)
{
    return (hist_order_params){.rule = (hist_order_rule)use->quiet_rule,
                               .gain = (hist_increment)use->history_increment,
                               .charge = (hist_increment)use->butterfly_increment,
                               .key = (hist_order_key)use->history_key,
                               .best = (hist_best)use->history_best,
                               .age = (hist_age)use->history_age,
                               .scale = use->history_scale,
                               .pv = (hist_counting)use->history_pv};
}

static hist_reduce_params reductions_of(const search_techniques *use)
{
    return (hist_reduce_params){.rule = (hist_reduce_rule)use->reduction_rule,
                                .key = (hist_reduce_key)use->reduction_key,
                                .moment = (hist_reduce_moment)use->prodeo_learns,
                                .init = use->prodeo_init,
                                .inc = use->prodeo_inc,
                                .dec = use->prodeo_dec,
                                .threshold = use->prodeo_threshold,
                                .replace = use->prodeo_replace,
                                .peak_permille = use->peak_share,
                                .weight = use->romstad_weight};
}

static correction_settings correction_settings_of(const search_techniques *use,
                                                  const search_params *p)
{
    correction_settings s = {
        .rule = (correction_rule)use->correction_rule,
        .weight_1024 = {
            [CORRECTION_PAWNS] = use->correction_pawns ? p->correction_pawns_1024 : 0,
            [CORRECTION_MINORS] = use->correction_minors ? p->correction_minors_1024 : 0,
            [CORRECTION_NON_PAWNS] = use->correction_non_pawns ? p->correction_non_pawns_1024 : 0,
            [CORRECTION_CONTINUATION] =
                use->correction_continuation ? p->correction_continuation_1024 : 0}};
    for (int i = 0; i < CORRECTION_FEATURES; i++) {
        s.weight_1024[i] = s.weight_1024[i] * use->correction_weight / 1000;
    }
    return s;
}

hist_negamax_settings ab_history_settings(const search_techniques *use, const search_params *p)
{
    return (hist_negamax_settings){gravity_of(use, p), order_of(use), reductions_of(use),
                                   correction_settings_of(use, p)};
}

bool ab_asks_threats(const search_techniques *use, const hist_negamax_settings *histories)
{
    return use->threat_history &&
           (histories->gravity.weight_1024[HIST_TO_ORDER][HIST_TABLE_BUTTERFLY] > 0 ||
            histories->gravity.weight_1024[HIST_TO_JUDGE][HIST_TABLE_BUTTERFLY] > 0);
}
