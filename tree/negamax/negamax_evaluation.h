/* The evaluation of a node, and the corrections that learn from its search. */
#ifndef TREE_NEGAMAX_EVALUATION_H
#define TREE_NEGAMAX_EVALUATION_H

#include "negamax_visit.h"

/* The evaluation of a node that is not in check: the net's, or that of an ending in which a king is
 * driven (mop_up.h), corrected by the histories, clamped to +-SCORE_EVALUATION_MAX, and scaled
 * towards 0 by the fifty-move clock. node->raw gets the evaluation before that. The transposition
 * table stores that one, because it is valid on every path and at any time. `known` is the value in
 * the table, or SCORE_NONE. */
int ab_evaluate(ab_worker *w, ab_node *node, int known);

/* The correction histories learn from the search of a node, if they are in use and its score is
 * evidence about the evaluation. v->best_move is MOVE_NONE if no move raised alpha. */
void ab_correct(ab_worker *w, const ab_node *node, const ab_visit *v);

#endif
