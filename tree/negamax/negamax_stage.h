/* The stages of a search, which its threads share (negamax_state.h). */
#ifndef TREE_NEGAMAX_STAGE_H
#define TREE_NEGAMAX_STAGE_H

#include "negamax_state.h"

/* Sets the first stage of a search, for all workers. */
void ab_stage_begin(negamax *n, const position *root, const search_limits *limits);

/* Goes on to the next stage with the score of this one. If another thread was faster, goes to its
 * stage instead. Any thread may call it at any time. It takes a lock, which happens once in
 * thousands of nodes. */
void ab_stage_finish(ab_worker *w, int score);

/* Sorts the root moves from index `first` on, best score first. Equal moves keep their order: those
 * that did not raise alpha have equal scores, and their order must stay. */
void ab_stage_sort(ab_stage *s, int first);

/* The root move with which a mate begins is solved: it gets that score and line for the rest of the
 * search, and comes after those that were solved before. For the main worker, between stages. */
void ab_stage_solve(ab_worker *w, const mate_line *found);

/* True if all lines that are reported are solved. */
static inline bool ab_is_solved(const ab_worker *w)
{
    const ab_stage *s = &w->stage;
    return s->solved >= s->root_count || s->solved >= w->shared->multi_pv;
}

#endif
