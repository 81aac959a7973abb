/* One visit of a node by the negamax search: what its steps share.
 *
 * Elo beside a step is what `Setting modern` gains by it: 2,000 games against the same without it,
 * 5,000 nodes a move, errors of 95% (docs/atlas.md), all without PawnHistory, which the setting has
 * had since then. Half of the steps gain less than their error at this length; what they gain in
 * longer searches was not measured. */
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

/* The moves that were searched from a node, for the histories to learn from. */
typedef struct ab_tried {
    int count;
    int best; /* the place of what raised alpha last, or cut; or -1 */
    int top;  /* that of the best score, raised or not; -1 if it has none */
    hist_move moves[HIST_TRIED_MAX];
    uint8_t outcomes[HIST_TRIED_MAX]; /* a hist_outcome of each */
} ab_tried;

static inline void ab_tried_begin(ab_tried *tried)
{
    tried->count = 0;
    tried->best = tried->top = -1;
}

/* What is known of a node while its moves are searched. */
typedef struct ab_progress {
    int best;       /* score so far */
    move best_move; /* that raised alpha, or MOVE_NONE */
    int count;      /* moves met, skipped ones too */
    ab_tried tried;
} ab_progress;

/* What is known of one move before it is made. */
typedef struct ab_candidate {
    move move;
    hist_move described;
    int number; /* among its node's moves, from 1 */
    bool noisy, check;
    int history; /* by the gravity tables */
    int extension;
    int reduction;     /* plies, if it is reduced at all */
    uint64_t busy_key; /* its key (busy_moves.h), or 0 */
} ab_candidate;

/* True if the node is searched for itself: all its moves, from the first on. */
static inline bool ab_is_whole(const ab_worker *w, const ab_node *node, const ab_visit *v)
{
    const bool all_moves = w->stage.pv_index == 0 && w->shared->control->limits.move_count == 0;
    return node->excluded == MOVE_NONE && (v->ply > 0 || all_moves);
}

/* Razoring, reverse futility, null move, enhanced transposition cutoffs, multi-cut and probcut:
 * true if one of them settles the node, with its score. */
bool ab_cut_early(ab_worker *w, ab_node *node, const ab_visit *v, int *score);

/* ---- negamax_reductions.c ---- */

/* The plies by which the move would be searched less deep. */
int ab_reduction(const ab_worker *w, const ab_node *node, const ab_visit *v, const ab_candidate *c);

/* True if the move is searched less deep first; c->reduction is set. */
bool ab_is_reduced(const ab_worker *w, const ab_visit *v, const ab_candidate *c);

/* True if the move is not worth a search; only near the leaves, once some move is known that does
 * not lose at once. `*skip_quiets` is set if no later quiet move is either. */
bool ab_is_skipped(const ab_worker *w, const ab_node *node, const ab_visit *v,
                   const ab_candidate *c, bool *skip_quiets);

/* ---- negamax_histories.c ---- */

/* Notes a searched move and returns its place. Where there is none left, a move above alpha takes
 * the last one and any other is forgotten: -1. */
int ab_note_tried(ab_tried *tried, const hist_move *described, hist_outcome outcome);

/* Histories, killers and counter moves learn from a node whose moves were searched. */
void ab_learn(ab_worker *w, ab_node *node, const ab_visit *v, const ab_progress *h);

/* A quiet move cut by what the table knows from a search of `depth`: the gravity tables learn a
 * bonus, and the classical orders a cut node of that depth. `pv`: this node's window is open. */
void ab_learn_table_cut(ab_worker *w, const ab_node *node, move m, int bonus, int depth, bool pv);

/* The classical orders alone learn from moves that were searched outside the main search: those of
 * a multi-cut, or evasions in quiescence. `depth` is at least 1. */
void ab_count_tried(ab_worker *w, const ab_tried *tried, int depth, bool pv);

/* Correction histories learn from a node's whole search, if they are in use and its score says
 * something of the evaluation. `best_move` is MOVE_NONE if no move raised alpha. */
void ab_correct(ab_worker *w, const ab_node *node, const ab_visit *v, int best, move best_move);

#endif
