#include <inttypes.h>
#include <stdlib.h>

#include "board_text.h"
#include "chess/san.h"
#include "files/status_line.h"
#include "paragraph.h"
#include "request.h"
#include "verbs.h"

enum { CELL_MAX = 32, LABEL_WIDTH = 10, CELL_WIDTH = 24, STEP_MAX = 48 };

/* The results of both searches, indexed by search_algorithm. */
typedef struct comparison {
    search_info found[SEARCH_ALGORITHMS]; /* what each search found alone */
    search_info other[SEARCH_ALGORITHMS]; /* what each found on the other's best move; empty if the
                                           * moves agree */
} comparison;

/* True if both searches have the same best move. */
static bool agrees(const comparison *c)
{
    return c->found[SEARCH_MCTS].pv[0] == c->found[SEARCH_NEGAMAX].pv[0];
}

static void describe_score(const search_info *info, char text[CELL_MAX])
{
    const int value = info->score.value;
    if (info->score.kind == SCORE_MATE) {
        snprintf(text, CELL_MAX, value > 0 ? "mates in %d" : "is mated in %d", abs(value));
    } else if (abs(value) > SCORE_CP_MAX) {
        snprintf(text, CELL_MAX, "%s by the tables", value > 0 ? "wins" : "loses");
    } else {
        snprintf(text, CELL_MAX, "%+.2f pawns", value / 100.0);
    }
}

/* ORDER: as the cells of describe(). */
static const char *const labels[] = {"move",  "score", "w / d / l", "depth",
                                     "nodes", "speed", "time"};
enum { ROWS = sizeof labels / sizeof *labels };

/* Writes the cells of a column. */
static void describe(const position *root, const search_info *info, char cells[ROWS][CELL_MAX])
{
    char number[SAN_NUMBER_MAX], san[SAN_TEXT_MAX];
    const search_score *s = &info->score;
    san_number_write(root, true, number);
    san_write(root, info->pv[0], san);
    snprintf(cells[0], CELL_MAX, "%s%s", number, san);
    describe_score(info, cells[1]);
    snprintf(cells[2], CELL_MAX, s->kind == SCORE_MATE ? "certain" : "%.0f / %.0f / %.0f %%",
             100.0 * (double)s->win, 100.0 * (double)s->draw, 100.0 * (double)s->loss);
    snprintf(cells[3], CELL_MAX, "%d, deepest %d", info->depth, info->seldepth);
    snprintf(cells[4], CELL_MAX, "%" PRIu64, info->nodes);
    snprintf(cells[5], CELL_MAX, "%" PRIu64 " a second", info->nodes_per_second);
    snprintf(cells[6], CELL_MAX, "%.2f s", (double)info->time_ms / 1000.0);
}

static void write_row(const char *label, const char *left, const char *right)
{
    printf("%-*s%-*s%s\n", LABEL_WIDTH, label, CELL_WIDTH, left, right);
}

static void write_table(const position *root, const comparison *c)
{
    char cells[SEARCH_ALGORITHMS][ROWS][CELL_MAX];
    write_row("", search_algorithm_words[SEARCH_MCTS], search_algorithm_words[SEARCH_NEGAMAX]);
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        describe(root, &c->found[i], cells[i]);
    }
    for (int i = 0; i < ROWS; i++) {
        write_row(labels[i], cells[SEARCH_MCTS][i], cells[SEARCH_NEGAMAX][i]);
    }
}

/* The scores of both best moves by both searches, one row per move. */
static void write_disagreement(const position *root, const comparison *c)
{
    printf("They disagree. Their scores of both moves:\n");
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        char label[SAN_TEXT_MAX], left[CELL_MAX], right[CELL_MAX];
        const search_info *own = &c->found[i], *other = &c->other[i ^ 1];
        san_write(root, own->pv[0], label);
        describe_score(i == SEARCH_MCTS ? own : other, left);
        describe_score(i == SEARCH_MCTS ? other : own, right);
        write_row(label, left, right);
    }
}

static void describe_step(const position *pos, const search_info *info, int ply,
                          char text[STEP_MAX])
{
    char number[SAN_NUMBER_MAX], san[SAN_TEXT_MAX];
    if (ply >= info->pv_length) {
        snprintf(text, STEP_MAX, "ends");
        return;
    }
    san_number_write(pos, true, number);
    san_write(pos, info->pv[ply], san);
    snprintf(text, STEP_MAX, "plays %s%s", number, san);
}

/* Both searches have the same move: writes where their lines differ, if they do. */
static void write_agreement(const position *root, const comparison *c)
{
    const search_info *a = &c->found[SEARCH_MCTS], *b = &c->found[SEARCH_NEGAMAX];
    position pos = *root;
    char san[SAN_TEXT_MAX], steps[SEARCH_ALGORITHMS][STEP_MAX];
    int ply = 0;
    while (ply < a->pv_length && ply < b->pv_length && a->pv[ply] == b->pv[ply]) {
        pos_make(&pos, a->pv[ply++]);
    }
    san_write(root, a->pv[0], san);
    if (ply == a->pv_length && ply == b->pv_length) {
        paragraph_print(0, 0, "They agree on %s and on all that follows.", san);
        return;
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        describe_step(&pos, &c->found[i], ply, steps[i]);
    }
    paragraph_print(0, 0, "They agree on %s; from ply %d on their lines differ: %s %s, %s %s.", san,
                    ply + 1, search_algorithm_words[SEARCH_MCTS], steps[SEARCH_MCTS],
                    search_algorithm_words[SEARCH_NEGAMAX], steps[SEARCH_NEGAMAX]);
}

/* Writes all but the board. The root has a legal move. */
static void write_comparison(const position *root, const comparison *c)
{
    write_table(root, c);
    putchar('\n');
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        san_line_write(search_algorithm_words[i], root, c->found[i].pv, c->found[i].pv_length,
                       true);
    }
    putchar('\n');
    if (agrees(c)) {
        write_agreement(root, c);
    } else {
        write_disagreement(root, c);
    }
}

typedef struct progress {
    status_line line;
    const char *what;
    int64_t time_ms_max; /* 0: unknown */
    search_info last;
} progress;

static void listen(void *user, const search *s, const search_info *info)
{
    progress *p = user;
    const double left = (double)(p->time_ms_max - info->time_ms) / 1000.0;
    (void)s;
    p->last = *info;
    if (!info->final && status_line_is_due(&p->line)) {
        status_line_show(&p->line, left, "%s: depth %d, %" PRIu64 " nodes", p->what, info->depth,
                         info->nodes);
    }
}

/* Runs one search and returns its last report. If `only` is not MOVE_NONE, it is the only root
 * move. */
static search_info find(search *s, const request *r, move only, const char *what)
{
    request own = *r;
    progress p = {.what = what, .time_ms_max = r->limits.time_ms_hard};
    if (only != MOVE_NONE) {
        own.limits.moves = &only;
        own.limits.move_count = 1;
    }
    status_line_open(&p.line, stderr);
    verb_search(s, &own, NULL, listen, &p);
    status_line_clear(&p.line);
    return p.last;
}

static void compare(search *searches[], const request *r, comparison *c)
{
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        c->found[i] = find(searches[i], r, MOVE_NONE, search_algorithm_words[i]);
    }
    if (agrees(c)) {
        return;
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        char what[64];
        const move others = c->found[i ^ 1].pv[0];
        snprintf(what, sizeof what, "%s, other move", search_algorithm_words[i]);
        c->other[i] = find(searches[i], r, others, what);
    }
}

bool compare_run(verb_call *call, failure *why)
{
    request r = request_default();
    search *searches[SEARCH_ALGORITHMS] = {NULL};
    comparison c = {0};
    const bool ready =
        request_read(call->text, &r, why) && verb_new_searches(call->engine, searches, why);
    if (ready && board_page_begin(&r)) {
        compare(searches, &r, &c);
        write_comparison(&r.root, &c);
    }
    verb_end_searches(searches);
    return ready;
}
