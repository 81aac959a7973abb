/* The classical histories that order quiet moves; negamax_history.h has the rules. Private to the
 * folder. */
#ifndef HISTORY_ORDER_HISTORY_H
#define HISTORY_ORDER_HISTORY_H

#include "history/negamax_history.h"

typedef struct order_history order_history;

/* hist_order_new() returns NULL if memory is short. hist_order_free() frees the result; NULL is
 * fine. */
order_history *hist_order_new(const hist_order_params *params);
void hist_order_free(order_history *h);

/* Clears all counters: for a new game and for each bench position. */
void hist_order_clear(order_history *h);

/* Changes the parameters. Another rule or key clears the counters, whose meaning changes with
 * them. */
void hist_order_configure(order_history *h, const hist_order_params *params);

/* Ages the counters at the start of a search, as `age` says. */
void hist_order_new_search(order_history *h);

/* Counts the quiet moves of a result. When a counter reaches its limit, all counters are halved. */
void hist_order_learn(order_history *h, const hist_result *result);

/* The scores of quiet moves; the highest comes first. Only comparisons between them have a meaning:
 * a score is the rule's number, rounded to a float, whose bits are read as an integer. */
void hist_order_scores(const order_history *h, const hist_move moves[], int count, int scores[]);
int hist_order_score(const order_history *h, const hist_move *m);

#endif
