/* One visit to a node: what its steps share, and the results of its moves. */
#ifndef TREE_NEGAMAX_VISIT_H
#define TREE_NEGAMAX_VISIT_H

#include "negamax_state.h"

typedef struct ab_visit {
    int alpha, beta, depth, ply;
    int least, most; /* bounds of the score by the endgame tables */
    bool pv;         /* open window: a node of the principal variation */
    bool cut_node;   /* expected to fail high; if neither pv nor cut_node: expected to fail low (an
                      * ALL node) */
    bool in_check;
    bool improving;        /* the evaluation rose since the mover's last turn */
    bool hit;              /* the table has the position */
    bool table_move_noisy; /* the table move is legal and noisy */
    bool decided;          /* the node's score is final and must not be stored */
    int eval;              /* static evaluation, or the table's score where that is better known;
                            * SCORE_NONE in check */
    int table_score;       /* SCORE_NONE if unknown */
    move table_move;       /* need not be legal; at the root the best root move */
    tt_data known;         /* the table's entry, if `hit` */

    int best;           /* score of the moves so far */
    move best_move;     /* the move that raised alpha last, or MOVE_NONE */
    move top_move;      /* the move with this score, even if it is below alpha, or MOVE_NONE */
    int count;          /* moves so far, skipped ones included */
    hist_result result; /* the moves that were searched, from which histories learn */
} ab_visit;

/* A move before it is made. */
typedef struct ab_candidate {
    move move;
    hist_move described;
    int number; /* its number among the node's moves, from 1 */
    bool noisy, check;
    int history; /* as hist_judge() scores it */
    int extension;
    int reduction;     /* in plies, if it is reduced */
    uint64_t busy_key; /* its key (busy_moves.h), or 0 */
} ab_candidate;

/* True if no move of the node is left out: not by a singular search, and at the root neither by
 * searchmoves nor because an earlier line of MultiPV has it. */
static inline bool ab_is_whole(const ab_worker *w, const ab_node *node, const ab_visit *v)
{
    const bool all_moves = w->stage.pv_index == 0 && w->shared->control->limits.move_count == 0;
    return node->excluded == MOVE_NONE && (v->ply > 0 || all_moves);
}

#endif
