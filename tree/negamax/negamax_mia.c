#include "negamax_parts.h"

/* Enhanced cutoffs are tried more than TABLE_CUTS_ABOVE plies from the leaves. Multi-cut searches
 * MOVES moves, reduced by REDUCTION plies, of which CUTS must cut. */
enum { TABLE_CUTS_ABOVE = 2, MOVES = 10, CUTS = 3, REDUCTION = 2 };

/* In the form of Winands et al.: the pieces of the side to move, pawns included. */
int ab_mia_null_reduction(const ab_node *node, const ab_visit *v)
{
    const int pieces = bb_count(node->pos.side[node->pos.to_move]);
    return !v->cut_node || v->depth > (pieces < 5 ? 8 : 6) ? 3 : 2;
}

/* True if the position after a move of the node repeats an earlier one. */
static bool would_repeat(ab_worker *w, const ab_node *node, const position *after)
{
    const int reversible = after->halfmove_clock ? node->reversible + 1 : 0;
    if (reversible < 4) {
        return false;
    }
    line_push(&w->path, after->key);
    const bool found = line_repeats(&w->path, reversible);
    line_cut(&w->path, w->path.length - 1);
    return found;
}

/* A move cuts if the table has a low enough score of the position after it. */
static bool table_move_cuts(ab_worker *w, const ab_node *node, const ab_visit *v, int *result)
{
    move moves[MOVES_MAX];
    const int count = gen_legal(&node->pos, moves);
    for (int i = 0; i < count; i++) {
        position after = node->pos;
        tt_data data;
        pos_make(&after, moves[i]);
        if (!tt_probe(&w->shared->table, after.key, &data) || data.depth < v->depth - 1 ||
            data.bound == TT_LOWER || !ab_table_counts(w->shared, &after, data.score)) {
            continue;
        }
        const int score = -tt_score_out(data.score, v->ply + 1);
        /* The table does not know the path: a position that repeats is a draw. */
        if (score >= v->beta && !would_repeat(w, node, &after)) {
            if (!move_is_noisy(&node->pos, moves[i])) {
                ab_learn_table_cut(w, node, v, moves[i], hist_depth_bonus(w->history, v->depth),
                                   data.depth + 1);
            }
            *result = score;
            return true;
        }
    }
    return false;
}

/* True if several of the first moves cut at a lower depth. */
static bool many_moves_cut(ab_worker *w, ab_node *node, const ab_visit *v)
{
    const pick_source from = ab_pick_source(w, node, v->table_move, v->depth);
    move_picker picker;
    hist_result result;
    int cuts = 0;
    hist_result_begin(&result, &node->context, v->depth - REDUCTION, false);
    picker_begin(&picker, &from);
    for (int i = 0; i < MOVES; i++) {
        const move m = picker_next(&picker, false);
        if (m == MOVE_NONE) {
            break;
        }
        node->described = hist_move_of(&node->pos, node->threats, m);
        ab_make(w, node, m);
        const int score =
            -ab_search(w, node + 1, -v->beta, -v->beta + 1, v->depth - 1 - REDUCTION, !v->cut_node);
        ab_unmake(w);
        if (w->stopped) {
            return false;
        }
        cuts += score >= v->beta;
        hist_result_add(&result, &node->described, score >= v->beta ? HIST_CUT : HIST_FAILED);
        if (cuts >= CUTS) {
            hist_learn_aside(w->history, &result);
            return true;
        }
    }
    return false;
}

bool ab_mia_cuts(ab_worker *w, ab_node *node, const ab_visit *v, int *score)
{
    const search_techniques *use = &w->shared->techniques;
    if (use->frame == AB_FRAME_MIA && v->depth > TABLE_CUTS_ABOVE &&
        table_move_cuts(w, node, v, score)) {
        return true;
    }
    if (use->multi_cut && !v->pv && v->depth > REDUCTION + 1 && !score_is_decided(v->beta) &&
        many_moves_cut(w, node, v)) {
        *score = v->beta;
        return true;
    }
    return false;
}
