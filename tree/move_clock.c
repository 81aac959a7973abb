#include "tree/move_clock.h"

#include "control.h"

/* The plan: an equal share of the remaining time for each of SHARE_MOVES moves, and most of the
 * increment. Spending equals income when five increments are left: a reserve for slow moves. A
 * search that stretches its soft limits spends more, up to the hard limit, and keeps three
 * increments. */
enum {
    SHARE_MOVES = 20,             /* moves assumed until the end of the game */
    SHARE_MOVES_TO_GO_MAX = 30,   /* most moves assumed until the next control */
    INCREMENT_PERCENT = 75,       /* part of the increment spent on each move */
    HARD_PERCENT_OF_SOFT = 400,   /* the hard limit, by the soft one */
    HARD_PERCENT_OF_LEFT = 30,    /* and by the time left for the rest of the game */
    HARD_PERCENT_TO_CONTROL = 60, /* the same until the next control */
    HARD_PERCENT_LAST_MOVE = 85   /* the same for the last move before a control */
};

/* The least search time of a move with a fixed time, whatever the overhead: without a search the
 * move would be a guess. It is at most half of the fixed time. */
enum { FIXED_SEARCH_MS = 5 };

/* A lead ends a search only after this much work. After less, neither the speed of the search is
 * known nor what it may still find in a kept tree. */
enum { LEAD_WORK_MIN = 1024 };

/* The pace: the soft limit is multiplied by three factors, for stability, score and effort. */
enum { STABLE_MAX = 8 };                /* later stages change nothing */
static const double stable_first = 1.4; /* stability of a best move that has just changed */
static const double stable_step = 0.09; /* decrease for each stage without a change */
static const double fall_unit = 120.0;  /* centipawns of a fall that add 1 */
static const double fall_min = 0.85, fall_max = 1.5;
static const double score_memory = 0.4; /* weight of the newest score in the mean */
static const double effort_first = 1.6; /* effort is this less the best move's share of the work */

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static double between(double low, double x, double high)
{
    return x < low ? low : x > high ? high : x;
}

clock_share clock_share_of(int64_t time_ms, int64_t increment_ms, int64_t moves_to_go,
                           int64_t overhead_ms)
{
    int64_t left = larger(time_ms - overhead_ms, 0);
    int64_t moves = moves_to_go > 0 ? smaller(moves_to_go, SHARE_MOVES_TO_GO_MAX) : SHARE_MOVES;
    int64_t percent = moves_to_go == 1  ? HARD_PERCENT_LAST_MOVE
                      : moves_to_go > 1 ? HARD_PERCENT_TO_CONTROL
                                        : HARD_PERCENT_OF_LEFT;
    int64_t most = left * percent / 100;
    int64_t soft = left / moves + increment_ms * INCREMENT_PERCENT / 100;
    clock_share share;
    share.hard_ms = larger(smaller(soft * HARD_PERCENT_OF_SOFT / 100, most), CLOCK_AT_ONCE_MS);
    share.soft_ms = larger(smaller(soft, share.hard_ms), CLOCK_AT_ONCE_MS);
    return share;
}

int64_t clock_fixed_ms(int64_t movetime_ms, int64_t overhead_ms)
{
    const int64_t least = smaller(movetime_ms / 2, FIXED_SEARCH_MS);
    return larger(larger(movetime_ms - overhead_ms, least), CLOCK_AT_ONCE_MS);
}

clock_pace clock_start(double stretch)
{
    return (clock_pace){.stretch = stretch, .share = stretch, .best = MOVE_NONE};
}

void clock_note(clock_pace *pace, move best, int score, double effort)
{
    if (pace->stages++ == 0) {
        pace->score = score;
        return;
    }
    pace->stable = best != pace->best          ? 0
                   : pace->stable < STABLE_MAX ? pace->stable + 1
                                               : pace->stable;
    pace->best = best;
    const double fall = pace->score - score;
    pace->score += score_memory * (score - pace->score);
    pace->share = pace->stretch * (stable_first - stable_step * pace->stable) *
                  between(fall_min, 1.0 + fall / fall_unit, fall_max) * (effort_first - effort);
}

/* The hard limit in microseconds. */
static int64_t hard_us(const search_limits *limits)
{
    const int64_t hard_ms = limits->time_ms_hard;
    return hard_ms > CLOCK_AT_ONCE_MS ? 1000 * hard_ms : 0;
}

/* True if the runner-up cannot overtake the best move within the remaining time, at the search's
 * present speed. */
static bool is_decided(const clock_root *root, const search_control *control, double left_us)
{
    const double worked_us = (double)(control_now_us() - control->work_us);
    return root->work >= LEAD_WORK_MIN &&
           (double)root->lead * worked_us > left_us * (double)root->work;
}

bool clock_is_enough(const clock_pace *pace, const search_control *control, const clock_root *root)
{
    if (!control_on_clock(control)) {
        return false;
    }
    const search_limits *limits = &control->limits;
    const double soft_us = 1000.0 * pace->share * (double)limits->time_ms_soft;
    const double most_us = (double)hard_us(limits);
    const double end_us = soft_us < most_us ? soft_us : most_us;
    const double left_us = end_us - (double)control_elapsed_us(control);
    return left_us <= 0.0 || root->forced || (root->lead > 0 && is_decided(root, control, left_us));
}

bool clock_is_over(const search_control *control)
{
    const search_limits *limits = &control->limits;
    return limits->time_ms_hard > 0 && control_elapsed_us(control) >= hard_us(limits);
}
