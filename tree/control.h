/* When a search must end: limits, clock, and the two signals that arrive from other threads. Shared
 * by all search algorithms. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdatomic.h>

#include "tree/search_types.h"

typedef struct search_control {
    atomic_bool stop, ponderhit;
    search_limits limits;
    bool pondering;   /* limits sleep until the ponderhit */
    int64_t begin_us; /* when the search began */
    int64_t start_us; /* when the clock began to run */
} search_control;

/* Microseconds of a clock that never goes back. */
int64_t control_now_us(void);

/* Begins a search; stop and ponderhit keep what has already arrived. */
void control_begin(search_control *c, const search_limits *limits);

/* Takes note of a ponderhit: from then on the clock runs and limits count. */
void control_update(search_control *c);

static inline bool control_stopped(search_control *c)
{
    return atomic_load_explicit(&c->stop, memory_order_relaxed);
}

/* True while only search_stop may end the search. */
static inline bool control_endless(const search_control *c)
{
    return c->pondering || c->limits.infinite;
}

/* Time on the clock. */
static inline int64_t control_elapsed_us(const search_control *c)
{
    return control_now_us() - c->start_us;
}

/* Time of work, pondering included; 1 at least, to divide by. */
static inline int64_t control_worked_us(const search_control *c)
{
    const int64_t worked = control_now_us() - c->begin_us;
    return worked > 0 ? worked : 1;
}

/* True if the search plays on a clock and may answer early. */
static inline bool control_on_clock(const search_control *c)
{
    return c->limits.time_ms_soft > 0 && !c->limits.time_exact && !control_endless(c);
}

/* Waits, without working, until an endless search is told to end. */
void control_wait(search_control *c);

#endif
