#include "negamax_parts.h"

/* Razoring ends at RAZOR_DEPTH; cutoffs by null moves are verified from VERIFY_DEPTH on, except
 * those of MIA. */
enum { RAZOR_DEPTH = 3, VERIFY_DEPTH = 14 };

/* The plies by which a null move shortens the search. */
static int null_reduction(const negamax *n, const ab_node *node, const ab_visit *v)
{
    const search_params *p = &n->params;
    if (n->techniques.frame == AB_FRAME_MIA) {
        return ab_mia_null_reduction(node, v);
    }
    const int excess = (v->eval - v->beta) / p->ab_null_eval;
    return p->ab_null_base + v->depth / 3 + (excess < 0 ? 0 : excess < 3 ? excess : 3);
}

/* Null move (Donninger 1993), verified in deep searches (Tabibi and Netanyahu 2002). */
static bool null_move_cuts(ab_worker *w, ab_node *node, const ab_visit *v, int *result)
{
    const negamax *n = w->shared;
    const int reduced = v->depth - 1 - null_reduction(n, node, v);
    node->described = (hist_move){0};
    ab_make_null(w, node);
    int score = -ab_search(w, node + 1, -v->beta, -v->beta + 1, reduced, !v->cut_node);
    ab_unmake(w);
    if (w->stopped || score < v->beta) {
        return false;
    }
    /* A null move proves neither a mate nor a win. */
    score = score_is_decided(score) ? v->beta : score;
    if (n->techniques.frame != AB_FRAME_MIA && v->depth >= VERIFY_DEPTH) {
        const int before = w->null_ply_least;
        w->null_ply_least = v->ply + 3 * (reduced > 0 ? reduced : 1) / 4;
        const int check = ab_search(w, node, v->beta - 1, v->beta, reduced, false);
        w->null_ply_least = before;
        if (w->stopped || check < v->beta) {
            return false;
        }
    }
    *result = score;
    return true;
}

/* No null moves in a search for a mate: problems often turn on zugzwang. */
static bool may_pass(const ab_worker *w, const ab_node *node, const ab_visit *v)
{
    const search_techniques *use = &w->shared->techniques;
    return use->null_move && w->shared->control->limits.mate == 0 && v->ply >= w->null_ply_least &&
           v->ply > 0 && node[-1].played != MOVE_NONE && v->depth >= 2 &&
           ab_has_pieces(&node->pos) && !score_is_decided(v->beta) &&
           (use->frame != AB_FRAME_MODERN ||
            (v->eval >= v->beta && node->eval >= v->beta - 20 * v->depth));
}

/* ProbCut (Buro 1995) with captures that win material. */
static bool capture_cuts(ab_worker *w, ab_node *node, const ab_visit *v, int *result)
{
    const negamax *n = w->shared;
    const int aim = v->beta + n->params.ab_probcut_margin;
    const int reduced = v->depth - 4;
    if (v->hit && v->known.depth >= reduced + 1 && v->table_score < aim) {
        return false;
    }
    const pick_source from = ab_pick_source(w, node, v->table_move, v->depth);
    move_picker picker;
    move m;
    picker_begin_noisy(&picker, &from, aim - node->eval);
    while ((m = picker_next(&picker, true)) != MOVE_NONE) {
        node->described = hist_move_of(&node->pos, node->threats, m);
        ab_make(w, node, m);
        int score = -ab_quiescence(w, node + 1, -aim, -aim + 1);
        if (score >= aim && reduced > 0 && !w->stopped) {
            score = -ab_search(w, node + 1, -aim, -aim + 1, reduced, !v->cut_node);
        }
        ab_unmake(w);
        if (w->stopped) {
            return false;
        }
        if (score >= aim) {
            const tt_data data = {.move = m,
                                  .score = (int16_t)tt_score_in(score, v->ply),
                                  .evaluation = (int16_t)node->raw,
                                  .depth = (int8_t)(reduced + 1),
                                  .bound = TT_LOWER};
            tt_store(&w->shared->table, node->pos.key, &data);
            *result = score_is_decided(score) ? score : score - n->params.ab_probcut_margin;
            return true;
        }
    }
    return false;
}

bool ab_cut_early(ab_worker *w, ab_node *node, const ab_visit *v, int *score)
{
    const negamax *n = w->shared;
    const search_techniques *use = &n->techniques;
    const search_params *p = &n->params;
    const bool modern = use->frame == AB_FRAME_MODERN;
    if (v->in_check || node->excluded != MOVE_NONE || v->ply == 0) {
        return false;
    }

    /* a. Razoring: the evaluation is so far below alpha that only captures could raise it. */
    if (modern && !v->pv && v->depth <= RAZOR_DEPTH &&
        v->eval + p->ab_razor_margin * v->depth < v->alpha) {
        *score = ab_quiescence(w, node, v->alpha, v->alpha + 1);
        if (*score <= v->alpha || w->stopped) {
            return !w->stopped;
        }
    }

    /* b. Reverse futility: the evaluation is so far above beta that a shallow search will not lower
     * it to beta. */
    if (modern && !v->pv && v->depth <= p->ab_reverse_depth && !score_is_decided(v->beta) &&
        !score_is_decided(v->eval) &&
        v->eval - p->ab_reverse_margin * (v->depth - v->improving) +
                (v->gained ? p->ab_reverse_gained : 0) >=
            v->beta) {
        *score = (2 * v->beta + v->eval) / 3;
        return true;
    }

    /* c. Null move: a position that stays good when its side passes is good. */
    if (!v->pv && may_pass(w, node, v) && null_move_cuts(w, node, v, score)) {
        return true;
    }

    /* d. The cuts of mia. */
    if ((use->frame == AB_FRAME_MIA || use->multi_cut) && !w->stopped &&
        ab_mia_cuts(w, node, v, score)) {
        return true;
    }

    /* e. ProbCut: a capture that beats beta by a margin in a shallower search is assumed to beat it
     * in this one. */
    return modern && !v->pv && v->depth >= p->ab_probcut_depth && !w->stopped &&
           !score_is_decided(v->beta) && capture_cuts(w, node, v, score);
}
