#include "negamax_parts.h"

bitboard ab_threats(const ab_worker *w, const ab_node *node)
{
    return w->shared->asks_threats ? pos_attacked_by(&node->pos, (colour)(node->pos.to_move ^ 1))
                                   : 0;
}

pick_source ab_pick_source(const ab_worker *w, ab_node *node, move table_move, int depth)
{
    const search_techniques *use = &w->shared->techniques;
    pick_source from = {.pos = &node->pos,
                        .checks = &node->checks,
                        .history = w->history,
                        .context = &node->context,
                        .table_move = table_move};
    node->threats = ab_threats(w, node);
    from.threats = node->threats;
    if (use->killers) {
        from.refutations[0] = node->killers[0];
        from.refutations[1] = node->killers[1];
    }
    if (use->counter_move) {
        from.refutations[2] = hist_counter_move(w->history, node->context.row[HIST_AFTER_1]);
    }
    if (use->policy_order != AB_POLICY_OFF && depth >= use->policy_depth) {
        from.policy = &w->shared->policy;
        from.priors = ab_priors(w, node);
    }
    return from;
}
