/* The statistics of the root moves, in the form of Lc0's VerboseMoveStats, from which GUIs such as
 * Nibbler draw arrows and tables. */
#ifndef UCI_MOVE_STATS_H
#define UCI_MOVE_STATS_H

#include "tree/search.h"
#include "uci/writer.h"

/* Writes one "info string" line for each root move, the best last, and one for the root. Q, U, S
 * and V are from -1 to 1, for the side to move. Writes nothing for negamax, which has no such
 * statistics. May be called by a listener. */
void move_stats_write(writer *out, const search *s, bool chess960);

#endif
