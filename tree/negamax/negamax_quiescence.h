/* Quiescence search: captures and promotions, and evasions of checks, until the position is quiet.
 */
#ifndef TREE_NEGAMAX_QUIESCENCE_H
#define TREE_NEGAMAX_QUIESCENCE_H

#include "negamax_state.h"

/* As ab_search(), at depth 0. On boards full of queens, where captures multiply, the search ends
 * undecided after a fixed number of nodes. */
int ab_quiescence(ab_worker *w, ab_node *node, int alpha, int beta);

#endif
