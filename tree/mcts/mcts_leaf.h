/* The values of new nodes: by the rules of chess, the endgame tables, other nodes of the position,
 * or the nets. Private to the folder. */
#ifndef TREE_MCTS_LEAF_H
#define TREE_MCTS_LEAF_H

#include "mcts_walk.h"

/* The first visit to the walk's last node. A repetition closes it, and so does the last ply of a
 * search for a mate. */
tree_value mcts_visit_new(mcts *m, mcts_walk *w);

/* Values the root if it is unvisited. This counts as its first visit. */
void mcts_value_root(mcts *m);

/* What a first visit to a position would give, for its side to move: state, value and share of
 * draws. Repetitions and the moves before it are ignored. */
mcts_node mcts_unvisited(const mcts *m, const position *pos);

#endif
