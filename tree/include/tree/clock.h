/* Time: what a clock grants to one move, and when a search has thought long enough. Both searches
 * ask here and nowhere else, and so do tools that judge how games were timed. The numbers stand in
 * clock.c. */
#ifndef TREE_CLOCK_H
#define TREE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/move.h"

struct search_control;

enum { CLOCK_OVERHEAD_MS_DEFAULT = 20 }; /* kept for the way to the client */

typedef struct clock_share {
    int64_t soft_ms; /* what the clock would spend */
    int64_t hard_ms; /* never exceeded; at least soft_ms, which is at least 1 */
} clock_share;

/* For a clock with `time_ms` left, `moves_to_go` moves before the next control (0: to the end of
 * the game). The hard share leaves the overhead and a good part of the remaining time untouched. */
clock_share clock_share_of(int64_t time_ms, int64_t increment_ms, int64_t moves_to_go,
                           int64_t overhead_ms);

/* The time to search if each move has a fixed time: all but the overhead, at least 1 ms. */
int64_t clock_fixed_ms(int64_t movetime_ms, int64_t overhead_ms);

/* How one search stretches or cuts its soft limit. */
typedef struct clock_pace {
    double share; /* what the soft limit is multiplied by */
    int stages;   /* that clock_note() has heard of */
    move best;    /* the best move after the last of them; MOVE_NONE after the first */
    int stable;   /* stages for which it has stood */
    double score; /* mean of the last scores; newer ones weigh more */
} clock_pace;

/* The pace of a search that begins: the soft limit as it is. */
clock_pace clock_start(void);

/* A stage of the search (an iteration) has ended with this best move, its score in centipawns and
 * its share of the work, 0 to 1. A best move that has stood for long needs less time. A falling
 * score and a best move that took little of the work need more. */
void clock_note(clock_pace *pace, move best, int score, double effort);

/* The root, as far as the clock asks. Work is playouts or nodes of this search. */
typedef struct clock_root {
    bool forced;   /* there is one move only */
    uint64_t work; /* done so far */
    uint64_t lead; /* work that the runner-up must get to overtake the best move; 0: none */
} clock_root;

/* True if the search plays on a clock and should answer now: the paced soft limit has passed, there
 * is no choice, or the runner-up cannot catch up before it passes. */
bool clock_is_enough(const clock_pace *pace, const struct search_control *control,
                     const clock_root *root);

/* True if the hard limit has passed. */
bool clock_is_over(const struct search_control *control);

#endif
