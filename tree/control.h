/* The end of a search: limits, clock, and the two signals that arrive from other threads. Both
 * searches use it. Any thread may set `stop` and `ponderhit`, and call control_stopped(). The
 * limits do not change during a search, so all its threads may read them. All else is for its main
 * thread. */
#ifndef TREE_CONTROL_H
#define TREE_CONTROL_H

#include <stdatomic.h>

#include "endgames.h"
#include "tree/search_types.h"

typedef struct search_control {
    atomic_bool stop, ponderhit;
    search_limits limits;
    bool pondering;       /* until the ponderhit only limits.nodes may count (nodes_always) */
    int64_t begin_us;     /* when the search began */
    int64_t work_us;      /* when its first playout or node began */
    int64_t start_us;     /* when the clock started: at the beginning or at the ponderhit */
    int64_t start_cpu_us; /* the CPU time of the process then, for limits.time_cpu */
    int missing_threads;  /* threads of the options that the system did not start */
    endgame_root endgame; /* what the tables know of the root (control_ask_tables()) */
} search_control;

/* Microseconds of a monotonic clock. */
int64_t control_now_us(void);

/* The time since the clock started, as the limits count it. */
int64_t control_elapsed_us(const search_control *c);

/* Begins a search. A stop or a ponderhit that has already arrived still counts. limits->moves must
 * stay valid until the search ends. Tables know nothing of the root until control_ask_tables(). */
void control_begin(search_control *c, const search_limits *limits);

/* To be called when all is prepared, just before the first playout or node. Without this call the
 * time of the preparation counts as time of work. */
void control_begin_work(search_control *c);

/* Asks the tables about the root. If they know it, limits.moves become those that keep the best
 * result. */
void control_ask_tables(search_control *c, const search_endgames *use, const position *root,
                        const line *game);

/* The contempt of the search as White sees it: what a draw costs White. What a search has learnt
 * with another one does not count. */
static inline int control_contempt_of_white(const search_control *c, const position *root)
{
    return root->to_move == WHITE ? c->limits.contempt : -c->limits.contempt;
}

/* Handles a ponderhit that has arrived: the clock starts, and limits count. */
void control_update(search_control *c);

static inline bool control_stopped(search_control *c)
{
    return atomic_load_explicit(&c->stop, memory_order_relaxed);
}

/* True while no limit ends the search: it ponders or is infinite. */
static inline bool control_endless(const search_control *c)
{
    return c->pondering || c->limits.infinite;
}

/* True if the limit of nodes counts now. */
static inline bool control_counts_nodes(const search_control *c)
{
    return c->limits.nodes > 0 && (c->limits.nodes_always || !control_endless(c));
}

/* Time since the search began, pondering included; at least 1, to divide by. */
static inline int64_t control_age_us(const search_control *c)
{
    const int64_t age = control_now_us() - c->begin_us;
    return age > 0 ? age : 1;
}

/* True if the search has a clock and may answer early. */
static inline bool control_on_clock(const search_control *c)
{
    return c->limits.time_ms_soft > 0 && !c->limits.time_exact && !control_endless(c);
}

/* The listener is called at least once in this time. */
static inline int64_t control_pulse_us(const search_control *c)
{
    return c->limits.report_ms > 0 ? c->limits.report_ms * INT64_C(1000) : INT64_C(1000000);
}

/* Sleeps while the search is endless and not stopped. A ponderhit ends the sleep unless the search
 * is infinite. */
void control_wait(search_control *c);

#endif
