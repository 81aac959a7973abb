/* The helpers: threads that run playouts beside the first one. The functions are for the first
 * thread. Private to the folder. */
#ifndef TREE_MCTS_THREADS_H
#define TREE_MCTS_THREADS_H

#include "mcts.h"

/* Starts the helpers; m->helpers is the number of those that the system has started. */
void mcts_start_helpers(mcts *m);

/* Ends them. All walks are flushed, and all stores are given back. */
void mcts_stop_helpers(mcts *m);

/* Keeps the helpers out of the tree until mcts_resume_helpers(). */
void mcts_pause_helpers(mcts *m);
void mcts_resume_helpers(mcts *m);

/* Frees memory for the next playouts. */
void mcts_make_room(mcts *m);

#endif
