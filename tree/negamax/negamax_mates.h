/* Short mates at the root: the true length of those that the search has found, and those that its
 * reductions still hide where a side is far ahead. A mate search (mate_search.h) looks at all moves
 * of both sides between the iterations. */
#ifndef TREE_NEGAMAX_MATES_H
#define TREE_NEGAMAX_MATES_H

#include "negamax_state.h"

/* Begins a search. n->control must be set. */
void ab_mates_begin(negamax *n, const position *root, const line *game);

/* Looks for the shortest mate at the root if the score of the best move is far from 0, as far as
 * the nodes allow that the search has earned, and solves the root moves on which it finds one
 * (ab_stage_solve()). For the main worker, between stages. */
void ab_look_for_mates(ab_worker *w);

#endif
