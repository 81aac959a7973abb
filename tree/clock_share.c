#include "tree/clock_share.h"

/* How a clock is spent: an equal share of what is left for so many moves, and most of the
 * increment. Where income equals spending, five times the increment is left for slow moves. */
enum {
    SHARE_MOVES = 20,           /* moves that the rest of the game is planned for */
    SHARE_MOVES_TO_GO_MAX = 30, /* the same when the client counts moves to the next control */
    INCREMENT_PERCENT = 75,     /* of the increment, spent with each move */
    HARD_PERCENT_OF_SOFT = 400, /* the wall behind the soft limit */
    HARD_PERCENT_OF_LEFT = 60,  /* and never more of what is left */
    HARD_PERCENT_LAST_MOVE = 85 /* unless the next control comes right after this move */
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

clock_share clock_share_of(int64_t time_ms, int64_t increment_ms, int64_t moves_to_go,
                           int64_t overhead_ms)
{
    int64_t left = larger(time_ms - overhead_ms, 0);
    int64_t moves = moves_to_go > 0 ? smaller(moves_to_go, SHARE_MOVES_TO_GO_MAX) : SHARE_MOVES;
    int64_t percent = moves_to_go == 1 ? HARD_PERCENT_LAST_MOVE : HARD_PERCENT_OF_LEFT;
    int64_t most = left * percent / 100;
    int64_t soft = left / moves + increment_ms * INCREMENT_PERCENT / 100;
    clock_share share;
    share.hard_ms = larger(smaller(soft * HARD_PERCENT_OF_SOFT / 100, most), 1);
    share.soft_ms = larger(smaller(soft, share.hard_ms), 1);
    return share;
}
