#include <assert.h>

#include "mop_up.h"
#include "history/correction_keys.h"
#include "negamax_visit.h"

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
        from.killers[0] = node->killers[0];
        from.killers[1] = node->killers[1];
    }
    if (use->counter_move) {
        from.counter = hist_counter_move(w->history, node->context.row[HIST_AFTER_1]);
    }
    if (use->policy_order != AB_POLICY_OFF && depth >= use->policy_depth) {
        from.policy = &w->shared->policy;
        from.priors = ab_priors(w, node);
    }
    return from;
}

int ab_note_tried(ab_tried *tried, const hist_move *described, hist_outcome outcome)
{
    if (tried->count == HIST_TRIED_MAX) {
        if (outcome == HIST_FAILED) {
            return -1;
        }
        tried->count--;
    }
    tried->moves[tried->count] = *described;
    tried->outcomes[tried->count] = (uint8_t)outcome;
    return tried->count++;
}

static hist_node_result result_of(const ab_tried *tried, int depth, bool pv)
{
    return (hist_node_result){.tried = tried->moves,
                              .outcomes = tried->outcomes,
                              .count = tried->count,
                              .best = tried->best,
                              .top = tried->top,
                              .depth = depth,
                              .pv = pv};
}

void ab_count_tried(ab_worker *w, const ab_tried *tried, int depth, bool pv)
{
    const hist_node_result result = result_of(tried, depth, pv);
    hist_count_moves(w->history, &result);
}

void ab_learn_table_cut(ab_worker *w, const ab_node *node, move m, int bonus, int depth, bool pv)
{
    const hist_move described = hist_move_of(&node->pos, ab_threats(w, node), m);
    hist_learn_quiet(w->history, &node->context, &described, bonus);
    ab_tried one;
    ab_tried_begin(&one);
    ab_note_tried(&one, &described, HIST_CUT);
    ab_count_tried(w, &one, depth, pv);
}

/* True if the move with the best score is that of the node. While a move is excluded, to learn
 * whether it is singular, it is only the best of the others. */
static bool knows_top(const ab_node *node)
{
    return node->excluded == MOVE_NONE;
}

/* The move of a node that becomes a killer if it is quiet, or MOVE_NONE. Winands et al. (2004) keep
 * the best move, even if no move cut. */
static move killer_of(const ab_worker *w, const ab_node *node, const ab_visit *v,
                      const ab_progress *h)
{
    switch (w->shared->techniques.killer_best) {
    case HIST_BEST_SCORE:
        return knows_top(node) ? h->top_move : h->best_move;
    case HIST_BEST_RAISED:
        return h->best_move;
    default:
        return h->best >= v->beta ? h->best_move : MOVE_NONE;
    }
}

/* Quiet moves that cut become killers and counter moves. */
static void keep_refutations(ab_worker *w, ab_node *node, const ab_visit *v, const ab_progress *h)
{
    const move killer = killer_of(w, node, v, h);
    if (killer != MOVE_NONE && killer != node->killers[0] && !move_is_noisy(&node->pos, killer)) {
        node->killers[1] = node->killers[0];
        node->killers[0] = killer;
    }
    if (h->best >= v->beta && h->best_move != MOVE_NONE &&
        !move_is_noisy(&node->pos, h->best_move)) {
        hist_keep_counter_move(w->history, node->context.row[HIST_AFTER_1], h->best_move);
    }
}

void ab_learn(ab_worker *w, ab_node *node, const ab_visit *v, const ab_progress *h)
{
    hist_node_result result = result_of(&h->tried, v->depth, v->pv);
    result.context = node->context;
    result.top = knows_top(node) ? result.top : -1;
    hist_learn_node(w->history, &result);
    keep_refutations(w, node, v, h);
}

/* What the correction histories add to the evaluation of a node. */
static int correction_of_node(const ab_worker *w, const ab_node *node)
{
    if (!hist_corrects(w->history)) {
        return 0;
    }
    const correction_keys keys = correction_keys_of(&node->pos, &node->context);
    return hist_correction(w->history, &keys);
}

/* The evaluation of a position: the net's, or where a king is driven the nearness of the mate. The
 * margins of the search are far smaller than a step towards the mate then. Any ending against a
 * bare king is better than the net says of positions with one more piece or pawn, and better than a
 * queen against a rook. */
static int evaluation_of(ab_worker *w, const position *pos)
{
    enum { ROOK_LEFT = 400, NEAR_ROOK = 500, BARE = 1000, NEAR_BARE = 8500 };
    static_assert(ROOK_LEFT + NEAR_ROOK < BARE && BARE + NEAR_BARE < SCORE_EVALUATION_MAX,
                  "evaluations are bounded, and endings in their order");
    if (w->shared->techniques.bare_king) {
        const mop_up d = mop_up_of(pos);
        const int score = d.kind == MOP_UP_BARE ? BARE + (int)((float)NEAR_BARE * d.nearness)
                                                : ROOK_LEFT + (int)((float)NEAR_ROOK * d.nearness);
        if (d.kind != MOP_UP_NONE) {
            return d.winner == pos->to_move ? score : -score;
        }
    }
    return negamax_stack_evaluate(w->accumulators, pos);
}

int ab_evaluate(ab_worker *w, ab_node *node, int known)
{
    node->raw = known != SCORE_NONE ? known : evaluation_of(w, &node->pos);
    const int sum = node->raw + correction_of_node(w, node);
    return ab_damped(&node->pos, sum > SCORE_EVALUATION_MAX    ? SCORE_EVALUATION_MAX
                                 : sum < -SCORE_EVALUATION_MAX ? -SCORE_EVALUATION_MAX
                                                               : sum);
}

void ab_correct(ab_worker *w, const ab_node *node, const ab_visit *v, int best, move best_move)
{
    if (!hist_corrects(w->history)) {
        return;
    }
    const bool raw = w->shared->techniques.correction_error == CORRECTION_OF_RAW;
    const correction_finding found = {
        .evaluation = raw ? ab_damped(&node->pos, node->raw) : node->eval,
        .score = ab_without_contempt(w, v->ply, best),
        .in_check = v->in_check,
        .partial = !ab_is_whole(w, node, v),
        .cut = best >= v->beta,
        .best = best_move != MOVE_NONE,
        .noisy = best_move != MOVE_NONE && move_is_noisy(&node->pos, best_move)};
    const correction_keys keys = correction_keys_of(&node->pos, &node->context);
    hist_learn_error(w->history, &keys, v->depth, &found);
}
