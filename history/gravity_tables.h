/* The gravity tables of negamax. negamax_history.h explains the settings. Private to the folder. */
#ifndef HISTORY_GRAVITY_TABLES_H
#define HISTORY_GRAVITY_TABLES_H

#include "history/negamax_history.h"

typedef struct gravity_tables gravity_tables;

/* gravity_new() copies the settings. It returns NULL if memory is short. gravity_free() frees the
 * result; NULL is fine. */
gravity_tables *gravity_new(const hist_gravity_settings *settings);
void gravity_free(gravity_tables *t);

/* Clears all tables. */
void gravity_clear(gravity_tables *t);

/* Changes the settings and keeps the tables. */
void gravity_configure(gravity_tables *t, const hist_gravity_settings *settings);

/* Clears the tables whose lifetime is one search. */
void gravity_new_search(gravity_tables *t);

/* Learns the result of a node: the best move gets a bonus, and the other tried moves a malus. Noisy
 * moves always learn; quiet moves learn only if the best move is quiet. Without a best move nothing
 * is learnt. */
void gravity_learn(gravity_tables *t, const hist_node_result *result);

/* Adds a bonus, within +-HIST_LIMIT, to the move's cell in each table of its kind. A malus is a
 * bonus below 0. */
void gravity_adjust(gravity_tables *t, const hist_context *context, const hist_move *m, int bonus);

/* The bonus of the best move of a search of this depth, 0 to growth.most. */
int gravity_bonus(const gravity_tables *t, int depth);

/* The weighted sum over the tables of the move's kind, quiet or noisy, divided by 1024. The
 * division truncates. */
int gravity_score(const gravity_tables *t, hist_purpose purpose, const hist_context *context,
                  const hist_move *m);

/* Writes the weighted sums of quiet moves for HIST_TO_ORDER, not divided by 1024. */
void gravity_order(const gravity_tables *t, const hist_context *context, const hist_move moves[],
                   int count, int scores[]);

#endif
