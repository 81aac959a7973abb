/* What techniques and parameters make of the histories. */
#include "negamax.h"

/* True if reductions or pruning ask the gravity tables of quiet moves; pruning by romstad asks its
 * own counters. */
static bool judges_by_gravity(const search_techniques *use)
{
    return (use->history_pruning && use->reduction_rule != HIST_REDUCE_ROMSTAD) ||
           (use->late_move_reductions && use->history_reductions &&
            use->reduction_rule == HIST_REDUCE_TABLE);
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

static hist_settings moves_of(const search_techniques *use, const search_params *p)
{
    const bool orders = use->quiet_rule == HIST_ORDER_GRAVITY, judges = judges_by_gravity(use);
    const bool both = use->continuation_history == HIST_CONTINUE_BOTH;
    const struct {
        hist_table table;
        bool used;
        int order, judge;
    } rows[HIST_TABLES] = {
        {HIST_AFTER_1, both || use->continuation_history == HIST_CONTINUE_ONE,
         p->ab_order_after_1_1024, p->ab_judge_after_1_1024},
        {HIST_AFTER_2, both || use->continuation_history == HIST_CONTINUE_TWO,
         p->ab_order_after_2_1024, p->ab_judge_after_2_1024},
        {HIST_AFTER_4, use->continuation_four, p->ab_order_after_4_1024, p->ab_judge_after_4_1024},
        {HIST_AFTER_6, use->continuation_six, p->ab_order_after_6_1024, p->ab_judge_after_6_1024},
        {HIST_PAWNS, use->pawn_history, p->ab_order_pawns_1024, p->ab_judge_pawns_1024},
        {HIST_BUTTERFLY, use->quiet_history, p->ab_order_butterfly_1024,
         p->ab_judge_butterfly_1024},
        {HIST_BY_PIECE, use->piece_to_history, p->ab_order_piece_to_1024,
         p->ab_judge_piece_to_1024},
        {HIST_LOW_PLY, use->low_ply_history, p->ab_order_low_ply_1024, p->ab_judge_low_ply_1024},
    };
    hist_settings s = {.capture = use->capture_history, .growth = growth_of(p)};
    for (int i = 0; i < HIST_TABLES; i++) {
        s.weight_1024[HIST_TO_ORDER][rows[i].table] = orders && rows[i].used ? rows[i].order : 0;
        s.weight_1024[HIST_TO_JUDGE][rows[i].table] = judges && rows[i].used ? rows[i].judge : 0;
    }
    s.threats = use->threat_history && (s.weight_1024[HIST_TO_ORDER][HIST_BUTTERFLY] > 0 ||
                                        s.weight_1024[HIST_TO_JUDGE][HIST_BUTTERFLY] > 0);
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
                               .prior = use->history_prior,
                               .pv = (hist_counting)use->history_pv};
}

static hist_reduce_params reductions_of(const search_techniques *use)
{
    return (hist_reduce_params){.rule = (hist_reduce_rule)use->reduction_rule,
                                .key = (hist_reduce_key)use->reduction_key,
                                .at = (hist_reduce_threshold)use->prodeo_reduces,
                                .init = use->prodeo_init,
                                .inc = use->prodeo_inc,
                                .dec = use->prodeo_dec,
                                .threshold = use->prodeo_threshold,
                                .replace = use->prodeo_replace,
                                .peak_permille = use->peak_share,
                                .weight = use->romstad_weight};
}

ab_histories ab_histories_of(const search_techniques *use, const search_params *p)
{
    return (ab_histories){moves_of(use, p), order_of(use), reductions_of(use),
                          ab_correction_settings(use, p)};
}
