/* The endgame tables below the root. */
#ifndef TREE_NEGAMAX_ENDGAMES_H
#define TREE_NEGAMAX_ENDGAMES_H

#include "negamax_visit.h"

/* True if the node's position may be in the endgame tables, and the search should look it up. A
 * singular search leaves out a move, which tables do not. */
static inline bool ab_may_be_in_tables(const ab_worker *w, const ab_node *node, const ab_visit *v)
{
    return endgames_may_know(w->shared->endgame_pieces, &node->pos) && v->ply > 0 &&
           node->excluded == MOVE_NONE;
}

/* Looks the position up. Returns true if its result settles the node; `*score` is then its score.
 * Else the result may bound the score of a node with an open window, where the search goes on to
 * look for a mate. */
bool ab_tables_settle(ab_worker *w, const ab_node *node, ab_visit *v, int *score);

#endif
