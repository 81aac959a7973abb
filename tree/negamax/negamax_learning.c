#include "negamax_parts.h"

void ab_learn_table_cut(ab_worker *w, const ab_node *node, const ab_visit *v, move m, int bonus,
                        int depth)
{
    const hist_move described = hist_move_of(&node->pos, ab_threats(w, node), m);
    hist_learn_cut(w->history, &node->context, &described, bonus, depth, v->pv);
}

/* True if the move before a node is one from which quiet histories learn. */
static bool follows_quiet_move(const ab_node *node, const ab_visit *v)
{
    return v->ply > 0 && node->excluded == MOVE_NONE && node[-1].played != MOVE_NONE &&
           node[-1].described.victim == HIST_QUIET;
}

static void learn_before(ab_worker *w, const ab_node *node, int bonus)
{
    hist_learn_bonus(w->history, &node[-1].context, &node[-1].described, bonus);
}

void ab_learn_difference(ab_worker *w, const ab_node *node, const ab_visit *v)
{
    const search_params *p = &w->shared->params;
    if (!w->shared->techniques.difference_bonus || !follows_quiet_move(node, v) || v->in_check ||
        node[-1].eval == SCORE_NONE) {
        return;
    }
    const int most = p->ab_difference_max;
    const int bonus = -p->ab_difference * (node->eval + node[-1].eval);
    learn_before(w, node, bonus > most ? most : bonus < -most ? -most : bonus);
}

void ab_learn_unanswered(ab_worker *w, const ab_node *node, const ab_visit *v)
{
    const int part = w->shared->params.ab_unanswered_1024;
    if (w->shared->techniques.unanswered_bonus && follows_quiet_move(node, v)) {
        learn_before(w, node, hist_depth_bonus(w->history, v->depth) * part / 1024);
    }
}

/* True if the move with the best score is that of the node. While a move is excluded, to learn
 * whether it is singular, it is only the best of the others. */
static bool knows_top(const ab_node *node)
{
    return node->excluded == MOVE_NONE;
}

/* The move of a node that becomes a killer if it is quiet, or MOVE_NONE. Winands et al. (2004) keep
 * the best move, even if no move cut. */
static move killer_of(const ab_worker *w, const ab_node *node, const ab_visit *v)
{
    switch (w->shared->techniques.killer_best) {
    case HIST_BEST_SCORE:
        return knows_top(node) ? v->top_move : v->best_move;
    case HIST_BEST_RAISED:
        return v->best_move;
    default:
        return v->best >= v->beta ? v->best_move : MOVE_NONE;
    }
}

/* Quiet moves that cut become killers and counter moves. */
static void keep_refutations(ab_worker *w, ab_node *node, const ab_visit *v)
{
    const move killer = killer_of(w, node, v);
    if (killer != MOVE_NONE && killer != node->killers[0] && !move_is_noisy(&node->pos, killer)) {
        node->killers[1] = node->killers[0];
        node->killers[0] = killer;
    }
    if (v->best >= v->beta && v->best_move != MOVE_NONE &&
        !move_is_noisy(&node->pos, v->best_move)) {
        hist_keep_counter_move(w->history, node->context.row[HIST_AFTER_1], v->best_move);
    }
}

void ab_learn(ab_worker *w, ab_node *node, ab_visit *v)
{
    v->result.top = knows_top(node) ? v->result.top : -1;
    hist_learn(w->history, &v->result);
    keep_refutations(w, node, v);
}
