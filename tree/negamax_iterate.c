#include "negamax.h"

/* From this depth on the last score is worth a window; beyond this size it is worth none. */
enum { WINDOW_DEPTH = 4, WINDOW_SCORE_MAX = 3000 };

/* What the clock's plan is multiplied by: a best move that has stood for long needs less time, a
 * score that falls needs more, and so does a best move that took little of the work. */
enum { STABLE_MAX = 8 };

typedef struct pace {
    move best;
    int stable;        /* iterations that the best move has stood */
    double score_mean; /* of the last iterations' scores, newer ones weighing more */
} pace;

/* Best first from `first` on; equals keep their order, as moves that did not raise alpha must. */
static void sort_roots(ab_worker *w, int first)
{
    for (int i = first + 1; i < w->root_count; i++) {
        const ab_root_move moved = w->roots[i];
        int k = i;
        while (k > first && w->roots[k - 1].score < moved.score) {
            w->roots[k] = w->roots[k - 1];
            k--;
        }
        if (k != i) {
            w->roots[k] = moved;
        }
    }
}

/* One line of one iteration, in a window around the last score that widens where it fails. */
static void search_root(ab_worker *w, int depth)
{
    const negamax *n = w->shared;
    const int last = w->roots[w->pv_index].last_score;
    int width = n->params.ab_aspiration, alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    if (n->techniques.aspiration && depth >= WINDOW_DEPTH && last > -WINDOW_SCORE_MAX &&
        last < WINDOW_SCORE_MAX) {
        alpha = last - width;
        beta = last + width;
    }
    for (;;) {
        const int score = ab_search(w, ab_root(w), alpha, beta, depth, false);
        if (w->stopped) {
            return;
        }
        sort_roots(w, w->pv_index);
        if (score <= alpha && alpha > -SCORE_INFINITE) {
            beta = (alpha + beta) / 2;
            alpha = score - width;
        } else if (score >= beta && beta < SCORE_INFINITE) {
            beta = score + width;
        } else {
            return;
        }
        width += width / 2;
        if (alpha < -WINDOW_SCORE_MAX) {
            alpha = -SCORE_INFINITE;
        }
        if (beta > WINDOW_SCORE_MAX) {
            beta = SCORE_INFINITE;
        }
    }
}

static void iterate_once(ab_worker *w, int depth)
{
    const int lines = w->shared->multi_pv < w->root_count ? w->shared->multi_pv : w->root_count;
    w->root_depth = depth;
    for (int i = 0; i < w->root_count; i++) {
        w->roots[i].last_score = w->roots[i].score;
        w->roots[i].score = -SCORE_INFINITE;
    }
    for (w->pv_index = 0; w->pv_index < lines && !w->stopped; w->pv_index++) {
        w->seldepth = 0;
        search_root(w, depth);
    }
    w->pv_index = 0;
    /* An unfinished iteration counts for what raised alpha in it. */
    sort_roots(w, 0);
}

static double between(double low, double x, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* Takes note of an iteration and says what share of the planned time the move deserves. */
static double pace_of(pace *p, const ab_worker *w)
{
    const ab_root_move *best = &w->roots[0];
    const double nodes = (double)atomic_load_explicit(&w->nodes, memory_order_relaxed);
    p->stable = best->move != p->best ? 0 : p->stable < STABLE_MAX ? p->stable + 1 : p->stable;
    p->best = best->move;
    const double fall = p->score_mean - best->score;
    p->score_mean += 0.4 * (best->score - p->score_mean);
    const double effort = (double)best->nodes / (nodes > 1.0 ? nodes : 1.0);
    return (1.4 - 0.09 * p->stable) * between(0.85, 1.0 + fall / 120.0, 1.5) * (1.6 - effort);
}

static bool mate_found(const ab_worker *w)
{
    const int wanted = w->shared->control->limits.mate, score = w->roots[0].score;
    return wanted > 0 && score_is_mate(score) && score > 0 &&
           (SCORE_MATE_NOW - score + 1) / 2 <= wanted;
}

/* True if the main worker may answer after this iteration. */
static bool is_enough(const ab_worker *w, pace *p)
{
    const search_control *control = w->shared->control;
    const double share = w->completed_depth > 1 ? pace_of(p, w) : 1.0;
    if (control_endless(control)) {
        return false;
    }
    if (mate_found(w) || (control->limits.depth && w->completed_depth >= control->limits.depth)) {
        return true;
    }
    return control_on_clock(control) &&
           (w->root_count == 1 || (double)control_elapsed_us(control) >=
                                      1000.0 * share * (double)control->limits.time_ms_soft);
}

void ab_iterate(ab_worker *w, ab_reporter *reporter)
{
    pace p = {.best = MOVE_NONE};
    for (int depth = 1; depth <= AB_DEPTH_MAX && !w->stopped; depth++) {
        iterate_once(w, depth);
        if (w->stopped) {
            return;
        }
        w->completed_depth = depth;
        if (depth == 1) {
            p.score_mean = w->roots[0].score;
        }
        if (!reporter) {
            continue;
        }
        ab_report(w, reporter, false);
        if (is_enough(w, &p)) {
            return;
        }
        if (depth == AB_DEPTH_MAX) {
            control_wait(w->shared->control);
        }
    }
}
