/* The parts of a negamax search, a section for each source. docs/negamax.md says how a node puts
 * them together. docs/atlas.md has the Elo of those with an option, docs/tried.md that of the
 * others.
 *
 * Where a function searches, and w->stopped is set after the call, its result is not valid, and the
 * caller must unwind. */
#ifndef TREE_NEGAMAX_PARTS_H
#define TREE_NEGAMAX_PARTS_H

#include "negamax_state.h"

/* ---- The settings of histories (negamax_settings.c) ---- */

/* The settings of a worker's histories, made from techniques and parameters. */
hist_negamax_settings ab_history_settings(const search_techniques *use, const search_params *p);

/* True if a history in use has threats in its key. */
bool ab_asks_threats(const search_techniques *use, const hist_negamax_settings *histories);

/* ---- The path of a thread, and what scores mean on it (negamax_path.c) ---- */

/* ab_make() plays a legal move from `node` to the next, which it prepares; node->described must be
 * set. ab_make_null() plays a null move. ab_unmake() goes back. */
void ab_make(ab_worker *w, ab_node *node, move m);
void ab_make_null(ab_worker *w, ab_node *node);
void ab_unmake(ab_worker *w);

/* True if the position is a draw by repetition, by the fifty-move rule or by lack of material. */
bool ab_is_draw(const ab_worker *w, const ab_node *node);

/* The score of a draw at `ply`: 0 without contempt. Else a draw is worth less than 0 to the side
 * that moves at the root, and more to the other. */
static inline int ab_draw(const ab_worker *w, int ply)
{
    return w->shared->draw[ply & 1];
}

/* A score at `ply` without contempt: the score of a draw becomes 0. */
static inline int ab_without_contempt(const ab_worker *w, int ply, int score)
{
    return score == ab_draw(w, ply) ? SCORE_DRAW : score;
}

/* True if the score that the table has stored for this position may settle its node. The table does
 * not know the fifty-move clock. So no score is trusted near the end of that rule, and no win or
 * loss that may come after it. A win that an earlier search found in the endgame tables does not
 * count if this search looks up no positions (endgames.h), because it would hide the mate. */
static inline bool ab_table_counts(const negamax *n, const position *pos, int stored)
{
    return pos->halfmove_clock < 90 &&
           (!score_is_decided(stored) || (pos->halfmove_clock + score_plies(stored) <= 100 &&
                                          (score_is_mate(stored) || n->endgame_pieces > 0)));
}

/* True if the side to move has more than king and pawns, so that zugzwang is unlikely. */
static inline bool ab_has_pieces(const position *pos)
{
    const bitboard light = pos->kind[PAWN] | pos->kind[KING];
    return (pos->side[pos->to_move] & ~light) != 0;
}

/* True if no move of the node is left out. A singular search leaves a move out. At the root,
 * searchmoves and earlier lines of MultiPV do. */
static inline bool ab_is_whole(const ab_worker *w, const ab_node *node, const ab_visit *v)
{
    const bool all_moves = w->stage.pv_index == 0 && w->shared->control->limits.move_count == 0;
    return node->excluded == MOVE_NONE && (v->ply > 0 || all_moves);
}

/* ---- Nodes (negamax_node.c, negamax_quiescence.c) ---- */

/* The score of a node, fail-soft, in the window [alpha, beta]. Position, checks and context of the
 * node must be set. At depth 0 or less it is ab_quiescence(). `cut_node`: a null-window node that
 * is expected to fail high. */
int ab_search(ab_worker *w, ab_node *node, int alpha, int beta, int depth, bool cut_node);

/* The same for depth 0: captures and promotions, and evasions of checks, until the position is
 * quiet. On boards full of queens, where captures multiply, the search ends undecided after a fixed
 * number of nodes. */
int ab_quiescence(ab_worker *w, ab_node *node, int alpha, int beta);

/* ---- Evaluations, and the corrections that learn from searches (negamax_evaluation.c) ---- */

/* The evaluation of a node that is not in check: the net's, or that of an ending in which a king is
 * driven (mop_up.h), corrected by the histories, clamped to +-SCORE_EVALUATION_MAX, and scaled
 * towards 0 by the fifty-move clock. node->raw gets the evaluation before that. The transposition
 * table stores that one, because it is valid on every path and at any time. `known` is the value in
 * the table, or SCORE_NONE. */
int ab_evaluate(ab_worker *w, ab_node *node, int known);

/* The correction histories learn from the search of a node, if they are in use and its score is
 * evidence about the evaluation. v->best_move is MOVE_NONE if no move raised alpha. */
void ab_correct(ab_worker *w, const ab_node *node, const ab_visit *v);

/* ---- Cuts of a whole node before its moves are searched ---- */

/* Looks up a position that may be in the endgame tables (negamax_endgames.c). Returns true if its
 * result settles the node; `*score` is then its score. In a node with an open window the result may
 * only bound the score, and the search goes on to look for a mate. */
bool ab_tables_settle(ab_worker *w, const ab_node *node, ab_visit *v, int *score);

/* Tries razoring, reverse futility, null move, the cuts of MIA and ProbCut (negamax_cuts.c).
 * Returns true if one of them settles the node; `*score` is then its score. */
bool ab_cut_early(ab_worker *w, ab_node *node, const ab_visit *v, int *score);

/* The cuts of MIA with its numbers (negamax_mia.c): enhanced transposition cutoffs (Schaeffer and
 * Plaat 1996), then multi-cut (Bjornsson and Marsland 1999), if they are in use. ab_mia_cuts()
 * returns what ab_cut_early() does. ab_mia_null_reduction() is the number of plies by which MIA's
 * null move shortens the search (Heinz 1999). */
bool ab_mia_cuts(ab_worker *w, ab_node *node, const ab_visit *v, int *score);
int ab_mia_null_reduction(const ab_node *node, const ab_visit *v);

/* ---- Reductions and pruning of moves (negamax_reductions.c, classical_reductions.c) ---- */

/* A rule of reductions. ReductionRule chooses it when the search is configured. */
struct ab_reducer {
    /* The plies by which a move is reduced, if it is. */
    int (*plies)(const ab_worker *w, const ab_node *node, const ab_visit *v, const ab_candidate *c);
    /* True if LateMoveReductions searches the move with that reduction first. */
    bool (*applies)(const ab_visit *v, const ab_candidate *c);
    /* True if HistoryPruning skips the move, which would be searched to the depth `reduced`. */
    bool (*prunes)(const ab_worker *w, const ab_node *node, const ab_visit *v,
                   const ab_candidate *c, int reduced);
    int depth_least; /* of the search of a reduced move */
};

/* The rule of a technique. */
const ab_reducer *ab_reducer_of(hist_reduce_rule rule);

/* The reductions of Pro Deo, Mehrmann and Romstad, with the moves that they exempt. The histories
 * behind them are in history/negamax_history.h. They reduce by one ply, also into quiescence. They
 * do not reduce at the root, at depths below 2, or the first move of a node of the principal
 * variation. */
extern const ab_reducer ab_reducer_prodeo, ab_reducer_peak, ab_reducer_romstad;

/* HistoryPruning by the gravity tables. */
bool ab_has_bad_history(const ab_worker *w, const ab_node *node, const ab_visit *v,
                        const ab_candidate *c, int reduced);

/* True if the move is pruned. Sets `*skip_quiets` if all later quiet moves are pruned too, checks
 * among them. To be called only below the root, and only after a move is known that does not
 * lose. */
bool ab_is_skipped(const ab_worker *w, const ab_node *node, const ab_visit *v,
                   const ab_candidate *c, bool *skip_quiets);

static inline bool ab_is_killer(const negamax *n, const ab_node *node, move m)
{
    return n->techniques.killers && (m == node->killers[0] || m == node->killers[1]);
}

/* ---- The order of moves (negamax_order.c), and what is learnt (negamax_learning.c) ---- */

/* The squares that the opponent attacks, or 0 if no history needs them. */
bitboard ab_threats(const ab_worker *w, const ab_node *node);

/* The data for the picker in a search of `depth`. Sets node->threats. */
pick_source ab_pick_source(const ab_worker *w, ab_node *node, move table_move, int depth);

/* Histories, killers and counter moves learn from a node after its moves were searched. */
void ab_learn(ab_worker *w, ab_node *node, ab_visit *v);

/* The histories learn about the quiet move before a node: by the node's evaluation
 * (DifferenceBonus), and after a search of the node in which no move raised alpha
 * (UnansweredBonus). Without these options they do nothing. */
void ab_learn_difference(ab_worker *w, const ab_node *node, const ab_visit *v);
void ab_learn_unanswered(ab_worker *w, const ab_node *node, const ab_visit *v);

/* The histories learn a cutoff by the quiet move `m` that rests only on an entry of the
 * transposition table: the gravity tables a bonus, the classical orders a cut at a node of `depth`,
 * which is the depth that the entry gives to this node. */
void ab_learn_table_cut(ab_worker *w, const ab_node *node, const ab_visit *v, move m, int bonus,
                        int depth);

/* ---- Principal variations (negamax_line.c) ---- */

/* Sets the line of a node: a move and the line of the next node. */
void ab_keep_line(ab_node *node, move m);

/* Sets the line of a node that the table settles: the table's moves, as long as their entries are
 * exact and no position repeats. */
void ab_recall_line(const ab_worker *w, ab_node *node);

/* Completes the line of a root move whose score is a mate, where quiescence search or the table has
 * seen the mate without a line: searches from its end for a mate of the same length. The path must
 * stand at the root. If w->stopped is set after the call, the line need not be complete. */
void ab_complete_line(ab_worker *w, ab_root_move *root);

/* ---- Stages, which the threads share (negamax_stage.c) ---- */

/* Sets the first stage of a search, for all workers. */
void ab_stage_begin(negamax *n, const position *root, const search_limits *limits);

/* Goes on to the next stage with the score of this one. If another thread was faster, goes to its
 * stage instead. Any thread may call it at any time. It takes a lock, but only once in thousands of
 * nodes. */
void ab_stage_finish(ab_worker *w, int score);

/* Sorts the root moves from index `first` on, best score first. Equal moves keep their order: those
 * that did not raise alpha have equal scores, and their order must stay. */
void ab_stage_sort(ab_stage *s, int first);

/* Marks the first move of a mate as solved: the root move keeps the mate's score and line for the
 * rest of the search, and comes after those that were solved before. For the main worker, between
 * stages. */
void ab_stage_solve(ab_worker *w, const mate_line *found);

/* True if all lines that are reported are solved. */
static inline bool ab_is_solved(const ab_worker *w)
{
    const ab_stage *s = &w->stage;
    return s->solved >= s->root_count || s->solved >= w->shared->multi_pv;
}

/* ---- Iterations, limits and reports (negamax_iterate.c, negamax_report.c) ---- */

/* Runs stages until a limit or a stop. `reporter` is NULL in helper threads. */
void ab_iterate(ab_worker *w, ab_reporter *reporter);

/* Checks stop, limits and clock at intervals. Returns true and sets w->stopped if the search must
 * unwind. */
bool ab_must_stop(ab_worker *w);

/* Calls the listener, if there is one, with the worker's best lines. Only for the main worker. */
void ab_report(const ab_worker *w, ab_reporter *reporter, bool final);

/* ---- Short mates at the root (negamax_mates.c) ----
 * The true length of mates that the search has found, and mates that its reductions still hide
 * where a side is far ahead. A mate search (mate_search.h) looks at all moves of both sides between
 * the iterations. */

/* Begins a search. n->control must be set. */
void ab_mates_begin(negamax *n, const position *root, const line *game);

/* Looks for the shortest mate at the root if the score of the best move is far from 0, and solves
 * the root moves with which it finds one (ab_stage_solve()). The nodes of the search so far bound
 * the nodes that this may cost. For the main worker, between stages. */
void ab_look_for_mates(ab_worker *w);

#endif
