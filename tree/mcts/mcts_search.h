/* One search. Private to the folder. */
#ifndef TREE_MCTS_SEARCH_H
#define TREE_MCTS_SEARCH_H

#include "control.h"
#include "mcts.h"

/* As search_go(), for a root with a legal move. */
search_result mcts_go(mcts *m, const position *root, const line *game, search_control *control,
                      search_listener *listener, void *user, const search *owner);

#endif
