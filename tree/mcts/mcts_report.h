/* What a search reports: its choice, its counts, its root moves and its lines. Private to the
 * folder. */
#ifndef TREE_MCTS_REPORT_H
#define TREE_MCTS_REPORT_H

#include "mcts.h"

/* ---- The choice (mcts_choice.c) ---- */

/* The number of the root move that would be played now; -1 before the first playout. It is the best
 * by tree_prefers(). Without a clock, and unless that move is a proven win or loss or the root is
 * proven, it is the one with the best lower bound of its value among those with a part of the most
 * visits (Leela Zero's lower confidence bound, 2019): a limit may end the search just when a better
 * move has been found and is still behind in visits. On a clock the search goes on then. */
int mcts_chosen_number(const mcts *m);

/* The same, but before the first playout it is the move with the highest prior, number 0. */
int mcts_best_number(const mcts *m);

/* ---- Counts, root moves and lines ---- */

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
 * returns their count. mcts_best_number() comes first, then the others in order of their scores. */
int mcts_best_lines(const mcts *m, int numbers[], int max);

/* Fills in the search's counts, and the score and the line of a root move. The caller fills in
 * rank, time and speed. */
void mcts_describe(const mcts *m, int number, search_info *info);

/* As search_root_moves(). */
int mcts_root_moves(const mcts *m, root_move moves[], int max);

/* As search_line_moves(). */
int mcts_line_moves(const mcts *m, const move played[], int length, root_move moves[], int max);

/* As search_root_stats(). */
bool mcts_root(const mcts *m, root_move *root);

/* Fills in what the tree knows of a move that leads to `child`, which was visited: visits, expected
 * score, share of draws, proof, and the net's value. */
void mcts_describe_child(const mcts *m, const mcts_node *child, root_move *found);

/* ---- When the listener is called (mcts_progress.c); for the first thread ---- */

/* The caller sets the first six members; `listener` may be NULL. */
typedef struct mcts_progress {
    const mcts *m;
    const search_control *control;
    search_listener *listener;
    void *user;
    const search *owner;
    int64_t reported_us; /* when the listener was last called; at first, when the clock started */
    int reported_depth;
    move reported_best;
    uint64_t growth_end; /* playouts at which the listener is called next (report_growth) */
} mcts_progress;

/* Reports all lines. */
void mcts_report(mcts_progress *p, bool final);

/* Reports if something has changed and the last report is old enough; with report_growth, if the
 * playouts have grown enough. */
void mcts_report_progress(mcts_progress *p);

#endif
