#include "uci/compare.h"

#include <inttypes.h>

#include "analyse_page.h"
#include "compare_page.h"
#include "uci/analysis_request.h"

typedef struct progress {
    FILE *out; /* NULL: no progress line */
    const char *what;
    int64_t time_ms_max; /* 0: unknown */
    search_info last;
} progress;

static void listen(void *user, const search *s, const search_info *info)
{
    progress *p = user;
    (void)s;
    p->last = *info;
    if (p->out == NULL) {
        return;
    }
    if (info->final) {
        fputs("\r\033[K", p->out);
    } else {
        fprintf(p->out, "\r\033[K%s: depth %d, %" PRIu64 " nodes, %" PRIu64 "/s, %.1f s", p->what,
                info->depth, info->nodes, info->nodes_per_second, (double)info->time_ms / 1000.0);
    }
    if (!info->final && p->time_ms_max > info->time_ms) {
        fprintf(p->out, ", %.1f s left", (double)(p->time_ms_max - info->time_ms) / 1000.0);
    }
    fflush(p->out);
}

/* Runs one search and returns its last report. If `only` is not MOVE_NONE, it is the only root
 * move. */
static search_info find(search *s, const analysis_request *request, move only, const char *what,
                        FILE *watched)
{
    line game;
    search_limits limits = request->limits;
    progress p = {.out = watched, .what = what, .time_ms_max = limits.time_ms_hard};
    if (only != MOVE_NONE) {
        limits.moves = &only;
        limits.move_count = 1;
    }
    line_start(&game, &request->root);
    search_arm(s);
    search_go(s, &request->root, &game, &limits, listen, &p);
    return p.last;
}

static void compare(search *searches[], const analysis_request *request, comparison *c,
                    FILE *watched)
{
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        c->found[i] = find(searches[i], request, MOVE_NONE, search_algorithm_words[i], watched);
    }
    if (comparison_agrees(c)) {
        return;
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        char what[64];
        const move others = c->found[i ^ 1].pv[0];
        snprintf(what, sizeof what, "%s, on the other's move", search_algorithm_words[i]);
        c->other[i] = find(searches[i], request, others, what, watched);
    }
}

bool compare_run(engine *e, const char *text, analyse_style style, FILE *out, failure *why)
{
    analysis_request request;
    search *searches[SEARCH_ALGORITHMS] = {NULL};
    comparison c = {0};
    bool ready = analysis_request_read(text, "compare", &request, why) && engine_load_nets(e, why);
    for (int i = 0; i < SEARCH_ALGORITHMS && ready; i++) {
        searches[i] = engine_new_search(e, (search_algorithm)i, "compare", why);
        ready = searches[i] != NULL;
    }
    if (ready && analyse_page_begin(&request, style.symbols, out)) {
        compare(searches, &request, &c, style.redraw ? out : NULL);
        compare_page_write(&request.root, &c, out);
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        if (ready) {
            engine_tell_threads(searches[i]);
        }
        search_free(searches[i]);
    }
    return ready;
}
