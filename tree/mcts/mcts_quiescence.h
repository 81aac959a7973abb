/* Quiescence search from a new node with the value net. A net that sees one position at a time
 * judges pieces that can be taken badly, and this search settles their exchanges. Private to the
 * folder. */
#ifndef TREE_MCTS_QUIESCENCE_H
#define TREE_MCTS_QUIESCENCE_H

#include "nn/value_stack.h"

/* The most moves from the node. */
enum { QUIESCENCE_PLIES = 16 };

/* The score of a position for the side to move, in the net's centipawns: after the best line of
 * captures and promotions that win material, and of all moves out of check. A side that is not in
 * check may end the line with the net's score. A mate is a score beyond NET_SCORE_MAX; other ends
 * of the game are not seen. The position must have a legal move. The path of `sums` is lost. */
int mcts_quiescence(value_stack *sums, const position *pos);

#endif
