/* Priors that are computed again while a node is searched (MctsHistoryRefresh). Private to the
 * folder. */
#ifndef TREE_MCTS_REFRESH_H
#define TREE_MCTS_REFRESH_H

#include "mcts_walk.h"

/* True if the priors of an expanded node must be refreshed in a playout that has entered it: the
 * visits before it are enough, and have doubled since the last refresh. */
bool mcts_refresh_is_due(const mcts *m, const mcts_node *node);

/* Computes the priors of the walk's last node, which is expanded, again from the present histories
 * and killers. If only unvisited moves get new priors, the sum of these priors stays. The net
 * computes the logits again, because a prior does not show by what it was corrected. */
void mcts_refresh_priors(mcts *m, const mcts_walk *w);

#endif
