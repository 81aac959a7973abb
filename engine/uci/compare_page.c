#include "compare_page.h"

#include <inttypes.h>
#include <stdlib.h>

#include "chess/san.h"
#include "san_line.h"

enum { CELL_MAX = 32, LABEL_WIDTH = 10, CELL_WIDTH = 24 };

bool comparison_agrees(const comparison *c)
{
    return c->found[SEARCH_MCTS].pv[0] == c->found[SEARCH_NEGAMAX].pv[0];
}

/* Writes the text of one cell of a row. */
typedef void describe(const position *root, const search_info *info, char text[CELL_MAX]);

static void describe_move(const position *root, const search_info *info, char text[CELL_MAX])
{
    char number[SAN_NUMBER_MAX], san[SAN_TEXT_MAX];
    san_number_write(root, true, number);
    san_write(root, info->pv[0], san);
    snprintf(text, CELL_MAX, "%s%s", number, san);
}

static void describe_score(const position *root, const search_info *info, char text[CELL_MAX])
{
    (void)root;
    const int value = info->score.value;
    if (info->score.kind == SCORE_MATE) {
        snprintf(text, CELL_MAX, value > 0 ? "mates in %d" : "is mated in %d", abs(value));
    } else if (abs(value) > SCORE_CP_MAX) {
        snprintf(text, CELL_MAX, "%s by the tables", value > 0 ? "wins" : "loses");
    } else {
        snprintf(text, CELL_MAX, "%+.2f pawns", value / 100.0);
    }
}

static void describe_chances(const position *root, const search_info *info, char text[CELL_MAX])
{
    (void)root;
    const search_score *s = &info->score;
    if (s->kind == SCORE_MATE) {
        snprintf(text, CELL_MAX, "certain");
    } else {
        snprintf(text, CELL_MAX, "%.0f / %.0f / %.0f %%", 100.0 * (double)s->win,
                 100.0 * (double)s->draw, 100.0 * (double)s->loss);
    }
}

static void describe_depth(const position *root, const search_info *info, char text[CELL_MAX])
{
    (void)root;
    snprintf(text, CELL_MAX, "%d, deepest %d", info->depth, info->seldepth);
}

static void describe_nodes(const position *root, const search_info *info, char text[CELL_MAX])
{
    (void)root;
    snprintf(text, CELL_MAX, "%" PRIu64, info->nodes);
}

static void describe_speed(const position *root, const search_info *info, char text[CELL_MAX])
{
    (void)root;
    snprintf(text, CELL_MAX, "%" PRIu64 " a second", info->nodes_per_second);
}

static void describe_time(const position *root, const search_info *info, char text[CELL_MAX])
{
    (void)root;
    snprintf(text, CELL_MAX, "%.2f s", (double)info->time_ms / 1000.0);
}

static void write_row(const char *label, const char *left, const char *right, FILE *out)
{
    fprintf(out, "%-*s%-*s%s\n", LABEL_WIDTH, label, CELL_WIDTH, left, right);
}

static void write_table(const position *root, const comparison *c, FILE *out)
{
    static const struct {
        const char *label;
        describe *cell;
    } rows[] = {
        {"move", describe_move},   {"score", describe_score}, {"w / d / l", describe_chances},
        {"depth", describe_depth}, {"nodes", describe_nodes}, {"speed", describe_speed},
        {"time", describe_time},
    };
    write_row("", search_algorithm_words[SEARCH_MCTS], search_algorithm_words[SEARCH_NEGAMAX], out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char left[CELL_MAX], right[CELL_MAX];
        rows[i].cell(root, &c->found[SEARCH_MCTS], left);
        rows[i].cell(root, &c->found[SEARCH_NEGAMAX], right);
        write_row(rows[i].label, left, right, out);
    }
}

/* The scores of both best moves by both searches, one row per move. */
static void write_disagreement(const position *root, const comparison *c, FILE *out)
{
    fprintf(out, "They disagree. Their scores of both moves:\n");
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        char label[SAN_TEXT_MAX], left[CELL_MAX], right[CELL_MAX];
        const search_info *own = &c->found[i], *other = &c->other[i ^ 1];
        san_write(root, own->pv[0], label);
        describe_score(root, i == SEARCH_MCTS ? own : other, left);
        describe_score(root, i == SEARCH_MCTS ? other : own, right);
        write_row(label, left, right, out);
    }
}

static void write_step(const position *pos, const search_info *info, int ply, FILE *out)
{
    char number[SAN_NUMBER_MAX], san[SAN_TEXT_MAX];
    if (ply >= info->pv_length) {
        fprintf(out, "ends");
        return;
    }
    san_number_write(pos, true, number);
    san_write(pos, info->pv[ply], san);
    fprintf(out, "plays %s%s", number, san);
}

/* Both searches have the same move: writes where their lines differ, if they do. */
static void write_agreement(const position *root, const comparison *c, FILE *out)
{
    const search_info *a = &c->found[SEARCH_MCTS], *b = &c->found[SEARCH_NEGAMAX];
    position pos = *root;
    char san[SAN_TEXT_MAX];
    int ply = 0;
    while (ply < a->pv_length && ply < b->pv_length && a->pv[ply] == b->pv[ply]) {
        pos_make(&pos, a->pv[ply++]);
    }
    san_write(root, a->pv[0], san);
    fprintf(out, "They agree on %s", san);
    if (ply == a->pv_length && ply == b->pv_length) {
        fprintf(out, " and on all that follows.\n");
        return;
    }
    fprintf(out, "; from ply %d on their lines differ: %s ", ply + 1,
            search_algorithm_words[SEARCH_MCTS]);
    write_step(&pos, a, ply, out);
    fprintf(out, ", %s ", search_algorithm_words[SEARCH_NEGAMAX]);
    write_step(&pos, b, ply, out);
    fprintf(out, ".\n");
}

void compare_page_write(const position *root, const comparison *c, FILE *out)
{
    write_table(root, c, out);
    fputc('\n', out);
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        san_line_write(search_algorithm_words[i], root, c->found[i].pv, c->found[i].pv_length, true,
                       out);
    }
    fputc('\n', out);
    if (comparison_agrees(c)) {
        write_agreement(root, c, out);
    } else {
        write_disagreement(root, c, out);
    }
}
