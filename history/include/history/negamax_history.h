/* The histories of negamax: what earlier nodes say of a move, to order, to reduce and to prune by,
 * and how far evaluations were out. One object a search thread. It knows no tree.
 *
 * The gravity tables are those of tables.def that negamax has. Every cell is an int16 under gravity
 * with HIST_LIMIT. Quiet moves and noisy ones (captures and promotions) have tables of their own.
 * The classical histories are in order_history.h and reduction_history.h, the corrections in
 * correction.h. */
#ifndef HISTORY_NEGAMAX_HISTORY_H
#define HISTORY_NEGAMAX_HISTORY_H

#include "history/correction.h"
#include "history/node_result.h"
#include "history/order_history.h"
#include "history/reduction_history.h"
#include "history/tables.h"

enum {
    HIST_LIMIT = 16384,
    HIST_WEIGHT_MAX = 8192 /* of a table, in 1/1024 */
};

/* What weights are for: the order of moves, or how much pruning and reductions think of one. */
typedef enum { HIST_TO_ORDER, HIST_TO_JUDGE, HIST_PURPOSES } hist_purpose;

/* What a node of depth d changes: the best move gains square * d^2 + linear * d + constant, within
 * 0 to most, and the others lose that times their malus. */
typedef struct hist_growth {
    int square, linear, constant;             /* a bonus fits 32 bits */
    int most;                                 /* 0 to HIST_LIMIT */
    int malus_quiet_1024, malus_capture_1024; /* 0 to HIST_WEIGHT_MAX; HIST_LIMIT bounds a malus */
} hist_growth;

/* A table without weight for either purpose is neither read nor written. That of a low ply is
 * divided by 1 + ply. */
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

/* NULL if memory is short. hist_negamax_free(NULL) is fine. */
negamax_history *hist_negamax_new(const hist_negamax_settings *settings);
void hist_negamax_free(negamax_history *h);

/* Changes settings and keeps what was learnt, but for what the new ones would misread (see the
 * parts' headers). */
void hist_negamax_configure(negamax_history *h, const hist_negamax_settings *settings);

/* Forgets everything (a new game, each bench position). */
void hist_negamax_clear(negamax_history *h);

/* Ages or forgets what a new search does not take over as it is. */
void hist_negamax_new_search(negamax_history *h);

/* ---- The teacher ---- */

/* All histories of moves learn from a node whose moves were searched. */
void hist_learn_node(negamax_history *h, const hist_node_result *result);

/* The classical orders alone learn from moves that were searched outside the main search. */
void hist_count_moves(negamax_history *h, const hist_node_result *result);

/* The gravity tables hear that a quiet move did well (bonus > 0) or badly, within +-HIST_LIMIT. */
void hist_learn_quiet(negamax_history *h, const hist_context *context, const hist_move *m,
                      int bonus);

/* What the best move of a search of that depth gains. */
int hist_depth_bonus(const negamax_history *h, int depth);

/* ---- Orders and judgements ---- */

/* Scores by which quiet moves are ordered, best first: those of the gravity tables in 1/1024, or of
 * the classical rule in use. Only comparisons mean anything. */
void hist_order_quiets(const negamax_history *h, const hist_context *context,
                       const hist_move moves[], int count, int scores[]);

/* How well a move fared, by the gravity tables of its kind, quiet or noisy. */
int hist_move_score(const negamax_history *h, hist_purpose purpose, const hist_context *context,
                    const hist_move *m);

/* True if the move has so bad a classical history that it should be reduced at this depth of its
 * node; and what to call after it was. */
bool hist_reduces(const negamax_history *h, const hist_move *m, int depth);
void hist_note_reduction(negamax_history *h, const hist_move *m);

/* ---- Counter moves (Uiterwijk 1992) ---- */

/* The last quiet move that refuted the move of a row (hist_row_after()), or MOVE_NONE. Nothing is
 * kept for HIST_NO_MOVE. */
move hist_counter_move(const negamax_history *h, int row);
void hist_keep_counter_move(negamax_history *h, int row, move m);

/* ---- Corrections ---- */

/* True if some correction is in use. */
bool hist_corrects(const negamax_history *h);

/* What to add to the evaluation of a position, not clamped; 0 if none is in use. */
int hist_correction(const negamax_history *h, const correction_keys *keys);

/* Learns what a node's search found, if that says something of its evaluation. */
void hist_learn_error(negamax_history *h, const correction_keys *keys, int depth,
                      const correction_finding *found);

#endif
