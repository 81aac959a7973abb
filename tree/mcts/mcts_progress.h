/* When the listener of a search is called, and what it is told. The functions are for the first
 * thread. Private to the folder. */
#ifndef TREE_MCTS_PROGRESS_H
#define TREE_MCTS_PROGRESS_H

#include "control.h"
#include "mcts.h"

/* The caller sets the first six members; `listener` may be NULL. */
typedef struct mcts_progress {
    const mcts *m;
    const search_control *control;
    search_listener *listener;
    void *user;
    const search *owner;
    int64_t reported_us; /* when the listener was last called; at first, when the clock started */
    int reported_depth;
    move reported_best;
    uint64_t growth_end; /* playouts at which the listener is called next (report_growth) */
} mcts_progress;

/* Reports all lines. */
void mcts_report(mcts_progress *p, bool final);

/* Reports if something has changed, and the last report is old enough. */
void mcts_report_progress(mcts_progress *p);

#endif
