/* Principal variations. */
#ifndef TREE_NEGAMAX_LINE_H
#define TREE_NEGAMAX_LINE_H

#include "negamax_state.h"

/* ab_clear_line() sets an empty line. ab_keep_line() sets a move and the line of the next node. */
static inline void ab_clear_line(ab_node *node)
{
    node->pv_length = 0;
}
void ab_keep_line(ab_node *node, move m);

/* Sets the line of a node that the table settles: the table's moves, as long as their entries are
 * exact and no position repeats. */
void ab_recall_line(const ab_worker *w, ab_node *node);

/* Completes the line of a root move whose score is a mate, where quiescence search or the table has
 * seen the mate without a line: searches from its end for a mate of the same length. The path must
 * stand at the root. If w->stopped is set after the call, the line need not be complete. */
void ab_complete_line(ab_worker *w, ab_root_move *root);

#endif
