/* The gravity tables of negamax. negamax_history.h explains the settings. Private to the folder. */
#ifndef HISTORY_GRAVITY_TABLES_H
#define HISTORY_GRAVITY_TABLES_H

#include "history/negamax_history.h"

typedef struct gravity_tables gravity_tables;

/* Returns NULL if memory is short. gravity_free(NULL) is fine. */
gravity_tables *gravity_new(const hist_gravity_settings *settings);
void gravity_free(gravity_tables *t);
void gravity_clear(gravity_tables *t);
void gravity_configure(gravity_tables *t, const hist_gravity_settings *settings);
void gravity_new_search(gravity_tables *t);

/* The best move gets a bonus and the other tried moves a malus. Quiet moves learn only if the best
 * move is quiet; captures always learn. Without a best move nothing is learnt. */
void gravity_learn(gravity_tables *t, const hist_node_result *result);

/* Adds a bonus, or a malus if it is below 0, to the move's cell in each table of its kind. */
void gravity_adjust(gravity_tables *t, const hist_context *context, const hist_move *m, int bonus);

int gravity_bonus(const gravity_tables *t, int depth);

/* The weighted sum over the tables of the move's kind, quiet or noisy. */
int gravity_score(const gravity_tables *t, hist_purpose purpose, const hist_context *context,
                  const hist_move *m);

/* The same sum for quiet moves to order them, in 1/1024. */
void gravity_order(const gravity_tables *t, const hist_context *context, const hist_move moves[],
                   int count, int scores[]);

#endif
