/* The tree when the game goes on. Private to the folder. */
#ifndef TREE_MCTS_TREE_ADVANCE_H
#define TREE_MCTS_TREE_ADVANCE_H

#include "mcts_tree.h"

/* Makes `pos` the root, where `game` ends with `pos`. The subtree is kept if `pos` is the old root
 * or at most two plies after it, and if the game continues the old one as far back as positions can
 * repeat; else the tree is reset. Nodes that were REPEATED only because of positions before the new
 * root become unvisited. */
void tree_advance(mcts_tree *t, const position *pos, const line *game);

#endif
