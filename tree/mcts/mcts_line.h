/* What a search knows of a position behind a line. Private to the folder. */
#ifndef TREE_MCTS_LINE_H
#define TREE_MCTS_LINE_H

#include "mcts.h"

/* As search_line_moves(). */
int mcts_line_moves(const mcts *m, const move played[], int length, root_move moves[], int max);

#endif
