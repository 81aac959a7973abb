/* The gravity tables of negamax; see negamax_history.h for what settings mean. Private to the
 * folder. */
#ifndef GRAVITY_TABLES_H
#define GRAVITY_TABLES_H

#include "history/negamax_history.h"

typedef struct gravity_tables gravity_tables;

/* NULL if memory is short. gravity_free(NULL) is fine. */
gravity_tables *gravity_new(const hist_gravity_settings *settings);
void gravity_free(gravity_tables *t);
void gravity_clear(gravity_tables *t);
void gravity_configure(gravity_tables *t, const hist_gravity_settings *settings);
void gravity_new_search(gravity_tables *t);

/* The best move gains, what else was tried loses: quiet moves if the best is quiet, captures
 * always. Nothing is learnt without a best move. */
void gravity_learn(gravity_tables *t, const hist_node_result *result);

/* A move of the kind did well (bonus > 0) or badly. */
void gravity_adjust(gravity_tables *t, const hist_context *context, const hist_move *m, int bonus);

int gravity_bonus(const gravity_tables *t, int depth);

/* The weighted sum of the tables of the move's kind. */
int gravity_score(const gravity_tables *t, hist_purpose purpose, const hist_context *context,
                  const hist_move *m);

/* The same of quiet moves to order them, in 1/1024. */
void gravity_order(const gravity_tables *t, const hist_context *context, const hist_move moves[],
                   int count, int scores[]);

#endif
