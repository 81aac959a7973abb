/* A small Monte-Carlo search that runs single playouts, for tests that walk its tree. */
#ifndef TESTS_WALK_FIXTURE_H
#define TESTS_WALK_FIXTURE_H

#include "mcts.h"
#include "mcts_playout.h"
#include "mcts_priors.h"
#include "mcts_report.h"
#include "mcts_stay.h"
#include "mcts_tree.h"
#include "search_fixture.h"

extern mcts *m; /* NULL until walk_grow() */

/* For the suite of a test; the second one gives the main history its full weight, and the priors
 * the temperature 1. */
void walk_begin(void);
void walk_begin_with_history(void);
void walk_end(void);

/* Makes a search with f.options and 16 MB in place of the one before, and runs playouts
 * from the position. */
void walk_grow(const char *fen, int playouts);

/* Runs a playout of the first thread. All its nodes know it afterwards. */
void walk_playout(void);

/* Begins a walk at the root, with the histories of the first thread. */
void walk_start(mcts_walk *w);

/* Goes from the last node of the walk to its child with that number. */
void walk_on(mcts_walk *w, int child);

/* Sees each open node of the tree, parents before children, with the walk to it. */
typedef void walk_visitor(mcts_walk *w);
void walk_visit(walk_visitor *visit);

#endif
