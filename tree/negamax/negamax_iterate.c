#include "negamax_parts.h"

/* The number of nodes between two checks of the limits; it takes well under a millisecond. */
enum { NODES_BETWEEN_CHECKS = 512 };

/* The first iteration may use this number of nodes whatever the limits. That takes a moment, and it
 * nearly always finishes and yields a reasonable move. On boards full of queens it might never
 * finish. */
enum { FIRST_NODES = 10000 };

/* The best move's share of the work. */
static double effort_of(const ab_stage *s)
{
    uint64_t all = 1;
    for (int i = 0; i < s->root_count; i++) {
        all += s->roots[i].nodes;
    }
    return (double)s->roots[0].nodes / (double)all;
}

static bool mate_found(const ab_worker *w)
{
    const int wanted = w->shared->control->limits.mate, score = w->stage.roots[0].last_score;
    return wanted > 0 && score_is_mate(score) && score > 0 &&
           (score_plies(score) + 1) / 2 <= wanted;
}

/* True if the main worker may answer with the iterations that are complete. */
static bool is_enough(const ab_worker *w)
{
    const search_control *control = w->shared->control;
    if (control_endless(control)) {
        return false;
    }
    if (mate_found(w) ||
        (control->limits.depth && ab_completed_depth(w) >= control->limits.depth)) {
        return true;
    }
    const bool mates_at_once = w->stage.roots[0].last_score == score_mates_in(1);
    const clock_root root = {.forced = w->stage.root_count == 1 || mates_at_once,
                             .work = ab_nodes(w->shared)};
    return clock_is_enough(&w->pace, control, &root);
}

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
           (w->ponders && is_enough(w));
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
    } else if (ab_completed_depth(w) > 0 || ab_worker_nodes(w) >= FIRST_NODES) {
        w->stopped = limit_reached(w);
        if (control_now_us() - n->reporter->reported_us >= control_pulse_us(n->control)) {
            ab_report(w, n->reporter, false);
        }
    }
    return w->stopped;
}

/* The depth of the last iteration. Under `go depth` helper threads do not search deeper, because
 * the main worker would answer with their results. Under other limits they may. */
static int last_depth(const ab_worker *w)
{
    const search_limits *limits = &w->shared->control->limits;
    const bool ends_there = limits->depth > 0 && !limits->ponder && !limits->infinite;
    return w->number > 0 && ends_there && limits->depth < AB_DEPTH_MAX ? limits->depth
                                                                       : AB_DEPTH_MAX;
}

void ab_iterate(ab_worker *w, ab_reporter *reporter)
{
    const int last = last_depth(w);
    w->pace = clock_start(1.0);
    while (w->stage.depth <= last) {
        const int depth = w->stage.depth;
        w->seldepth = 0;
        w->ponders = reporter && w->shared->control->pondering;
        const int score = ab_search(w, ab_root(w), w->stage.alpha, w->stage.beta, depth, false);
        if (w->stopped && !w->overtaken) {
            /* In an unfinished iteration only the moves that raised alpha count. */
            ab_stage_sort(&w->stage, w->stage.solved);
            if (reporter && !control_on_clock(w->shared->control)) {
                ab_look_for_mates(w);
            }
            break;
        }
        ab_stage_finish(w, score);
        if (!reporter || w->stage.depth == depth) {
            continue;
        }
        ab_look_for_mates(w);
        const ab_root_move *best = &w->stage.roots[0];
        clock_note(&w->pace, best->move, best->last_score, effort_of(&w->stage));
        ab_report(w, reporter, false);
        if (ab_is_solved(w) || is_enough(w)) {
            break;
        }
    }
    if (reporter) {
        control_wait(w->shared->control);
    }
}
