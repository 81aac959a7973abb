#include "negamax_parts.h"

#include "chess/see.h"

/* The replies to earlier moves cut often if they have cut more often than this; see ab_node. */
enum { CUTS_MANY = 3 };

/* By how many centipawns the histories correct the node's evaluation. */
static int correction_size(const ab_node *node)
{
    const int size = node->eval == SCORE_NONE ? 0 : node->eval - node->raw;
    return size < 0 ? -size : size;
}

/* The plies of today's reduction: by the logarithms of depth and number, more or less by what is
 * known of node and move. They are not clamped and may be negative. */
static int table_reduction(const ab_worker *w, const ab_node *node, const ab_visit *v,
                           const ab_candidate *c)
{
    const negamax *n = w->shared;
    const search_params *p = &n->params;
    const int column = c->number < AB_REDUCTION_MOVES ? c->number : AB_REDUCTION_MOVES - 1;
    int r = n->reduction[v->depth][column];
    r += v->cut_node ? p->ab_reduction_cut_1024 : 0;
    r += v->improving ? 0 : p->ab_reduction_worse_1024;
    r -= v->pv ? p->ab_reduction_pv_1024 : 0;
    r += v->table_move_noisy ? p->ab_reduction_capture_1024 : 0;
    r -= c->check ? p->ab_reduction_check_1024 : 0;
    r -= n->techniques.history_reductions ? c->history * 1024 / p->ab_reduction_history : 0;
    r -= ab_is_killer(n, node, c->move) ? p->ab_reduction_killer_1024 : 0;
    if (n->techniques.frame == AB_FRAME_MODERN) {
        const int doubt = p->ab_reduction_correction_1024 * correction_size(node);
        r += node[1].cuts > CUTS_MANY ? p->ab_reduction_cuts_1024 : 0;
        r -= doubt < 1024 ? doubt : 1024;
    }
    return r / 1024;
}

static bool table_applies(const ab_visit *v, const ab_candidate *c)
{
    return c->number > 1 + (v->ply == 0) && v->depth >= 3 &&
           (!c->noisy || v->cut_node || c->number > 4);
}

bool ab_has_bad_history(const ab_worker *w, const ab_node *node, const ab_visit *v,
                        const ab_candidate *c, int reduced)
{
    (void)node;
    (void)v;
    return c->history < -w->shared->params.ab_history_margin * (reduced > 0 ? reduced : 1);
}

static const ab_reducer by_table = {table_reduction, table_applies, ab_has_bad_history, 1};

const ab_reducer *ab_reducer_of(hist_reduce_rule rule)
{
    switch (rule) {
    case HIST_REDUCE_PRODEO:
        return &ab_reducer_prodeo;
    case HIST_REDUCE_PEAK:
        return &ab_reducer_peak;
    case HIST_REDUCE_ROMSTAD:
        return &ab_reducer_romstad;
    default:
        return &by_table;
    }
}

/* True if the move comes too late for the depth of its node. */
static bool is_too_late(const negamax *n, const ab_visit *v, const ab_candidate *c)
{
    const int most = n->params.ab_late_base + v->depth * v->depth;
    return c->number > most / (v->improving ? 1 : 2);
}

/* The depth of the move's search under today's reductions, at least 0. Pruning goes by it even
 * where another rule reduces, or none, so that a change of the rule changes no pruning. */
static int depth_if_reduced(const ab_worker *w, const ab_node *node, const ab_visit *v,
                            const ab_candidate *c)
{
    const negamax *n = w->shared;
    if (n->techniques.frame != AB_FRAME_MODERN && !n->techniques.history_pruning) {
        return v->depth;
    }
    const int reduction = n->reducer == &by_table ? c->reduction : table_reduction(w, node, v, c);
    return v->depth > reduction ? v->depth - reduction : 0;
}

/* True if a capture is too small to raise the evaluation to alpha. */
static bool is_futile_capture(const ab_worker *w, const ab_node *node, const ab_visit *v,
                              const ab_candidate *c)
{
    const search_params *p = &w->shared->params;
    return !v->in_check && !c->check && v->depth <= p->ab_capture_depth &&
           !move_is_promotion(c->move) &&
           v->eval + p->ab_capture_base + p->ab_capture_margin * v->depth +
                   see_gain(&node->pos, c->move) <=
               v->alpha;
}

bool ab_is_skipped(const ab_worker *w, const ab_node *node, const ab_visit *v,
                   const ab_candidate *c, bool *skip_quiets)
{
    const search_techniques *use = &w->shared->techniques;
    const search_params *p = &w->shared->params;
    const bool modern = use->frame == AB_FRAME_MODERN;

    /* 1. Captures that cannot raise the evaluation to alpha, or lose material. */
    if (c->noisy) {
        return modern && (is_futile_capture(w, node, v, c) ||
                          (v->depth <= p->ab_exchange_depth &&
                           !see_at_least(&node->pos, c->move, -p->ab_exchange_noisy * v->depth)));
    }

    /* 2. Late moves near the leaves, and all later quiet moves. */
    if (use->late_move_pruning && is_too_late(w->shared, v, c)) {
        *skip_quiets = true;
        return true;
    }

    /* 3. Futility: quiet moves that cannot raise the evaluation to alpha in the depth left. */
    const int reduced = depth_if_reduced(w, node, v, c);
    if (modern && !v->in_check && !c->check && reduced <= p->ab_futility_depth &&
        v->eval + p->ab_futility_base + p->ab_futility_margin * reduced <= v->alpha) {
        *skip_quiets = true;
        return true;
    }

    /* 4. Quiet moves with a bad history. */
    if (use->history_pruning && reduced <= p->ab_history_depth &&
        w->shared->reducer->prunes(w, node, v, c, reduced)) {
        return true;
    }

    /* 5. Quiet moves that lose material. */
    return modern && reduced <= p->ab_exchange_depth &&
           !see_at_least(&node->pos, c->move, -p->ab_exchange_quiet * reduced * reduced);
}
