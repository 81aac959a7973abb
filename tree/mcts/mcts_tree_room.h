/* The memory of a full tree: blocks that nothing needs are reclaimed, and then subtrees with few
 * visits are freed. Private to the folder. */
#ifndef TREE_MCTS_TREE_ROOM_H
#define TREE_MCTS_TREE_ROOM_H

#include "mcts_tree.h"

/* Orphans the blocks of a node, which must not be in use any more. They and all below them are
 * reclaimed later. */
void tree_orphan(mcts_tree *t, const mcts_node *node);

/* True if tree_make_room() should be called. */
bool tree_wants_room(const mcts_tree *t);

/* Frees memory while less than a reserve is left, and more if several threads walk the tree: first
 * orphaned blocks, then the subtrees with the fewest visits. The line of a proven mate is freed
 * only with a node above it that is not proven, or when a better one is known. Its work is bounded.
 * Must be called between playouts, since nodes may vanish. */
void tree_make_room(mcts_tree *t);

/* Frees all that is below a node. The node may be expanded again. */
void tree_collapse(mcts_tree *t, mcts_node *node);

#endif
