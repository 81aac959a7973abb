#include "negamax.h"

/* Limits are checked once in so many nodes (well under a millisecond). */
enum { NODES_BETWEEN_CHECKS = 512 };

/* The first iteration may use so many nodes whatever the limits. That takes a moment, and it nearly
 * always finishes and yields a reasonable move. On boards full of queens it might never finish. */
enum { FIRST_NODES = 10000 };

/* The listener is called at least once in this time. */
enum { REPORT_PULSE_US = 1000000 };

static bool limit_reached(ab_worker *w)
{
    negamax *n = w->shared;
    search_control *control = n->control;
    const search_limits *limits = &control->limits;
    control_update(control);
    if (control_stopped(control)) {
        return true;
    }
    w->until_check = NODES_BETWEEN_CHECKS;
    if (control_counts_nodes(control)) {
        const uint64_t nodes = ab_nodes(n);
        if (nodes >= limits->nodes) {
            return true;
        }
        if (limits->nodes - nodes < NODES_BETWEEN_CHECKS) {
            w->until_check = (int)(limits->nodes - nodes);
        }
    }
    if (control_endless(control)) {
        return false;
    }
    /* A ponderhit may come after the depth was reached, or in a stage that takes as long as all of
     * the pondering. */
    return (limits->depth && ab_completed_depth(w) >= limits->depth) || clock_is_over(control) ||
           (w->ponders && ab_is_enough(w));
}

bool ab_must_stop(ab_worker *w)
{
    negamax *n = w->shared;
    if (w->stopped) {
        return true;
    }
    if (atomic_load_explicit(&n->stage_number, memory_order_relaxed) != w->stage.number) {
        w->stopped = w->overtaken = true;
        return true;
    }
    if (--w->until_check > 0) {
        return false;
    }
    if (w->number > 0) {
        w->until_check = NODES_BETWEEN_CHECKS;
        w->stopped = atomic_load_explicit(&n->quit, memory_order_relaxed);
    } else if (ab_completed_depth(w) > 0 ||
               atomic_load_explicit(&w->nodes, memory_order_relaxed) >= FIRST_NODES) {
        w->stopped = limit_reached(w);
        if (control_now_us() - n->reporter->reported_us >= REPORT_PULSE_US) {
            ab_report(w, n->reporter, false);
        }
    }
    return w->stopped;
}
