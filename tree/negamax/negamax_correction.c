#include "correction_keys.h"
#include "negamax_visit.h"

correction_settings ab_correction_settings(const search_techniques *use, const search_params *p)
{
    return (correction_settings){
        .rule = (correction_rule)use->correction_rule,
        .weight_1024 = {
            [CORRECTION_PAWNS] = use->correction_pawns ? p->correction_pawns_1024 : 0,
            [CORRECTION_MINORS] = use->correction_minors ? p->correction_minors_1024 : 0,
            [CORRECTION_NON_PAWNS] = use->correction_non_pawns ? p->correction_non_pawns_1024 : 0,
            [CORRECTION_CONTINUATION] =
                use->correction_continuation ? p->correction_continuation_1024 : 0}};
}

static correction_keys keys_of(const ab_node *node)
{
    correction_keys keys = correction_keys_of(&node->pos);
    keys.last = node->history.slot[HIST_AFTER_1];
    keys.earlier[0] = node->history.slot[HIST_AFTER_2];
    keys.earlier[1] = node->history.slot[HIST_AFTER_4];
    return keys;
}

int ab_correction(const ab_worker *w, const ab_node *node)
{
    if (!w->shared->corrects) {
        return 0;
    }
    const correction_keys keys = keys_of(node);
    return correction_of(w->correction, &keys);
}

void ab_correct(ab_worker *w, const ab_node *node, const ab_visit *v, int best, move best_move)
{
    const negamax *n = w->shared;
    if (!n->corrects) {
        return;
    }
    const correction_finding found = {
        .evaluation = n->techniques.correction_error == CORRECTION_OF_RAW
                          ? ab_damped(&node->pos, node->raw)
                          : node->eval,
        .score = best,
        .in_check = v->in_check,
        .partial = !ab_is_whole(w, node, v),
        .cut = best >= v->beta,
        .best = best_move != MOVE_NONE,
        .noisy = best_move != MOVE_NONE && move_is_noisy(&node->pos, best_move)};
    if (correction_is_due(&found)) {
        const correction_keys keys = keys_of(node);
        correction_learn(w->correction, &keys, v->depth, found.score - found.evaluation);
    }
}
