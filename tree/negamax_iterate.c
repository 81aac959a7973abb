#include "negamax.h"

/* What the clock's plan is multiplied by: a best move that has stood for long needs less time, a
 * score that falls needs more, and so does a best move that took little of the work. */
enum { STABLE_MAX = 8 };

typedef struct pace {
    move best;
    int stable;        /* iterations that the best move has stood */
    double score_mean; /* of the last iterations' scores, newer ones weighing more */
} pace;

static double between(double low, double x, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* The share of all work that the best move took. */
static double effort_of(const ab_stage *s)
{
    uint64_t all = 1;
    for (int i = 0; i < s->root_count; i++) {
        all += s->roots[i].nodes;
    }
    return (double)s->roots[0].nodes / (double)all;
}

/* Takes note of an iteration and says what share of the planned time the move deserves. */
static double pace_of(pace *p, const ab_stage *s)
{
    const ab_root_move *best = &s->roots[0];
    p->stable = best->move != p->best ? 0 : p->stable < STABLE_MAX ? p->stable + 1 : p->stable;
    p->best = best->move;
    const double fall = p->score_mean - best->last_score;
    p->score_mean += 0.4 * (best->last_score - p->score_mean);
    return (1.4 - 0.09 * p->stable) * between(0.85, 1.0 + fall / 120.0, 1.5) * (1.6 - effort_of(s));
}

static bool mate_found(const ab_worker *w)
{
    const int wanted = w->shared->control->limits.mate, score = w->stage.roots[0].last_score;
    return wanted > 0 && score_is_mate(score) && score > 0 &&
           (SCORE_MATE_NOW - score + 1) / 2 <= wanted;
}

/* True if the main worker may answer after an iteration. */
static bool is_enough(const ab_worker *w, pace *p)
{
    const search_control *control = w->shared->control;
    const int depth = ab_completed_depth(w);
    const double share = depth > 1 ? pace_of(p, &w->stage) : 1.0;
    if (control_endless(control)) {
        return false;
    }
    if (mate_found(w) || (control->limits.depth && depth >= control->limits.depth)) {
        return true;
    }
    return control_on_clock(control) &&
           (w->stage.root_count == 1 || (double)control_elapsed_us(control) >=
                                            1000.0 * share * (double)control->limits.time_ms_soft);
}

/* The last iteration: helpers never run ahead of a depth that is asked for, since the main worker
 * would answer with theirs; but they help it through a search that ends later. */
static int last_depth(const ab_worker *w)
{
    const search_limits *limits = &w->shared->control->limits;
    const bool ends_there = limits->depth > 0 && !limits->ponder && !limits->infinite;
    return w->number > 0 && ends_there && limits->depth < AB_DEPTH_MAX ? limits->depth
                                                                       : AB_DEPTH_MAX;
}

void ab_iterate(ab_worker *w, ab_reporter *reporter)
{
    pace p = {.best = MOVE_NONE};
    const int last = last_depth(w);
    while (w->stage.depth <= last) {
        const int depth = w->stage.depth;
        w->seldepth = 0;
        const int score = ab_search(w, ab_root(w), w->stage.alpha, w->stage.beta, depth, false);
        if (w->stopped && !w->overtaken) {
            /* An unfinished iteration counts for what raised alpha in it. */
            ab_stage_sort(&w->stage, 0);
            return;
        }
        ab_stage_finish(w, score);
        if (!reporter || w->stage.depth == depth) {
            continue;
        }
        if (depth == 1) {
            p.score_mean = w->stage.roots[0].last_score;
        }
        ab_report(w, reporter, false);
        if (is_enough(w, &p)) {
            return;
        }
    }
    if (reporter) {
        control_wait(w->shared->control);
    }
}
