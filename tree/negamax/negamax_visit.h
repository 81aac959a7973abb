/* The data of one visit to a node, which the steps of the search share. docs/atlas.md has the Elo
 * of each step. */
#ifndef TREE_NEGAMAX_VISIT_H
#define TREE_NEGAMAX_VISIT_H

#include "negamax.h"

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
    tt_data known;
} ab_visit;

/* The moves that were searched from a node; histories learn from them. */
typedef struct ab_tried {
    int count;
    int best; /* index of the move that raised alpha last, or cut; or -1 */
    int top;  /* index of the move with the best score, even if it is below alpha; -1 if it is not
               * in the list */
    hist_move moves[HIST_TRIED_MAX];
    uint8_t outcomes[HIST_TRIED_MAX]; /* hist_outcome of each move */
} ab_tried;

static inline void ab_tried_begin(ab_tried *tried)
{
    tried->count = 0;
    tried->best = tried->top = -1;
}

/* The state of a node while its moves are searched. */
typedef struct ab_progress {
    int best;       /* score so far */
    move best_move; /* the move that raised alpha last, or MOVE_NONE */
    move top_move;  /* the move with this score, even if it is below alpha, or MOVE_NONE */
    int count;      /* moves so far, skipped ones included */
    ab_tried tried;
} ab_progress;

/* A move before it is made. */
typedef struct ab_candidate {
    move move;
    hist_move described;
    int number; /* its number among the node's moves, from 1 */
    bool noisy, check;
    int history; /* its score in the gravity tables */
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

/* ---- negamax_cuts.c ---- */

/* Tries razoring, reverse futility, null move, enhanced transposition cutoffs, multi-cut and
 * ProbCut. Returns true if one of them settles the node; `*score` is then its score. If w->stopped
 * is set after the call, the search must unwind. */
bool ab_cut_early(ab_worker *w, ab_node *node, const ab_visit *v, int *score);

/* ---- negamax_endgames.c ---- */

/* True if the node's position may be in the endgame tables, and the search should look it up. A
 * singular search leaves out a move, which tables do not. */
static inline bool ab_may_be_in_tables(const ab_worker *w, const ab_node *node, const ab_visit *v)
{
    return endgames_may_know(w->shared->endgame_pieces, &node->pos) && v->ply > 0 &&
           node->excluded == MOVE_NONE;
}

/* Looks the position up. Returns true if its result settles the node; `*score` is then its score.
 * Else the result may bound the score of a node with an open window, where the search goes on to
 * look for a mate. */
bool ab_tables_settle(ab_worker *w, const ab_node *node, ab_visit *v, int *score);

/* ---- negamax_reductions.c ---- */

/* The reduction of the move in plies. */
int ab_reduction(const ab_worker *w, const ab_node *node, const ab_visit *v, const ab_candidate *c);

/* True if the move is searched with a reduction first, by c->reduction. */
bool ab_is_reduced(const ab_worker *w, const ab_visit *v, const ab_candidate *c);

/* True if the move is pruned. Sets `*skip_quiets` if all later quiet moves are pruned too, checks
 * among them. The caller asks only below the root, and once a move is known that does not lose. */
bool ab_is_skipped(const ab_worker *w, const ab_node *node, const ab_visit *v,
                   const ab_candidate *c, bool *skip_quiets);

/* ---- negamax_histories.c ---- */

/* Adds a searched move and returns its index. In a full list a move above alpha replaces the last
 * entry; other moves are not added, and the index is -1. */
int ab_note_tried(ab_tried *tried, const hist_move *described, hist_outcome outcome);

/* Histories, killers and counter moves learn from a node after its moves were searched. */
void ab_learn(ab_worker *w, ab_node *node, const ab_visit *v, const ab_progress *h);

/* Learns from a cutoff by the quiet move `m` that rests only on an entry of the transposition
 * table. The gravity tables learn `bonus`. The classical orders learn a cut node of `depth`, which
 * is the depth that the entry gives to this node. `pv`: this node's window is open. */
void ab_learn_table_cut(ab_worker *w, const ab_node *node, move m, int bonus, int depth, bool pv);

/* Only the classical orders learn from these moves, which were searched outside the main search: in
 * multi-cut, or as evasions in quiescence. `depth` is at least 1. */
void ab_count_tried(ab_worker *w, const ab_tried *tried, int depth, bool pv);

/* The correction histories learn from the search of a node, if they are in use and its score is
 * evidence about the evaluation. `best_move` is MOVE_NONE if no move raised alpha. */
void ab_correct(ab_worker *w, const ab_node *node, const ab_visit *v, int best, move best_move);

#endif
