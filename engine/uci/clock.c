#include "uci/clock.h"

#include <assert.h>

/* How a clock is spent: an equal share of what is left for so many moves, and most of the
 * increment. Where income equals spending, five times the increment is left for slow moves. */
enum {
    SHARE_MOVES = 20,            /* moves that the rest of the game is planned for */
    SHARE_MOVES_TO_GO_MAX = 30,  /* the same when the client counts moves to the next control */
    INCREMENT_PERCENT = 75,      /* of the increment, spent with each move */
    HARD_PERCENT_OF_SOFT = 400,  /* the wall behind the soft limit */
    HARD_PERCENT_OF_LEFT = 60,   /* and never more of what is left */
    HARD_PERCENT_LAST_MOVE = 85, /* unless the next control comes right after this move */
    MOVETIME_SEARCH_MS = 5       /* of a fixed time, searched whatever the overhead */
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* A client may give one side's clock only; the other's is then the best guess there is. */
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
    int64_t left = larger(own_time(request, side) - overhead_ms, 0);
    int64_t moves = SHARE_MOVES;
    if (request->moves_to_go > 0) {
        moves = smaller(request->moves_to_go, SHARE_MOVES_TO_GO_MAX);
    }
    int64_t percent = request->moves_to_go == 1 ? HARD_PERCENT_LAST_MOVE : HARD_PERCENT_OF_LEFT;
    int64_t most = left * percent / 100;
    int64_t soft = left / moves + request->increment_ms[side] * INCREMENT_PERCENT / 100;
    limits->time_ms_hard = larger(smaller(soft * HARD_PERCENT_OF_SOFT / 100, most), 1);
    limits->time_ms_soft = larger(smaller(soft, limits->time_ms_hard), 1);
}

/* The overhead is kept whole, so that it can be set to what a slow client needs, but for a moment
 * of search: without one the move would be a guess. */
static void fix_time(const go_request *request, int overhead_ms, search_limits *limits)
{
    int64_t least = smaller(request->movetime_ms / 2, MOVETIME_SEARCH_MS);
    int64_t time = larger(request->movetime_ms - overhead_ms, least);
    if (limits->time_ms_hard > 0) {
        time = smaller(time, limits->time_ms_hard);
    }
    limits->time_ms_soft = limits->time_ms_hard = larger(time, 1);
    limits->time_exact = true;
}

search_limits clock_limits(const go_request *request, colour side, int overhead_ms)
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
    if (request->given & GO_CLOCK) {
        share_clock(request, side, overhead_ms, &limits);
    }
    if (request->given & GO_MOVETIME) {
        fix_time(request, overhead_ms, &limits);
    }
    const unsigned ends = GO_CLOCK | GO_MOVETIME | GO_DEPTH | GO_NODES | GO_MATE;
    if (!(request->given & (ends | GO_PONDER))) {
        limits.infinite = true;
    }
    return limits;
}
