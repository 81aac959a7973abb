/* The limits of a search, made from a go line. */
#ifndef UCI_GO_LIMITS_H
#define UCI_GO_LIMITS_H

#include "tree/search.h"
#include "uci/go_line.h"

/* The limits of a request for the side to move; tree/clock.h plans the time. If only one side's
 * time is given, both sides have it. Without a time, an increment above 0 of the side to move is
 * its clock, and other words of a clock are no limit. A go line without limits is infinite; if it
 * says ponder, it is both, and goes on after the ponderhit. If such a line has a fault, or only a
 * mate for a limit and a number that cannot be read, it is searched to depth 1. The moves of the
 * result belong to `request`. */
search_limits go_limits(const go_request *request, colour side, int overhead_ms);

#endif
