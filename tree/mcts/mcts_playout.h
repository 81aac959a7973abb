/* A playout and its parts: the choice of children, the value of a new node, and the way back up.
 * Private to the folder. */
#ifndef TREE_MCTS_PLAYOUT_H
#define TREE_MCTS_PLAYOUT_H

#include "mcts_walk.h"

/* Runs one playout of a thread from the root and counts it: selection, evaluation, backup. */
void mcts_playout(mcts *m, mcts_walk *w);

/* Runs and counts a playout to move `number` of the root, by the walk of the first thread. The move
 * was visited, or is the first unvisited one. A mate that is `distance` plies away closes its node,
 * or shortens the node's distance. */
void mcts_play_proven(mcts *m, mcts_walk *w, int number, node_state outcome, int distance);

/* ---- Selection: PUCT with progressive widening (mcts_selection.c) ---- */

/* Selects a child of the walk's last node, which is expanded: of those that may be selected, the
 * one with the highest score by the formula in mcts_options.def. An unvisited child then counts as
 * visited. Returns NULL if no visited child may be selected, and the other moves cannot be stored,
 * because memory is out or another thread is storing them. */
mcts_node *mcts_select(mcts *m, const mcts_walk *w);

/* The exploration factor of an expanded node: C * N^e, with F and D (mcts_options.def), for priors
 * in units of 1 / PRIOR_ONE. */
float mcts_exploration(const mcts *m, const mcts_node *node, bool is_root);

/* ---- New nodes: rules, endgame tables, other nodes of the position, nets (mcts_leaf.c) ---- */

/* The first visit to the walk's last node. A repetition closes it, and so does the last ply of a
 * search for a mate. */
tree_value mcts_visit_new(mcts *m, mcts_walk *w);

/* Values the root if it is unvisited. This counts as its first visit. The walk of the first thread
 * begins at the root. */
void mcts_value_root(mcts *m);

/* The state, value and share of draws that a first visit would give to a position, for its side to
 * move. Repetitions and the moves before the position are ignored. */
mcts_node mcts_unvisited(const mcts *m, const position *pos);

/* ---- Corrections of leaf values by the errors of earlier ones (mcts_correction.c) ---- */

/* True if values of new leaves are corrected. Only then may mcts_correct() and mcts_report_error()
 * be called. */
static inline bool mcts_corrects(const mcts *m)
{
    return m->techniques.mcts_correction;
}

/* The corrected value of a new leaf, for its side to move, by a thread's histories. node->net_logit
 * gets the logit of `value`, the net's output, if it has none yet. */
float mcts_correct(const mcts_history *history, mcts_node *node, const correction_keys *keys,
                   float value);

/* The logit of a score, clamped to +-LEAF_LOGIT_MAX. */
float mcts_logit(float score);

/* Reports the net's error at a node to the corrections. Must be called for each node above the
 * leaf, after it has learnt new playouts: `playouts` is their number, and `outcome` the mean logit
 * of their scores for the node's side to move. */
void mcts_report_error(const mcts *m, mcts_history *history, const mcts_node *node,
                       uint32_t playouts, const correction_keys *keys, float outcome);

/* ---- Values that nodes of one position share (mcts_transpositions.c) ----
 * Only what belongs to the position alone is shared. Repetitions and the fifty-move clock belong to
 * the path. So do the earlier positions that a net of Lc0 sees, but its values are shared all the
 * same. */

/* The key by which nodes share the values of a position. It is 0 if they do not, because the value
 * depends on the path: the fifty-move clock has moved it towards a draw, or the search is for a
 * mate. */
uint64_t mcts_shared_key(const mcts *m, const position *pos);

/* For the first visit of a node with the key `key`: fills in the mean of the nodes of this
 * position. Returns false if none is known. */
bool mcts_shared_value(const mcts *m, uint64_t key, tree_value *v);

/* Shares the means of a node if they have changed much and no other node of its position has more
 * visits. `playouts` is the number that the node has learnt since the last call. */
void mcts_share_means(mcts *m, uint64_t key, const mcts_node *node, uint32_t playouts);

/* ---- Backup (mcts_backup.c) ---- */

/* Backs up a playout of the value `v` from the walk's last node: proofs, means, and the histories
 * of each move. Nodes above the turn of the walk get their means and visits later (mcts_stay.h). */
void mcts_back_up(mcts *m, mcts_walk *w, tree_value v);

#endif
