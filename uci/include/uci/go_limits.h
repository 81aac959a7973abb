/* The limits of a search, made from a go line. */
#ifndef UCI_GO_LIMITS_H
#define UCI_GO_LIMITS_H

#include "tree/search.h"
#include "uci/go_line.h"

/* The limits of a request for the side to move; tree/clock.h plans the time. A go line without
 * limits is infinite, unless it says ponder. If only one side's clock is given, both sides have it.
 * The moves of the result belong to `request`. */
search_limits go_limits(const go_request *request, colour side, int overhead_ms);

#endif
