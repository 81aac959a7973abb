#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "board_text.h"
#include "chess/san.h"
#include "paragraph.h"
#include "request.h"
#include "system/terminal.h"
#include "uci/strength.h"
#include "verbs.h"

/* A draft must fit a small terminal, or the next drawing would not replace all of it. */
enum { DRAFT_MOVES_MAX = 8, MEGABYTE = 1 << 20 };

/* The page, which is drawn again and again on a terminal. */
typedef struct page {
    const position *root;
    const nets *nets;
    search_algorithm algorithm;
    bool redraw;
    int lines_drawn;    /* of the last drawing, which the next one replaces */
    int count;          /* lines of play in the last report */
    search_info *lines; /* one for each line of play */
} page;

enum { LABEL_WIDTH = 8, SCORE_TEXT_MAX = 16 };

static int write_score(const page *p, const search_info *info)
{
    const char *own = side_names[p->root->to_move], *other = side_names[p->root->to_move ^ 1];
    const search_score *score = &info->score;
    printf("%-*s", LABEL_WIDTH, "score");
    if (score->kind == SCORE_MATE) {
        return paragraph_print(LABEL_WIDTH, LABEL_WIDTH, "%s mates in %d",
                               score->value > 0 ? own : other, abs(score->value));
    }
    if (abs(score->value) > SCORE_CP_MAX) {
        return paragraph_print(LABEL_WIDTH, LABEL_WIDTH, "%s wins by the endgame tables",
                               score->value > 0 ? own : other);
    }
    return paragraph_print(LABEL_WIDTH, LABEL_WIDTH,
                           "%+.2f pawns for %s, who wins %.1f%%, draws %.1f%%, loses %.1f%%",
                           score->value / 100.0, own, 100.0 * (double)score->win,
                           100.0 * (double)score->draw, 100.0 * (double)score->loss);
}

static int write_work(const page *p, const search *s, const search_info *info)
{
    char tables[48] = "";
    if (info->table_hits > 0) {
        snprintf(tables, sizeof tables, ", %" PRIu64 " in endgame tables", info->table_hits);
    }
    printf("%-*s", LABEL_WIDTH, "work");
    return paragraph_print(
        LABEL_WIDTH, LABEL_WIDTH,
        "%" PRIu64 " %s in %.2f s (%" PRIu64 "/s), depth %d, deepest %d, %.1f of %.0f MB%s",
        info->nodes,
        p->algorithm == SEARCH_MCTS ? plural(info->nodes, "playout", "playouts")
                                    : plural(info->nodes, "position", "positions"),
        (double)info->time_ms / 1000.0, info->nodes_per_second, info->depth, info->seldepth,
        (double)search_bytes_used(s) / MEGABYTE, (double)search_bytes_total(s) / MEGABYTE, tables);
}

static void describe_score(const search_score *score, char text[SCORE_TEXT_MAX])
{
    if (score->kind == SCORE_MATE) {
        snprintf(text, SCORE_TEXT_MAX, "#%d", score->value);
    } else if (abs(score->value) > SCORE_CP_MAX) {
        snprintf(text, SCORE_TEXT_MAX, "%s", score->value > 0 ? "won" : "lost");
    } else {
        snprintf(text, SCORE_TEXT_MAX, "%+.2f", score->value / 100.0);
    }
}

/* The score of a move whose Q is known: that of its line of play, if it has one. */
static void describe_move_score(const page *p, const root_move *m, char text[SCORE_TEXT_MAX])
{
    for (int i = 0; i < p->count; i++) {
        if (p->lines[i].pv_length > 0 && p->lines[i].pv[0] == m->move) {
            describe_score(&p->lines[i].score, text);
            return;
        }
    }
    if (m->proven) {
        strcpy(text, m->q > 0.5f ? "won" : m->q < 0.5f ? "lost" : "drawn");
        return;
    }
    const search_score score =
        search_score_of(p->nets->value.centipawns, m->q, m->draw >= 0.0f ? m->draw : 0.0f);
    describe_score(&score, text);
}

/* A line has at most 59 characters. */
static void write_move(const page *p, const root_move *m, double share)
{
    char san[SAN_TEXT_MAX], q[16] = "-", score[SCORE_TEXT_MAX] = "-";
    san_write(p->root, m->move, san);
    if (m->visits > 0 && m->q >= 0.0f) {
        snprintf(q, sizeof q, "%.4f", (double)m->q);
        describe_move_score(p, m, score);
    }
    printf("%-7s %10" PRIu32 " %5.1f%%  %6s %7s", san, m->visits, 100.0 * share, q, score);
    if (p->algorithm == SEARCH_MCTS) {
        printf("  %5.2f%%  %+7.4f", 100.0 * (double)m->prior, (double)m->history);
    }
    putchar('\n');
}

static int write_moves(const page *p, const search *s, bool whole)
{
    root_move moves[MOVES_MAX];
    int count = search_root_moves(s, moves, MOVES_MAX);
    uint64_t visits = 0;
    for (int i = 0; i < count; i++) {
        visits += moves[i].visits;
    }
    int shown = whole || count < DRAFT_MOVES_MAX ? count : DRAFT_MOVES_MAX;
    printf("\nmove    %10s  share       Q   score%s\n",
           p->algorithm == SEARCH_MCTS ? "visits" : "nodes",
           p->algorithm == SEARCH_MCTS ? "   prior  history" : "");
    for (int i = 0; i < shown; i++) {
        write_move(p, &moves[i], visits > 0 ? moves[i].visits / (double)visits : 0.0);
    }
    return shown + 2;
}

/* Writes score and moves of each line, the work, and the table of root moves. A draft, while the
 * search runs, is short enough for any terminal: only the first line of play and the best few root
 * moves. Returns the number of lines of text. */
static int write_page(const page *p, const search *s)
{
    const bool whole = p->lines[0].final;
    int written = 0;
    for (int i = 0; i < (whole ? p->count : 1); i++) {
        const search_info *info = &p->lines[i];
        written += write_score(p, info);
        written += san_line_write("line", p->root, info->pv, info->pv_length, whole);
    }
    written += write_work(p, s, &p->lines[0]);
    return written + write_moves(p, s, whole);
}

static void draw(page *p, const search *s)
{
    const bool draft = !p->lines[0].final;
    if (p->lines_drawn > 0) {
        /* Moves up to the start of the page and clears the screen from there. */
        printf("\033[%dA\033[J", p->lines_drawn);
    }
    /* A narrow terminal must cut the lines of a draft: a wrapped line would be higher than
     * counted. */
    fputs(draft ? "\033[?7l" : "", stdout);
    p->lines_drawn = write_page(p, s);
    fputs(draft ? "\033[?7h" : "", stdout);
    fflush(stdout);
}

/* Keeps each line of a report. A draft shows only the first. */
static void listen(void *user, const search *s, const search_info *info)
{
    page *p = user;
    p->count = info->multi_pv > 0 ? info->multi_pv : 1;
    p->lines[p->count - 1] = *info;
    if (p->redraw && p->count == 1 && !info->final) {
        draw(p, s);
    }
}

static bool analyse(engine *e, const request *r, page *p, failure *why)
{
    p->lines = calloc((size_t)e->settings.multi_pv, sizeof *p->lines);
    if (p->lines == NULL) {
        return fail(why, "not enough memory for %d %s", e->settings.multi_pv,
                    plural((uint64_t)e->settings.multi_pv, "line", "lines"));
    }
    verb_search(e->search, r, NULL, listen, p);
    draw(p, e->search);
    verb_tell_threads(e->search);
    free(p->lines);
    return true;
}

bool analyse_run(verb_call *call, failure *why)
{
    request r = request_default();
    if (!request_read(call->text, &r, why) || !verb_prepare(call->engine, why)) {
        return false;
    }
    page p = {.root = &r.root,
              .nets = call->engine->nets,
              .algorithm = (search_algorithm)call->engine->settings.algorithm,
              .redraw = system_obeys_sequences(stdout)};
    return !board_page_begin(&r) || analyse(call->engine, &r, &p, why);
}
