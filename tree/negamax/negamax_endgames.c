#include "negamax_parts.h"

#include "chess/movegen.h"

/* A result counts as a search deeper than the node's by this number of plies. */
enum { DEPTH_GAIN = 6 };

/* Stores a result, so that the position need not be looked up again. */
static void keep(ab_worker *w, const ab_node *node, const ab_visit *v, int score, tt_bound bound)
{
    const int depth = v->depth + DEPTH_GAIN;
    const tt_data data = {.move = MOVE_NONE,
                          .score = tt_score_in(score, v->ply),
                          .evaluation = (int16_t)node->raw,
                          .depth = (int8_t)(depth < AB_DEPTH_MAX ? depth : AB_DEPTH_MAX),
                          .bound = bound};
    tt_store(&w->shared->table, node->pos.key, &data);
}

/* True if the position has as many pieces as tables can have, and is too near the leaves. With
 * fewer pieces tables are small, and soon in memory. */
static bool is_too_shallow(const negamax *n, const ab_node *node, const ab_visit *v)
{
    return v->depth < n->endgames.depth_least &&
           bb_count(pos_occupied(&node->pos)) == n->endgame_pieces;
}

bool ab_tables_settle(ab_worker *w, const ab_node *node, ab_visit *v, int *score)
{
    const negamax *n = w->shared;
    /* A mate is better than a win in the tables. */
    if (is_too_shallow(n, node, v) || (v->in_check && !gen_any(&node->pos))) {
        return false;
    }
    const endgame_result result = endgames_ask(&n->endgames, &node->pos);
    if (result == ENDGAME_UNKNOWN) {
        return false;
    }
    const uint64_t hits = atomic_load_explicit(&w->table_hits, memory_order_relaxed);
    atomic_store_explicit(&w->table_hits, hits + 1, memory_order_relaxed);
    const int win = score_tables_win_in(v->ply);
    *score = result == ENDGAME_WON ? win : result == ENDGAME_LOST ? -win : ab_draw(w, v->ply);
    const tt_bound bound = result == ENDGAME_WON    ? TT_LOWER
                           : result == ENDGAME_LOST ? TT_UPPER
                                                    : TT_EXACT;
    if (result == ENDGAME_DRAWN || (result == ENDGAME_WON && *score >= v->beta) ||
        (result == ENDGAME_LOST && *score <= v->alpha)) {
        keep(w, node, v, *score, bound);
        return true;
    }
    if (v->pv && result == ENDGAME_WON) {
        v->least = *score;
        v->alpha = v->alpha > *score ? v->alpha : *score;
    } else if (v->pv) {
        v->most = *score;
    }
    return false;
}
