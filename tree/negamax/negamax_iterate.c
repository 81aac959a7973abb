#include "negamax.h"

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
           (SCORE_MATE_NOW - score + 1) / 2 <= wanted;
}

bool ab_is_enough(const ab_worker *w)
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
            ab_stage_sort(&w->stage, w->stage.settled);
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
        if (ab_is_settled(w) || ab_is_enough(w)) {
            break;
        }
    }
    if (reporter) {
        control_wait(w->shared->control);
    }
}
