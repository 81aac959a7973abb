/* Transpositions: nodes of one position share its value through the value table. Only what belongs
 * to the position alone is shared. Repetitions and the fifty-move clock belong to the path. Private
 * to the folder. */
#ifndef TREE_MCTS_SHARING_H
#define TREE_MCTS_SHARING_H

#include "mcts.h"

/* The key by which a position that a walk has reached is shared; 0 if it is not, because its value
 * depends on the path: the fifty-move clock has moved it towards a draw, or the search is for a
 * mate. */
uint64_t mcts_shared_key(const mcts *m, const position *pos);

/* The first visit of a node with the key `key`: the mean that nodes of this position have. False if
 * none is known. */
bool mcts_shared_value(const mcts *m, uint64_t key, tree_value *v);

/* Shares the means of a node that has learnt so many playouts since the last call, if they have
 * changed much, and unless another node of its position knows more. */
void mcts_share_means(mcts *m, uint64_t key, const mcts_node *node, uint32_t playouts);

#endif
