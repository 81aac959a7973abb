/* Reductions and pruning of moves that come late or have a bad history. */
#include "chess/see.h"
#include "negamax_visit.h"

static bool is_killer(const negamax *n, const ab_node *node, move m)
{
    return n->techniques.killers && (m == node->killers[0] || m == node->killers[1]);
}

/* Today's formula, in 1/1024 ply. It is not clamped and may be negative. */
static int table_reduction(const negamax *n, const ab_node *node, const ab_visit *v,
                           const ab_candidate *c)
{
    const search_params *p = &n->params;
    const int column = c->number < AB_REDUCTION_MOVES ? c->number : AB_REDUCTION_MOVES - 1;
    int r = n->reduction[v->depth][column];
    r += v->cut_node ? p->ab_reduction_cut_1024 : 0;
    r += v->improving ? 0 : p->ab_reduction_worse_1024;
    r -= v->pv ? p->ab_reduction_pv_1024 : 0;
    r += v->table_move_noisy ? p->ab_reduction_capture_1024 : 0;
    r -= c->check ? p->ab_reduction_check_1024 : 0;
    r -= n->techniques.history_reductions ? c->history * 1024 / p->ab_reduction_history : 0;
    r -= is_killer(n, node, c->move) ? p->ab_reduction_killer_1024 : 0;
    return r / 1024;
}

/* The five exemptions of Pro Deo. */
static bool is_exempt_by_prodeo(const negamax *n, const ab_node *node, const ab_visit *v,
                                const ab_candidate *c)
{
    return c->move == v->table_move || v->in_check || c->check ||
           c->described.victim < HIST_PROMOTION ||
           node->eval > v->alpha + n->techniques.prodeo_margin;
}

/* The exemptions of peak and romstad, which reduce late quiet moves. They are those of Glaurung,
 * without the one that needs the threat of the null move's refutation. */
static bool is_exempt_by_others(const negamax *n, const ab_node *node, const ab_visit *v,
                                const ab_candidate *c)
{
    return c->number == 1 || c->move == v->table_move || v->in_check || c->check || c->noisy ||
           move_kind_of(c->move) == MOVE_CASTLING || is_killer(n, node, c->move);
}

/* The classical histories reduce by one ply. They do not reduce at the root, below depth 1, or the
 * first move of the principal variation. */
static int classical_reduction(const ab_worker *w, const ab_node *node, const ab_visit *v,
                               const ab_candidate *c)
{
    const negamax *n = w->shared;
    if (v->ply == 0 || v->depth < 2 || (v->pv && c->number == 1)) {
        return 0;
    }
    const bool exempt = n->techniques.reduction_rule == HIST_REDUCE_PRODEO
                            ? is_exempt_by_prodeo(n, node, v, c)
                            : is_exempt_by_others(n, node, v, c);
    return !exempt && hist_reduces(w->history, &c->described, v->depth);
}

int ab_reduction(const ab_worker *w, const ab_node *node, const ab_visit *v, const ab_candidate *c)
{
    return w->shared->techniques.reduction_rule == HIST_REDUCE_TABLE
               ? table_reduction(w->shared, node, v, c)
               : classical_reduction(w, node, v, c);
}

bool ab_is_reduced(const ab_worker *w, const ab_visit *v, const ab_candidate *c)
{
    const search_techniques *use = &w->shared->techniques;
    if (!use->late_move_reductions) {
        return false;
    }
    if (use->reduction_rule != HIST_REDUCE_TABLE) {
        return c->reduction > 0;
    }
    return c->number > 1 + (v->ply == 0) && v->depth >= 3 &&
           (!c->noisy || v->cut_node || c->number > 4);
}

/* By the counters of romstad if that is the rule, else by the gravity tables. */
static bool has_bad_history(const ab_worker *w, const ab_node *node, const ab_visit *v,
                            const ab_candidate *c, int reduced)
{
    const negamax *n = w->shared;
    if (n->techniques.reduction_rule == HIST_REDUCE_ROMSTAD) {
        return !is_exempt_by_others(n, node, v, c) &&
               hist_reduces(w->history, &c->described, v->depth);
    }
    return c->history < -n->params.ab_history_margin * (reduced > 0 ? reduced : 1);
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
    const search_techniques *use = &n->techniques;
    if (!use->futility && !use->history_pruning && !use->exchange_pruning) {
        return v->depth;
    }
    const int reduction =
        use->reduction_rule == HIST_REDUCE_TABLE ? c->reduction : table_reduction(n, node, v, c);
    return v->depth > reduction ? v->depth - reduction : 0;
}

bool ab_is_skipped(const ab_worker *w, const ab_node *node, const ab_visit *v,
                   const ab_candidate *c, bool *skip_quiets)
{
    const search_techniques *use = &w->shared->techniques;
    const search_params *p = &w->shared->params;

    /* 1. Captures that lose material. */
    if (c->noisy) {
        return use->exchange_pruning && v->depth <= p->ab_exchange_depth &&
               !see_at_least(&node->pos, c->move, -p->ab_exchange_noisy * v->depth);
    }

    /* 2. Late moves near the horizon, and all later quiet moves. */
    if (use->late_move_pruning && is_too_late(w->shared, v, c)) {
        *skip_quiets = true;
        return true;
    }

    /* 3. Futility: quiet moves that cannot raise the evaluation to alpha in the depth left. */
    const int reduced = depth_if_reduced(w, node, v, c);
    if (use->futility && !v->in_check && !c->check && reduced <= p->ab_futility_depth &&
        v->eval + p->ab_futility_base + p->ab_futility_margin * reduced <= v->alpha) {
        *skip_quiets = true;
        return true;
    }

    /* 4. Quiet moves with a bad history. */
    if (use->history_pruning && reduced <= p->ab_history_depth &&
        has_bad_history(w, node, v, c, reduced)) {
        return true;
    }

    /* 5. Quiet moves that lose material. */
    return use->exchange_pruning && reduced <= p->ab_exchange_depth &&
           !see_at_least(&node->pos, c->move, -p->ab_exchange_quiet * reduced * reduced);
}
