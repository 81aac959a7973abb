/* What a net of Lc0 looks at: a position and those before it. Private to the folder. */
#ifndef TREE_MCTS_PAST_H
#define TREE_MCTS_PAST_H

#include "mcts_walk.h"

/* For the walk's last node. The walk's path must have the keys of its positions. */
lc0_past mcts_past(const mcts *m, const mcts_walk *w);

/* For a position that a root move leads to. */
lc0_past mcts_past_after_root(const mcts *m, const position *pos);

#endif
