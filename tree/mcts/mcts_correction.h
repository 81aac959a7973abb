/* Corrections of leaf values by the errors of earlier ones (history/leaf_correction.h). Private to
 * the folder. */
#ifndef TREE_MCTS_CORRECTION_H
#define TREE_MCTS_CORRECTION_H

#include "mcts.h"

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

/* Must be called for each node of playouts above their leaves, after it has learnt so many of them.
 * Reports the net's error at the node to the corrections. `outcome` is the mean logit of the
 * playouts' scores for the node's side to move. */
void mcts_report_error(const mcts *m, mcts_history *history, const mcts_node *node,
                       uint32_t playouts, const correction_keys *keys, float outcome);

#endif
