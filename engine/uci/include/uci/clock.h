/* From a go line to the limits of a search. */
#ifndef UCI_CLOCK_H
#define UCI_CLOCK_H

#include "tree/search.h"
#include "uci/go_line.h"

/* A go line without any limit is infinite. The hard limit of a clock leaves the overhead and a good
 * part of the remaining time untouched, so that even a run of slow moves ends before the clock
 * does. A fixed time leaves the overhead, and still allows a few milliseconds. The result points
 * into `request`. */
search_limits clock_limits(const go_request *request, colour side, int overhead_ms);

#endif
