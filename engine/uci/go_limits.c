#include "uci/go_limits.h"

#include <assert.h>

#include "tree/clock.h"

/* Without a time or an increment, other words of a clock say nothing. */
static bool has_clock(const go_request *request, colour side)
{
    return (request->given & (GO_WHITE_TIME | GO_BLACK_TIME)) != 0 ||
           request->increment_ms[side] > 0;
}

/* If a client gives only the other side's clock, that is the best estimate. */
static int64_t own_time(const go_request *request, colour side)
{
    const unsigned own = (unsigned)GO_WHITE_TIME << side;
    const unsigned other = (unsigned)GO_WHITE_TIME << (side ^ 1);
    if (request->given & own) {
        return request->time_ms[side];
    }
    return request->given & other ? request->time_ms[side ^ 1] : request->increment_ms[side];
}

static void share_clock(const go_request *request, colour side, int overhead_ms,
                        search_limits *limits)
{
    const clock_share share = clock_share_of(own_time(request, side), request->increment_ms[side],
                                             request->moves_to_go, overhead_ms);
    limits->time_ms_soft = share.soft_ms;
    limits->time_ms_hard = share.hard_ms;
}

static void fix_time(const go_request *request, int overhead_ms, search_limits *limits)
{
    const int64_t fixed = clock_fixed_ms(request->movetime_ms, overhead_ms);
    const bool clock_is_less = limits->time_ms_hard > 0 && limits->time_ms_hard < fixed;
    limits->time_ms_hard = clock_is_less ? limits->time_ms_hard : fixed;
    limits->time_ms_soft = limits->time_ms_hard;
    limits->time_exact = true;
}

/* True if a limit of the line ends every search. A search for a mate may find none. */
static bool has_end(const go_request *request)
{
    const unsigned limits = GO_MOVETIME | GO_DEPTH | GO_NODES;
    return (request->given & (request->given & GO_UNREAD ? limits : limits | GO_MATE)) != 0;
}

search_limits go_limits(const go_request *request, colour side, int overhead_ms)
{
    assert(overhead_ms >= 0);
    search_limits limits = {
        .nodes = (uint64_t)request->nodes,
        .depth = (int)request->depth,
        .mate = (int)request->mate,
        .infinite = (request->given & GO_INFINITE) != 0,
        .ponder = (request->given & GO_PONDER) != 0,
        .moves = request->moves,
        .move_count = request->move_count,
    };
    const bool clock = has_clock(request, side);
    if (clock) {
        share_clock(request, side, overhead_ms, &limits);
    }
    if (request->given & GO_MOVETIME) {
        fix_time(request, overhead_ms, &limits);
    }
    if (!clock && !has_end(request)) {
        /* A client that was not understood may wait for the move without a stop. */
        const bool faulty = (request->given & (GO_UNKNOWN | GO_UNREAD)) != 0;
        limits.depth = faulty;
        limits.infinite |= !faulty;
    }
    return limits;
}
