/* Staying at a chosen child, for speed. A choice among thousands of visits is not made anew for
 * each of them: a chosen child of n visits has the next n / part playouts as well (mcts_stay_part,
 * mcts_stay_most). The children's shares of the visits differ by that part at most, and most
 * playouts begin deep in the tree, with the position that the last one met there.
 *
 * step.stay counts the coming playouts that go from a step of the walk to the next one again. The
 * walk turns at its first step without a stay: there the next playout chooses. Above the turn no
 * choice is made, so the nodes there need not know their newest playouts, and other threads need
 * not fetch them again. What such a node does not know yet is in step.pending: playouts that its
 * means lack, and among them those that its visits lack, because they began below it. Between two
 * playouts nothing is pending from the turn on. mcts_flush() must empty the whole walk before its
 * nodes may be freed, before the walk begins anew, and when a search ends.
 *
 * A stay ends when its child is closed, and before the priors of its node are refreshed. Private to
 * the folder. */
#ifndef TREE_MCTS_STAY_H
#define TREE_MCTS_STAY_H

#include "mcts_walk.h"

/* The number of further playouts that `child` has, which was just chosen at `node`. */
uint32_t mcts_stay_at(const mcts *m, const mcts_node *node, const mcts_node *child);

/* Begins the next playout: goes again where the last one went, to the turn, and enters the node
 * there. */
void mcts_resume(mcts *m, mcts_walk *w);

/* The number of the step at which the walk turns; the last one if it has a stay at all others. */
int mcts_turn(const mcts_walk *w);

/* Tells the node of one step what is pending, or those of all steps from `from` on. */
void mcts_flush_step(mcts *m, mcts_walk *w, int i);
void mcts_flush(mcts *m, mcts_walk *w, int from);

#endif
