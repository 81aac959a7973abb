/* The reductions of Pro Deo, Mehrmann and Romstad in the search: the moves that they exempt. The
 * histories behind them are in history/negamax_history.h. */
#ifndef TREE_CLASSICAL_REDUCTIONS_H
#define TREE_CLASSICAL_REDUCTIONS_H

#include "negamax_reductions.h"

/* They reduce by one ply, into quiescence too, but not at the root, below depth 2, or the first
 * move of the principal variation. */
extern const ab_reducer ab_reducer_prodeo, ab_reducer_peak, ab_reducer_romstad;

#endif
