/* Time: the share of the clock that one move gets, and when a search should answer. All decisions
 * about time are made here, for both searches and for the tools that judge how games were timed.
 * The constants are in move_clock.c. */
#ifndef TREE_MOVE_CLOCK_H
#define TREE_MOVE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "chess/move.h"

struct search_control;

enum { CLOCK_OVERHEAD_MS_DEFAULT = 20 }; /* time kept for the communication with the client */

/* This hard limit means that the clock is empty: the answer is that of the first playout or
 * iteration, which needs less than this time with Morpho's own nets. */
enum { CLOCK_AT_ONCE_MS = 1 };

typedef struct clock_share {
    int64_t soft_ms; /* time that a move should take */
    int64_t hard_ms; /* never exceeded; hard_ms >= soft_ms >= CLOCK_AT_ONCE_MS */
} clock_share;

/* The share of a clock with `time_ms` left and `moves_to_go` moves until the next control (0: until
 * the end of the game). The hard limit leaves the overhead and a good part of the remaining time,
 * but is at least CLOCK_AT_ONCE_MS. */
clock_share clock_share_of(int64_t time_ms, int64_t increment_ms, int64_t moves_to_go,
                           int64_t overhead_ms);

/* The search time of a move with a fixed time: all but the overhead, but at least a few
 * milliseconds or half of the fixed time, whichever is less, and at least CLOCK_AT_ONCE_MS. */
int64_t clock_fixed_ms(int64_t movetime_ms, int64_t overhead_ms);

/* How far the course of a search stretches or shortens its soft limit. */
typedef struct clock_pace {
    double stretch; /* factor of every soft limit of the search */
    double share;   /* factor of the soft limit; `stretch` until the second stage ends */
    int stages;     /* calls of clock_note() */
    move best;      /* best move of the last stage; after the first stage still MOVE_NONE */
    int stable;     /* stages since the best move changed */
    double score;   /* mean of the scores, with more weight on later ones */
} clock_pace;

/* The pace at the beginning of a search. A search that often ends before its soft limit, because
 * the runner-up cannot overtake the best move, has a `stretch` above 1: its other moves get the
 * time that is saved. */
clock_pace clock_start(double stretch);

/* Must be called when a stage of the search ends (an iteration; in MCTS, a growth of the tree by a
 * fixed part), with its best move, that move's score in centipawns, and that move's share of the
 * work from 0 to 1. A stable best move shortens the soft limit. A falling score, and a best move
 * with a small share of the work, stretch it. */
void clock_note(clock_pace *pace, move best, int score, double effort);

/* The state of the root that the clock needs. Work is the playouts or nodes of this search. */
typedef struct clock_root {
    bool forced;   /* no other move can be chosen: there is none, or none can be better */
    uint64_t work; /* done so far in this search */
    uint64_t lead; /* least work after which the runner-up can overtake the best move; 0: unknown */
} clock_root;

/* True if the search is on a clock (control_on_clock()) and should answer: the soft limit times
 * pace->share has passed, or the hard limit, if that is less; the choice is forced; or the
 * runner-up cannot overtake the best move before that time. */
bool clock_is_enough(const clock_pace *pace, const struct search_control *control,
                     const clock_root *root);

/* True if the hard limit has passed, or is CLOCK_AT_ONCE_MS. */
bool clock_is_over(const struct search_control *control);

#endif
