/* A small Monte-Carlo search that runs single playouts, for tests that walk its tree. */
#ifndef TESTS_WALK_FIXTURE_H
#define TESTS_WALK_FIXTURE_H

#include "search_fixture.h"

typedef struct mcts mcts;
typedef struct mcts_walk mcts_walk;

/* Makes a search with f->options and 16 MB, and runs so many playouts from the position. Free it
 * with mcts_free(). */
mcts *walk_grow(fixture *f, const char *fen, int playouts);

/* Runs a playout of the first thread, and tells all its nodes what they wait for. */
void walk_playout(mcts *m);

/* Begins a walk at the root, with the histories of the first thread. */
void walk_start(mcts *m, mcts_walk *w);

/* Goes from the last node of the walk to its child with that number. */
void walk_on(mcts *m, mcts_walk *w, int child);

/* Sees each open node of the tree, parents before children, with the walk to it. */
typedef void walk_visitor(mcts_walk *w);
void walk_visit(mcts *m, walk_visitor *visit);

#endif
