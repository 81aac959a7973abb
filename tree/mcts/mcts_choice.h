/* The root move that would be played now. Private to the folder. */
#ifndef TREE_MCTS_CHOICE_H
#define TREE_MCTS_CHOICE_H

#include "mcts.h"

/* The number of the root move that would be played now; -1 before the first playout. It is the best
 * by tree_prefers(), or by MctsBound the one with the best lower bound of its value among those
 * with a part of the most visits (Leela Zero's lower confidence bound, 2019). A limit may end the
 * search just when a better move has been found and is still behind in visits. On a clock the
 * search goes on then. */
int mcts_chosen_number(const mcts *m);

/* The same, but before the first playout it is the move with the highest prior, number 0. */
int mcts_best_number(const mcts *m);

#endif
