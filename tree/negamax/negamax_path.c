#include "negamax_parts.h"

/* Prepares the node after a move, whose row is `row_after`. */
static void enter(ab_worker *w, ab_node *node, uint16_t row_after)
{
    atomic_store_explicit(&w->nodes, ab_worker_nodes(w) + 1, memory_order_relaxed);
    node->checks = pos_check_info(&node->pos);
    const int ply = ab_ply(w, node);
    uint16_t *last = ab_rows_after(w, ply);
    *last = row_after;
    node->context = hist_context_of(&node->pos, last, ply);
    line_push(&w->path, node->pos.key);
}

void ab_make(ab_worker *w, ab_node *node, move m)
{
    ab_node *next = node + 1;
    next->pos = node->pos;
    pos_make(&next->pos, m);
    next->reversible = next->pos.halfmove_clock ? node->reversible + 1 : 0;
    tt_prefetch(&w->shared->table, next->pos.key);
    next->extensions = node->extensions;
    node->played = m;
    value_stack_push(w->accumulators, &node->pos, m);
    enter(w, next, hist_row_after(&node->described));
}

void ab_make_null(ab_worker *w, ab_node *node)
{
    ab_node *next = node + 1;
    next->pos = node->pos;
    pos_make_null(&next->pos);
    next->reversible = 0;
    tt_prefetch(&w->shared->table, next->pos.key);
    next->extensions = node->extensions;
    node->played = MOVE_NONE;
    value_stack_push_null(w->accumulators);
    enter(w, next, HIST_NO_MOVE);
}

void ab_unmake(ab_worker *w)
{
    line_cut(&w->path, w->path.length - 1);
    value_stack_pop(w->accumulators);
}

bool ab_is_draw(const ab_worker *w, const ab_node *node)
{
    const position *pos = &node->pos;
    if (pos->halfmove_clock >= 100) {
        /* A mate on the hundredth ply wins: it comes before the fifty-move rule. */
        return !node->checks.checkers || gen_any(pos);
    }
    return pos_insufficient_material(pos) ||
           (node->reversible >= 4 && line_repeats(&w->path, node->reversible));
}
