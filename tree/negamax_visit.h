/* One visit of a node by the negamax search: what its steps share. */
#ifndef NEGAMAX_VISIT_H
#define NEGAMAX_VISIT_H

#include "negamax.h"

typedef struct ab_visit {
    int alpha, beta, depth, ply;
    bool pv;       /* an open window: on the principal variation */
    bool cut_node; /* expected to fail high; neither: expected to fail low (an ALL node) */
    bool in_check;
    bool improving;        /* the evaluation rose since the mover's last turn */
    bool hit;              /* the table knows the position: */
    bool table_move_noisy; /* its move is legal, and takes or promotes */
    bool decided;          /* the node's score is known, and not to be stored */
    int eval;              /* static evaluation or the table's better word; SCORE_NONE in check */
    int table_score;       /* SCORE_NONE if unknown */
    move table_move;       /* of any origin; the best root move at the root */
    tt_data known;
} ab_visit;

/* Razoring, reverse futility, null move, enhanced transposition cutoffs, multi-cut and probcut:
 * true if one of them settles the node, with its score. */
bool ab_cut_early(ab_worker *w, ab_node *node, const ab_visit *v, int *score);

/* ---- negamax_correction.c ---- */

/* Correction histories learn from a node's whole search, if they are in use and its score says
 * something of node->eval. `best_move` is MOVE_NONE if no move raised alpha. */
void ab_correct(ab_worker *w, const ab_node *node, const ab_visit *v, int best, move best_move);

#endif
