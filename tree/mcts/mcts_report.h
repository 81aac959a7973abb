/* What a search reports: its counts, its root moves and its best lines. Private to the folder. */
#ifndef TREE_MCTS_REPORT_H
#define TREE_MCTS_REPORT_H

#include "mcts.h"

/* The counts of one search_go(). While threads work, the lengths of their newest playouts may be
 * missing, so the mean length is never too large. */
typedef struct mcts_counts {
    uint64_t playouts;
    uint64_t length_sum; /* moves walked by all its playouts */
    uint64_t table_hits; /* positions that they found in the endgame tables */
    int length_max;
} mcts_counts;

/* The counts of all threads. */
mcts_counts mcts_all_counts(const mcts *m);

/* The mean length of the search's playouts in plies, at least 1. */
int mcts_depth(const mcts *m);

/* Fills in the numbers of the root moves of the best lines, at most `max` (1 to MOVES_MAX), and
 * returns how many there are. mcts_best_number() comes first, the others in order of their scores.
 */
int mcts_best_lines(const mcts *m, int numbers[], int max);

/* Fills in the search's counts, and the score and the line of a root move. The caller fills in
 * rank, time and speed. */
void mcts_describe(const mcts *m, int number, search_info *info);

/* As search_root_moves(). */
int mcts_root_moves(const mcts *m, root_move moves[], int max);

/* As search_root_stats(). */
bool mcts_root(const mcts *m, root_move *root);

/* The value net's expected score at a node, for its side to move and for the other side, or -1 if
 * it is not kept. */
float mcts_net_value(const mcts_node *node);
float mcts_net_value_turned(const mcts_node *node);

#endif
