#include "tree/clock.h"

#include "control.h"

/* The plan: an equal share of what is left for so many moves, and most of the increment. Where
 * income equals spending, five times the increment is left for slow moves. */
enum {
    SHARE_MOVES = 20,           /* moves that the rest of the game is planned for */
    SHARE_MOVES_TO_GO_MAX = 30, /* the same if the client counts the moves to the next control */
    INCREMENT_PERCENT = 75,     /* of the increment, spent with each move */
    HARD_PERCENT_OF_SOFT = 400, /* the hard limit */
    HARD_PERCENT_OF_LEFT = 60,  /* and never more of what is left */
    HARD_PERCENT_LAST_MOVE = 85 /* unless the next control comes right after this move */
};

/* Of a fixed time so much is searched whatever the overhead, or half of the time if that is less:
 * without any search the move would be a guess. */
enum { FIXED_SEARCH_MS = 5 };

/* The plan is cut short by a lead only after so much work: less says too little of the search's
 * speed, and of what it may still find in a tree that it has kept. */
enum { LEAD_WORK_MIN = 1024 };

/* The pace. The soft limit is multiplied by three factors. */
enum { STABLE_MAX = 8 };                /* stages that count */
static const double stable_first = 1.4; /* for a best move that has just changed */
static const double stable_step = 0.09; /* less for each stage that it has stood */
static const double fall_unit = 120.0;  /* centipawns of fall that add one to the factor */
static const double fall_min = 0.85, fall_max = 1.5;
static const double score_memory = 0.4; /* weight of the newest score in the mean */
static const double effort_first = 1.6; /* less the best move's share of the work */

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
    int64_t percent = moves_to_go == 1 ? HARD_PERCENT_LAST_MOVE : HARD_PERCENT_OF_LEFT;
    int64_t most = left * percent / 100;
    int64_t soft = left / moves + increment_ms * INCREMENT_PERCENT / 100;
    clock_share share;
    share.hard_ms = larger(smaller(soft * HARD_PERCENT_OF_SOFT / 100, most), 1);
    share.soft_ms = larger(smaller(soft, share.hard_ms), 1);
    return share;
}

int64_t clock_fixed_ms(int64_t movetime_ms, int64_t overhead_ms)
{
    const int64_t least = smaller(movetime_ms / 2, FIXED_SEARCH_MS);
    return larger(larger(movetime_ms - overhead_ms, least), 1);
}

clock_pace clock_start(void)
{
    return (clock_pace){.share = 1.0, .best = MOVE_NONE};
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
    pace->share = (stable_first - stable_step * pace->stable) *
                  between(fall_min, 1.0 + fall / fall_unit, fall_max) * (effort_first - effort);
}

/* True if the runner-up cannot catch up within the time that is left, at the search's speed. */
static bool is_decided(const clock_root *root, const search_control *control, double left_us)
{
    const double worked_us = (double)control_worked_us(control);
    return root->work >= LEAD_WORK_MIN &&
           (double)root->lead > left_us * (double)root->work / worked_us;
}

bool clock_is_enough(const clock_pace *pace, const search_control *control, const clock_root *root)
{
    if (!control_on_clock(control)) {
        return false;
    }
    const double soft_us = 1000.0 * pace->share * (double)control->limits.time_ms_soft;
    const double left_us = soft_us - (double)control_elapsed_us(control);
    return left_us <= 0.0 || root->forced || (root->lead > 0 && is_decided(root, control, left_us));
}

bool clock_is_over(const search_control *control)
{
    const int64_t hard_ms = control->limits.time_ms_hard;
    return hard_ms > 0 && control_elapsed_us(control) >= hard_ms * 1000;
}
