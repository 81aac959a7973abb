/* A small Monte-Carlo search that runs single playouts, for tests that walk its tree. */
#ifndef TESTS_WALK_FIXTURE_H
#define TESTS_WALK_FIXTURE_H

#include "search_fixture.h"

typedef struct mcts mcts;
typedef struct mcts_walk mcts_walk;

/* A search of f->options, of 16 MB, that has made so many playouts; mcts_free() takes it. */
mcts *walk_grow(fixture *f, const char *fen, int playouts);

/* A walk that is at the root. */
void walk_start(mcts *m, mcts_walk *w);

/* Goes on to a child of the walk's last node. */
void walk_on(mcts *m, mcts_walk *w, int child);

#endif
