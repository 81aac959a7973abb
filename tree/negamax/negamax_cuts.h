/* Cuts of a whole node before its moves are searched. */
#ifndef TREE_NEGAMAX_CUTS_H
#define TREE_NEGAMAX_CUTS_H

#include "negamax_visit.h"

/* Tries razoring, reverse futility, null move, the cuts of mia and ProbCut. Returns true if one of
 * them settles the node; `*score` is then its score. If w->stopped is set after the call, the
 * search must unwind. */
bool ab_cut_early(ab_worker *w, ab_node *node, const ab_visit *v, int *score);

#endif
