/* The classical histories that decide which moves are reduced or pruned; negamax_history.h has the
 * rules. Private to the folder. */
#ifndef HISTORY_REDUCTION_HISTORY_H
#define HISTORY_REDUCTION_HISTORY_H

#include "history/negamax_history.h"

typedef struct reduction_history reduction_history;

/* hist_reduce_new() returns NULL if memory is short. hist_reduce_free() frees the result; NULL is
 * fine. */
reduction_history *hist_reduce_new(const hist_reduce_params *params);
void hist_reduce_free(reduction_history *h);

/* Clears all cells: for a new game and for each bench position. */
void hist_reduce_clear(reduction_history *h);

/* Changes the parameters. Another rule, key or `init` clears the cells. */
void hist_reduce_configure(reduction_history *h, const hist_reduce_params *params);

/* Starts a search: prodeo and romstad clear their cells, and peak halves them. */
void hist_reduce_new_search(reduction_history *h);

/* Learns the result of a node: prodeo from all its moves, if it learns nodes, peak and romstad from
 * the quiet ones. peak and romstad halve all cells when one reaches its limit. */
void hist_reduce_learn(reduction_history *h, const hist_result *result);

/* Learns the outcome of one move of a node that is still searched: only prodeo does, if it learns
 * moves. */
void hist_reduce_learn_move(reduction_history *h, const hist_move *m, hist_outcome outcome);

/* True if the history of the move asks for a reduction. `depth` is that of the node, at least 1. */
bool hist_reduce_asks(const reduction_history *h, const hist_move *m, int depth);

/* Must be called after a move was reduced. */
void hist_reduce_done(reduction_history *h, const hist_move *m);

#endif
