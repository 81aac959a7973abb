/* Games of a match, played by fastchess in a process of its own. */
#ifndef TOOLS_MATCH_PROCESS_H
#define TOOLS_MATCH_PROCESS_H

#include "chess/failure.h"
#include "match_plan.h"
#include "statistics.h"

/* Called after every game with the counts so far; the pairs are those that are complete. */
typedef void match_listener(void *user, const match_counts *counts);

/* Plays `games` games (even) from the opening `start` on, and waits for their end. SIGINT and
 * SIGTERM end the match early; they must be blocked, and stay pending. False and `why` if the match
 * ended before the last game. No process is left running. */
bool match_play(const match_plan *plan, long start, long games, match_counts *counts,
                match_listener *listener, void *user, failure *why);

#endif
