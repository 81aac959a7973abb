#include "uci/analyse.h"

#include <stdlib.h>

#include "analyse_page.h"
#include "chess/plural.h"
#include "uci/analysis_request.h"

typedef struct live_page {
    FILE *out;
    analyse_page page;
    bool redraw;
    int lines_drawn;    /* of the last drawing, which the next one replaces */
    int count;          /* lines of play in the last report */
    search_info *lines; /* one for each line of play */
} live_page;

static void draw(live_page *live, const search *s)
{
    const bool draft = !live->lines[0].final;
    if (live->lines_drawn > 0) {
        /* Moves up to the start of the page and clears the screen from there. */
        fprintf(live->out, "\033[%dA\033[J", live->lines_drawn);
    }
    /* A narrow terminal must cut the lines of a draft: a wrapped line would be higher than
     * counted. */
    fputs(draft ? "\033[?7l" : "", live->out);
    live->lines_drawn = analyse_page_write(&live->page, s, live->lines, live->count, live->out);
    fputs(draft ? "\033[?7h" : "", live->out);
    fflush(live->out);
}

/* Keeps each line of a report. A draft shows only the first. */
static void listen(void *user, const search *s, const search_info *info)
{
    live_page *live = user;
    live->count = info->multi_pv > 0 ? info->multi_pv : 1;
    live->lines[live->count - 1] = *info;
    if (live->redraw && live->count == 1 && !info->final) {
        draw(live, s);
    }
}

static bool analyse(engine *e, const analysis_request *request, live_page *live, failure *why)
{
    line game;
    live->lines = calloc((size_t)e->settings.multi_pv, sizeof *live->lines);
    if (live->lines == NULL) {
        return fail(why, "analyse: not enough memory for %d %s", e->settings.multi_pv,
                    plural((uint64_t)e->settings.multi_pv, "line", "lines"));
    }
    line_start(&game, &request->root);
    search_arm(e->search);
    search_go(e->search, &request->root, &game, &request->limits, listen, live);
    draw(live, e->search);
    engine_tell_threads(e->search);
    free(live->lines);
    return true;
}

bool analyse_run(engine *e, const char *text, analyse_style style, FILE *out, failure *why)
{
    analysis_request request;
    if (!analysis_request_read(text, "analyse", &request, why) || !engine_prepare_command(e, why)) {
        return false;
    }
    live_page live = {
        .out = out,
        .page = {.root = &request.root, .algorithm = (search_algorithm)e->settings.algorithm},
        .redraw = style.redraw,
    };
    return !analyse_page_begin(&request, style.symbols, out) || analyse(e, &request, &live, why);
}
