/* The end of a playout: what it found goes up to the root. Private to the folder. */
#ifndef TREE_MCTS_BACKUP_H
#define TREE_MCTS_BACKUP_H

#include "mcts_walk.h"

/* Backs up a playout whose last node is that of the walk, and whose value is `v`: proofs, means,
 * and the histories of each move. Means and visits above the turn of the walk wait (mcts_stay.h).
 */
void mcts_back_up(mcts *m, mcts_walk *w, tree_value v);

#endif
