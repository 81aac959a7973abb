#include "negamax_parts.h"

#include <assert.h>

#include "mop_up.h"

/* An evaluation, scaled towards 0 by the fifty-move clock. */
static int damped(const position *pos, int evaluation)
{
    /* Only a root may have a clock beyond the rule's limit. */
    const int clock = pos->halfmove_clock < 100 ? pos->halfmove_clock : 100;
    return evaluation * (200 - clock) / 200;
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
    if (w->shared->techniques.frame == AB_FRAME_MODERN) {
        const mop_up d = mop_up_of(pos);
        const int score = d.kind == MOP_UP_BARE ? BARE + (int)((float)NEAR_BARE * d.nearness)
                                                : ROOK_LEFT + (int)((float)NEAR_ROOK * d.nearness);
        if (d.kind != MOP_UP_NONE) {
            return d.winner == pos->to_move ? score : -score;
        }
    }
    return value_stack_evaluate(w->accumulators, pos);
}

int ab_evaluate(ab_worker *w, ab_node *node, int known)
{
    node->raw = known != SCORE_NONE ? known : evaluation_of(w, &node->pos);
    const int sum = node->raw + correction_of_node(w, node);
    return damped(&node->pos, sum > SCORE_EVALUATION_MAX    ? SCORE_EVALUATION_MAX
                              : sum < -SCORE_EVALUATION_MAX ? -SCORE_EVALUATION_MAX
                                                            : sum);
}

void ab_correct(ab_worker *w, const ab_node *node, const ab_visit *v)
{
    if (!hist_corrects(w->history)) {
        return;
    }
    const bool raw = w->shared->techniques.correction_error == CORRECTION_OF_RAW;
    const correction_finding found = {
        .evaluation = raw ? damped(&node->pos, node->raw) : node->eval,
        .score = ab_without_contempt(w, v->ply, v->best),
        .in_check = v->in_check,
        .partial = !ab_is_whole(w, node, v),
        .cut = v->best >= v->beta,
        .best = v->best_move != MOVE_NONE,
        .noisy = v->best_move != MOVE_NONE && move_is_noisy(&node->pos, v->best_move)};
    const correction_keys keys = correction_keys_of(&node->pos, &node->context);
    hist_learn_error(w->history, &keys, v->depth, &found);
}
