/* When a search ends. The functions are for the first thread. Private to the folder. */
#ifndef TREE_MCTS_LIMITS_H
#define TREE_MCTS_LIMITS_H

#include "control.h"
#include "mcts.h"
#include "tree/move_clock.h"

/* What the clock knows of a search. */
typedef struct mcts_pace {
    clock_pace clock;
    uint64_t stage_end; /* visits of the root at which the next stage ends */
} mcts_pace;

/* The pace of a search that begins. */
mcts_pace mcts_pace_begin(const mcts *m);

/* Reports the current choice to the clock if a stage of the search has ended. */
void mcts_note_stage(mcts_pace *pace, const mcts *m);

/* True if the time is used up, or the clock sees that more of it would not change the choice. */
bool mcts_time_is_up(const mcts_pace *pace, const mcts *m, const search_control *control);

/* True if the playouts have reached the limit of nodes or of depth. */
bool mcts_work_is_done(const mcts *m, const search_control *control);

/* True if the search needs no more playouts: the root is proven, or the mate that is searched for
 * can no longer be proven. A search without a clock and without such a mate goes on while a root
 * move is open, if it reports several lines or if the root is proven by the endgame tables: the
 * lines may change, and a mate may be found. */
bool mcts_is_complete(const mcts *m, const search_control *control);

/* True if the visit counts have no room for more playouts. */
bool mcts_is_counted_out(const mcts *m);

#endif
