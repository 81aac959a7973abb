/* Reductions and pruning of moves that come late or have a bad history. */
#ifndef TREE_NEGAMAX_REDUCTIONS_H
#define TREE_NEGAMAX_REDUCTIONS_H

#include "negamax_visit.h"

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

/* Today's formula for the plies of a reduction, whatever the rule. */
int ab_table_reduction(const ab_worker *w, const ab_node *node, const ab_visit *v,
                       const ab_candidate *c);

/* HistoryPruning by the gravity tables. */
bool ab_has_bad_history(const ab_worker *w, const ab_node *node, const ab_visit *v,
                        const ab_candidate *c, int reduced);

/* True if the move is pruned. Sets `*skip_quiets` if all later quiet moves are pruned too, checks
 * among them. The caller asks only below the root, and once a move is known that does not lose. */
bool ab_is_skipped(const ab_worker *w, const ab_node *node, const ab_visit *v,
                   const ab_candidate *c, bool *skip_quiets);

static inline bool ab_is_killer(const negamax *n, const ab_node *node, move m)
{
    return n->techniques.killers && (m == node->killers[0] || m == node->killers[1]);
}

#endif
