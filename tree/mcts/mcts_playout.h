/* A playout. Private to the folder. */
#ifndef TREE_MCTS_PLAYOUT_H
#define TREE_MCTS_PLAYOUT_H

#include "mcts_walk.h"

/* Runs one playout of a thread from the root and counts it: selection, evaluation, backup. */
void mcts_playout(mcts *m, mcts_walk *w);

/* Runs and counts a playout of the first thread to move `number` of the root, which was visited or
 * is the first unvisited one, and closes or shortens its node by a mate that is `distance` plies
 * away. */
void mcts_play_proven(mcts *m, mcts_walk *w, int number, node_state outcome, int distance);

#endif
