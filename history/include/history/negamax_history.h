/* The histories of negamax: the results of moves in earlier nodes, which order, reduce and prune
 * moves, and the corrections of evaluations. The module depends on no tree. Each search thread has
 * its own object.
 *
 * The gravity tables are the negamax tables of tables.def. Each cell is an int16 under gravity with
 * HIST_LIMIT. Quiet and noisy moves (captures and promotions) have separate tables. The classical
 * histories are in order_history.h and reduction_history.h, the corrections in correction.h. */
#ifndef HISTORY_NEGAMAX_HISTORY_H
#define HISTORY_NEGAMAX_HISTORY_H

#include "history/correction.h"
#include "history/node_result.h"
#include "history/order_history.h"
#include "history/reduction_history.h"
#include "history/tables.h"

enum {
    HIST_LIMIT = 16384,
    HIST_PRIOR_UNIT = HIST_LIMIT / 4, /* see hist_add_priors() */
    HIST_WEIGHT_MAX = 8192            /* bound of a table's weight, in 1/1024 */
};

/* The purpose of a weight: to order moves, or to judge them for pruning and reductions. */
typedef enum { HIST_TO_ORDER, HIST_TO_JUDGE, HIST_PURPOSES } hist_purpose;

/* The bonuses of a node of depth d. The best move gains square * d^2 + linear * d + constant, but
 * not less than 0 and not more than `most`. Each other tried move loses this bonus times malus /
 * 1024, and at most HIST_LIMIT. */
typedef struct hist_growth {
    int square, linear, constant;             /* chosen so that the sum fits 32 bits */
    int most;                                 /* 0 to HIST_LIMIT */
    int malus_quiet_1024, malus_capture_1024; /* 0 to HIST_WEIGHT_MAX */
} hist_growth;

/* A table with weight 0 for both purposes is neither read nor written. The weight of a table by ply
 * is divided by 1 + ply. */
typedef struct hist_gravity_settings {
    int weight_1024[HIST_PURPOSES][HIST_TABLES]; /* 0 to HIST_WEIGHT_MAX */
    hist_growth growth;
} hist_gravity_settings;

typedef struct hist_negamax_settings {
    hist_gravity_settings gravity;
    hist_order_params order;
    hist_reduce_params reductions;
    correction_settings correction;
} hist_negamax_settings;

typedef struct negamax_history negamax_history;

/* hist_negamax_new() returns NULL if memory is short. hist_negamax_free() frees the result; NULL is
 * fine. */
negamax_history *hist_negamax_new(const hist_negamax_settings *settings);
void hist_negamax_free(negamax_history *h);

/* Changes the settings and keeps what was learnt, except what the new settings would misread; the
 * header of each part says what that is. */
void hist_negamax_configure(negamax_history *h, const hist_negamax_settings *settings);

/* Clears everything: for a new game and for each bench position. */
void hist_negamax_clear(negamax_history *h);

/* Ages or clears the tables, as their lifetimes and options say. */
void hist_negamax_new_search(negamax_history *h);

/* ---- Learning ---- */

/* Learns the result of a node in all histories of moves. */
void hist_learn_node(negamax_history *h, const hist_node_result *result);

/* Learns the outcome of one move of a node that is still searched. Only reductions by prodeo learn
 * from it, if they learn moves. */
void hist_learn_move(negamax_history *h, const hist_move *m, hist_outcome outcome);

/* Learns the result of moves that were searched outside the main search. Only the classical orders
 * learn from it. */
void hist_count_moves(negamax_history *h, const hist_node_result *result);

/* Adds a bonus, within +-HIST_LIMIT, to a quiet move in the gravity tables. A malus is a bonus
 * below 0. */
void hist_learn_quiet(negamax_history *h, const hist_context *context, const hist_move *m,
                      int bonus);

/* The bonus of the best move of a search of this depth. */
int hist_depth_bonus(const negamax_history *h, int depth);

/* ---- Scores ---- */

/* Writes the scores of quiet moves; the highest comes first. They are those of the classical rule
 * in use, else those of the gravity tables in 1/1024. Only comparisons between them have a
 * meaning. */
void hist_order_quiets(const negamax_history *h, const hist_context *context,
                       const hist_move moves[], int count, int scores[]);

/* Adds the policy net's priors of moves to their scores from hist_order_quiets(). `logs` are the
 * natural logarithms, at most 0. A prior multiplies the number of the classical rule in use (or
 * divides it, if it is below 0), and moves whose number is 0 come by their priors. Else a unit of
 * the logarithm is worth HIST_PRIOR_UNIT in the gravity tables. */
void hist_add_priors(const negamax_history *h, const float logs[], int count, int scores[]);

/* The score of a move in the gravity tables of its kind, quiet or noisy. */
int hist_move_score(const negamax_history *h, hist_purpose purpose, const hist_context *context,
                    const hist_move *m);

/* hist_reduces() is true if the classical history of the move asks for a reduction; `depth` is that
 * of the node. hist_note_reduction() must be called after the move was reduced. */
bool hist_reduces(const negamax_history *h, const hist_move *m, int depth);
void hist_note_reduction(negamax_history *h, const hist_move *m);

/* ---- Counter moves (Uiterwijk 1992) ---- */

/* hist_counter_move() returns the latest quiet move that refuted the move of a row
 * (hist_row_after()), or MOVE_NONE. hist_keep_counter_move() learns one; for HIST_NO_MOVE it does
 * nothing. */
move hist_counter_move(const negamax_history *h, int row);
void hist_keep_counter_move(negamax_history *h, int row, move m);

/* ---- Corrections ---- */

/* True if a correction is in use. */
bool hist_corrects(const negamax_history *h);

/* The correction to be added to a position's evaluation, in centipawns and not clamped; 0 if no
 * correction is in use. */
int hist_correction(const negamax_history *h, const correction_keys *keys);

/* Learns the error of an evaluation from a node's search of `depth` if correction_is_due(). The
 * bounds are those of correction_learn(). */
void hist_learn_error(negamax_history *h, const correction_keys *keys, int depth,
                      const correction_finding *found);

#endif
