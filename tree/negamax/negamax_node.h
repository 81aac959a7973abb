/* The search of a node, in numbered steps. docs/atlas.md has the Elo of each. */
#ifndef TREE_NEGAMAX_NODE_H
#define TREE_NEGAMAX_NODE_H

#include "negamax_state.h"

/* The score of a node, fail-soft, in the window [alpha, beta]. Position, checks and context of the
 * node must be set. At depth 0 or less it is ab_quiescence(). `cut_node`: a null-window node that
 * is expected to fail high. If w->stopped is set after the call, the score is not valid. */
int ab_search(ab_worker *w, ab_node *node, int alpha, int beta, int depth, bool cut_node);

#endif
