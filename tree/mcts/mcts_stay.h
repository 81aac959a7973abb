/* Staying at a child, for speed. When a thread selects a child with n visits, it also sends its
 * next n / part playouts there, at most `most`, without a new selection (mcts_stay_part,
 * mcts_stay_most). A stay changes the child's share of the visits by 1 / part at most. It ends
 * early if the child is closed, and it is short enough to end before the priors of its node are
 * refreshed.
 *
 * A thread keeps its walk from playout to playout. step[i].stay is the number of coming playouts
 * that go from step i to step i + 1 again. The turn is the first step without a stay. The next
 * playout begins there, with the position that the step has, and selects from there on. Its result
 * is not written to the nodes above the turn, so that other threads need not fetch them again.
 *
 * What these nodes lack waits in step[i].pending: the playouts that are not in the node's means
 * yet, and how many of them (`uncounted`) are not in its visits either. The playout that begins a
 * stay passed the node and was counted there; the others began below it. At the turn and below,
 * nothing is pending between two playouts. mcts_flush() adds what is pending to the nodes. It must
 * do so for the whole walk before a node of it may be freed, before the walk begins anew, and when
 * a search ends. Private to the folder. */
#ifndef TREE_MCTS_STAY_H
#define TREE_MCTS_STAY_H

#include "mcts_walk.h"

/* The number of further playouts for `child`, which was just chosen at `node`. */
uint32_t mcts_stay_at(const mcts *m, const mcts_node *node, const mcts_node *child);

/* Begins the next playout: follows the last one to the turn, and enters the node there. */
void mcts_resume(mcts *m, mcts_walk *w);

/* The number of the step at which the walk turns; the last step if all steps before it have a
 * stay. */
int mcts_turn(const mcts_walk *w);

/* mcts_flush_step() adds what is pending at step `i` to its node. mcts_flush() does so for all
 * steps from `from` on. */
void mcts_flush_step(mcts *m, mcts_walk *w, int i);
void mcts_flush(mcts *m, mcts_walk *w, int from);

#endif
