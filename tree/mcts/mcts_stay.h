/* Staying at a chosen child, for speed. Among thousands of visits, the choice is not made anew for
 * each playout: a chosen child with n visits also gets the next n / part playouts (mcts_stay_part,
 * mcts_stay_most). This changes a child's share of the visits by that part at most. Most playouts
 * then begin deep in the tree, with the position that the last playout left there.
 *
 * step.stay counts the coming playouts that will go again from a step of the walk to the next step.
 * The walk turns at its first step without a stay: there the next playout chooses. Above the turn
 * no choice is made, so the nodes there need not know their newest playouts, and other threads need
 * not fetch them again. step.pending has what such a node does not know yet: the playouts missing
 * from its means, and how many of these are missing from its visits too, because they began below
 * it. Between two playouts nothing is pending from the turn on. mcts_flush() must empty the whole
 * walk before its nodes may be freed, before the walk begins anew, and when a search ends.
 *
 * A stay ends when its child is closed, and before the priors of its node are refreshed. Private to
 * the folder. */
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
