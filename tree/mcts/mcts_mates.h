/* Short mates at the root of a Monte-Carlo search: those that the policy dislikes, and the true
 * length of those that playouts have proven. A mate search (mate_search.h) looks at the root's
 * moves, with a few nodes for each playout. What it proves closes the root's nodes. Private to the
 * folder. */
#ifndef TREE_MCTS_MATES_H
#define TREE_MCTS_MATES_H

#include "mate_search.h"
#include "mcts_tree.h"

typedef struct mcts mcts;

/* Questions are asked in a fixed order, the cheapest first. The members `own`, `own_after` and
 * `opponent` count the questions that were answered by no. */
typedef struct mcts_mates {
    mate_search search;
    int64_t wanted;             /* nodes that must be available before the next question is asked */
    int own;                    /* does the side to move mate? */
    int own_after[MOVES_MAX];   /* the same of each root move */
    int opponent[MOVES_MAX];    /* does the opponent mate after a root move? */
    mate_line found[MOVES_MAX]; /* by root move */
} mcts_mates;

/* Begins a search whose root has its moves. The functions below are called by the first thread
 * between playouts. */
void mcts_mates_begin(mcts *m, search_control *control);

/* Asks whether the side to move mates, and whether the opponent mates after the moves that would be
 * reported now. The playouts so far bound the nodes that the answers may cost. */
void mcts_look_for_mates(mcts *m);

/* The last questions of a search, before its move is played: whether the opponent mates at once or
 * in two moves. Another move is chosen where it does. */
void mcts_check_choice(mcts *m);

/* Shortens the proven mates of the reported root moves to their true length, as far as the limits
 * allow. */
void mcts_measure_mates(mcts *m);

/* In a search for a mate in `moves` moves, before the threads begin: closes the root if the side to
 * move is mated itself within as many moves, whatever it plays. */
void mcts_look_for_defeat(mcts *m, int moves);

/* The line of root move `number` if it is a mate that the mate search has found; NULL if the tree
 * has the line. */
const mate_line *mcts_mate_line(const mcts *m, int number);

#endif
