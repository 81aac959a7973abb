/* The choice of a child: PUCT with progressive widening. Private to the folder. */
#ifndef TREE_MCTS_SELECTION_H
#define TREE_MCTS_SELECTION_H

#include "mcts_walk.h"

/* The child of the walk's last node, which is expanded, with the highest Q + C * P / (1 + n) of
 * those that may be selected; mcts_options.def has the formula. An unvisited one counts as visited
 * then. NULL if none of the visited ones may be selected, and memory for other moves is out or
 * another thread is storing them. */
mcts_node *mcts_select(mcts *m, const mcts_walk *w);

/* What selection multiplies the prior (in units of 1 / PRIOR_ONE) of an expanded node's move by,
 * before it divides by 1 + n: C * N^e, with the factors of its priors and of its playouts. */
float mcts_exploration(const mcts *m, const mcts_node *node, bool is_root);

#endif
