/* From a go line to the limits of a search. */
#ifndef UCI_GO_LIMITS_H
#define UCI_GO_LIMITS_H

#include "tree/search.h"
#include "uci/go_line.h"

/* The limits of a request for the side that is to move; time is planned by tree/clock.h. A go line
 * without any limit is infinite. If only one side's clock is given, it is taken for both. The
 * result points into `request`. */
search_limits go_limits(const go_request *request, colour side, int overhead_ms);

#endif
