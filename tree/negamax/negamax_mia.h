/* The cuts of MIA, the program in which the relative history heuristic was measured (Winands et al.
 * 2004), with its numbers. `Setting modern` has none of them. */
#ifndef TREE_NEGAMAX_MIA_H
#define TREE_NEGAMAX_MIA_H

#include "negamax_visit.h"

/* The plies by which a null move shortens the search (Heinz 1999). */
int ab_mia_null_reduction(const ab_node *node, const ab_visit *v);

/* Enhanced transposition cutoffs (Schaeffer and Plaat 1996), then multi-cut (Bjornsson and Marsland
 * 1999), if they are in use. The result is that of ab_cut_early(). */
bool ab_mia_cuts(ab_worker *w, ab_node *node, const ab_visit *v, int *score);

#endif
