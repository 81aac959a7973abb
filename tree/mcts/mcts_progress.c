#include "mcts_report.h"

/* The listener is called at most once in this time, if something has changed. */
enum { REPORT_INTERVAL_US = 20000 };

/* With report_growth: when the playouts have grown by the GROWTH_PART-th part. */
enum { GROWTH_PART = 10 };

void mcts_report(mcts_progress *p, bool final)
{
    if (!p->listener) {
        return;
    }
    int numbers[MOVES_MAX];
    const int count = mcts_best_lines(p->m, numbers, p->m->multi_pv);
    const int64_t now = control_now_us(), age = control_age_us(p->control);
    search_score above = search_score_best;
    for (int i = 0; i < count; i++) {
        search_info info = {.final = final, .multi_pv = p->m->multi_pv > 1 ? i + 1 : 0};
        mcts_describe(p->m, numbers[i], &info);
        info.score = endgames_score(&p->control->endgame, info.score);
        above = info.score = search_worse(info.score, above);
        info.time_ms = age / 1000;
        info.nodes_per_second = info.nodes * 1000000 / (uint64_t)age;
        if (i == 0) {
            p->reported_us = now;
            p->reported_depth = info.depth;
            p->reported_best = info.pv[0];
        }
        p->listener(p->user, p->owner, &info);
    }
}

/* Calls the listener if the playouts have grown enough since it was last called. */
static void report_growth(mcts_progress *p)
{
    const uint64_t playouts = mcts_all_counts(p->m).playouts;
    if (p->listener && playouts >= p->growth_end) {
        p->growth_end = playouts + playouts / GROWTH_PART;
        mcts_report(p, false);
    }
}

void mcts_report_progress(mcts_progress *p)
{
    if (p->control->limits.report_growth) {
        report_growth(p);
        return;
    }
    int64_t silent = control_now_us() - p->reported_us;
    if (!p->listener || silent < REPORT_INTERVAL_US) {
        return;
    }
    const mcts *m = p->m;
    const move best = tree_child(&m->tree, &m->tree.root, mcts_best_number(m))->move;
    if (silent >= control_pulse_us(p->control) || best != p->reported_best ||
        mcts_depth(m) > p->reported_depth) {
        mcts_report(p, false);
    }
}
