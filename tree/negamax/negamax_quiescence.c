#include "negamax_parts.h"

#include "chess/see.h"

/* The largest number of nodes of one quiescence search: thousands of times the usual one. */
enum { NODES_MAX = 20000 };

/* Searches a node of quiescence. */
static int search_node(ab_worker *w, ab_node *node, int alpha, int beta)
{
    negamax *n = w->shared;
    const bool prunes = n->techniques.frame == AB_FRAME_MODERN;
    const int ply = ab_ply(w, node);
    const bool pv = beta - alpha > 1, in_check = node->checks.checkers != 0;
    const int old_alpha = alpha;
    tt_data known;

    /* 1. Draws and the end of the path. */
    node->pv_length = 0;
    if (ab_must_stop(w)) {
        return 0;
    }
    if (ab_is_draw(w, node)) {
        return ab_draw(w, ply);
    }
    if (ply >= AB_PLY_MAX) {
        return in_check ? SCORE_DRAW : ab_evaluate(w, node, SCORE_NONE);
    }
    w->seldepth = ply > w->seldepth ? ply : w->seldepth;

    /* 2. The table. An entry of any depth will do. */
    const bool hit = tt_probe(&n->table, node->pos.key, &known);
    const int table_score = hit ? tt_score_out(known.score, ply) : SCORE_NONE;
    if (hit && !pv && ab_table_counts(n, &node->pos, known.score) &&
        tt_bound_settles(known.bound, table_score, beta)) {
        return table_score;
    }

    /* 3. Stand pat: a side that is not in check may decline all captures. */
    int best = score_mated_in(ply), static_eval = SCORE_NONE;
    node->raw = SCORE_NONE;
    if (!in_check) {
        static_eval = ab_evaluate(w, node, hit ? known.evaluation : SCORE_NONE);
        best = static_eval;
        if (hit && ab_table_counts(n, &node->pos, known.score) &&
            tt_bound_corrects(known.bound, table_score, best)) {
            best = table_score;
        }
        if (best >= beta || ab_worker_nodes(w) >= w->quiescence_end) {
            return best;
        }
        alpha = best > alpha ? best : alpha;
    }
    node->eval = static_eval;
    const int futile = static_eval + n->params.ab_quiescence_margin;

    /* 4. Captures and promotions, except those that lose material or cannot raise alpha. In check
     * all evasions, but no more quiet ones after a move whose result is not known. */
    move_picker picker;
    const pick_source from = ab_pick_source(w, node, hit ? known.move : MOVE_NONE, 0);
    if (in_check) {
        picker_begin(&picker, &from);
    } else {
        picker_begin_noisy(&picker, &from, prunes ? 0 : -SCORE_MATE_NOW);
    }
    move m, best_move = MOVE_NONE;
    bool skip_quiets = false;
    while ((m = picker_next(&picker, skip_quiets)) != MOVE_NONE) {
        if (!in_check && prunes && !move_is_promotion(m)) {
            const int most = futile + see_gain(&node->pos, m);
            if (most <= alpha) {
                best = most > best ? most : best;
                continue;
            }
        }
        tt_prefetch(&n->table, pos_key_guess(&node->pos, m));
        node->described = hist_move_of(&node->pos, node->threats, m);
        ab_make(w, node, m);
        const int score = -search_node(w, node + 1, -beta, -alpha);
        ab_unmake(w);
        if (w->stopped) {
            return 0;
        }
        skip_quiets |= in_check && prunes && !score_is_decided(score);
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = m;
                if (pv) {
                    ab_keep_line(node, m);
                }
            }
            if (score >= beta) {
                break;
            }
        }
    }

    /* 5. The entry of the table. */
    const tt_bound bound = best >= beta ? TT_LOWER : best > old_alpha && pv ? TT_EXACT : TT_UPPER;
    const tt_data data = {.move = best_move,
                          .score = (int16_t)tt_score_in(best, ply),
                          .evaluation = (int16_t)node->raw,
                          .depth = 0,
                          .bound = bound};
    tt_store(&n->table, node->pos.key, &data);
    return best;
}

int ab_quiescence(ab_worker *w, ab_node *node, int alpha, int beta)
{
    w->quiescence_end = ab_worker_nodes(w) + NODES_MAX;
    return search_node(w, node, alpha, beta);
}
