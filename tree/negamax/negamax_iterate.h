/* The iterations of a search, and its limits. */
#ifndef TREE_NEGAMAX_ITERATE_H
#define TREE_NEGAMAX_ITERATE_H

#include "negamax_state.h"

/* Runs stages until a limit or a stop. `reporter` is NULL in helper threads. */
void ab_iterate(ab_worker *w, ab_reporter *reporter);

/* Checks stop, limits and clock at intervals. Returns true and sets w->stopped if the search must
 * unwind. */
bool ab_must_stop(ab_worker *w);

#endif
