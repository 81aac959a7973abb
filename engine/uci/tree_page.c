#include "tree_page.h"

#include <inttypes.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/plural.h"

enum { INDENT = 2, MOVE_COLUMNS = 24 };

static const char *proof_of(const root_move *m)
{
    return !m->proven ? "" : m->q > 0.75f ? "won" : m->q < 0.25f ? "lost" : "drawn";
}

/* ---- Text ---- */

/* Writes a number that may be unknown, which a dash stands for. */
static void put_number(FILE *out, bool known, double number)
{
    if (known) {
        fprintf(out, "  %6.4f", number);
    } else {
        fprintf(out, "  %6s", "-");
    }
}

static void put_proof(const root_move *m, FILE *out)
{
    if (m->proven) {
        fprintf(out, "  %s", proof_of(m));
    }
    if (m->mate_plies > 0) {
        fprintf(out, ", mate in %d %s", m->mate_plies,
                plural((uint64_t)m->mate_plies, "ply", "plies"));
    }
}

static void put_line(const tree_view *view, const tree_view_node *node, FILE *out)
{
    const root_move *m = &node->seen;
    const int indent = INDENT * (node->ply > 0 ? node->ply - 1 : 0);
    const int columns = indent < MOVE_COLUMNS ? MOVE_COLUMNS - indent : 0;
    const char *name = node->ply > 0 ? node->san : "root";
    fprintf(out, "%*s%-*s %9" PRIu32 "  %5.1f%%", indent, "", columns, name, m->visits,
            100.0 * tree_view_share(view, node));
    put_number(out, m->visits > 0, (double)m->q);
    if (node->ply > 0) {
        fprintf(out, "  %6.2f%%  %6.2f%%  %6.2f%%  %+7.4f", 100.0 * (double)m->prior_net,
                100.0 * (double)m->prior_used, 100.0 * (double)m->prior, (double)m->history);
        put_number(out, m->net >= 0.0f, (double)m->net);
        fprintf(out, "  %+7.4f", (double)m->correction);
    }
    put_proof(m, out);
    fputc('\n', out);
}

static void put_left_out(const tree_view_node *node, FILE *out)
{
    if (node->left_out > 0) {
        fprintf(out, "%*s(%d more: %" PRIu32 " %s)\n", INDENT * node->ply, "", node->left_out,
                node->left_out_visits, plural(node->left_out_visits, "visit", "visits"));
    }
}

static void put_lines(const tree_view *view, int index, FILE *out)
{
    const tree_view_node *node = &view->nodes[index];
    put_line(view, node, out);
    for (int i = 0; i < node->count; i++) {
        put_lines(view, node->first + i, out);
    }
    /* At the last ply all moves are left out, which needs no line. */
    if (node->count > 0) {
        put_left_out(node, out);
    }
}

void tree_page_write_text(const tree_page *page, FILE *out)
{
    char fen[FEN_TEXT_MAX];
    fen_write(page->root, page->chess960, fen);
    fprintf(out, "%s\n%" PRIu64 " %s in %.2f s\n\n", fen, page->playouts,
            plural(page->playouts, "playout", "playouts"), (double)page->time_ms / 1000.0);
    fprintf(out, "%-*s %9s   share       Q      net     used      now  history   value  correct\n",
            MOVE_COLUMNS, "move", "visits");
    put_lines(page->view, 0, out);
}

/* ---- JSON ---- */

/* Expected scores and shares of draws are below 0 if they are unknown. */
static void put_known(json_writer *j, const char *key, float number)
{
    if (number >= 0.0f) {
        json_real(j, key, (double)number, 5);
    } else {
        json_null(j, key);
    }
}

static void put_move(json_writer *j, const tree_page *page, const tree_view_node *node)
{
    const root_move *m = &node->seen;
    char uci[MOVE_TEXT_MAX];
    move_to_uci(m->move, page->chess960, uci);
    json_text(j, "move", uci);
    json_text(j, "san", node->san);
    json_object_begin(j, "prior");
    json_real(j, "net", (double)m->prior_net, 5);
    json_real(j, "used", (double)m->prior_used, 5);
    json_real(j, "now", (double)m->prior, 5);
    json_object_end(j);
    json_real(j, "history", (double)m->history, 4);
    json_real(j, "exploration", (double)m->exploration, 5);
    json_real(j, "correction", (double)m->correction, 4);
}

void tree_page_put_node(json_writer *j, const char *key, const tree_page *page, int index)
{
    const tree_view_node *node = &page->view->nodes[index];
    const root_move *m = &node->seen;
    json_object_begin(j, key);
    if (node->ply > 0) {
        put_move(j, page, node);
    }
    json_whole(j, "visits", m->visits);
    json_real(j, "share", tree_view_share(page->view, node), 5);
    put_known(j, "q", m->visits > 0 ? m->q : -1.0f);
    put_known(j, "draw", m->draw);
    put_known(j, "value", m->net);
    if (m->proven) {
        json_text(j, "proof", proof_of(m));
    }
    if (m->mate_plies > 0) {
        json_whole(j, "mate_plies", m->mate_plies);
    }
    json_whole(j, "left_out", node->left_out);
    json_whole(j, "left_out_visits", node->left_out_visits);
    json_array_begin(j, "children");
    for (int i = 0; i < node->count; i++) {
        tree_page_put_node(j, NULL, page, node->first + i);
    }
    json_array_end(j);
    json_object_end(j);
}

void tree_page_write_json(const tree_page *page, FILE *out)
{
    char fen[FEN_TEXT_MAX];
    json_writer j = {.out = out};
    fen_write(page->root, page->chess960, fen);
    json_object_begin(&j, NULL);
    json_text(&j, "fen", fen);
    json_whole(&j, "playouts", (int64_t)page->playouts);
    json_whole(&j, "time_ms", page->time_ms);
    tree_page_put_node(&j, "root", page, 0);
    json_object_end(&j);
    fputc('\n', out);
}

/* ---- DOT ---- */

/* Colours go from red (the mover of the root loses) to green; hues of DOT are from 0 to 1. */
static void put_dot_node(const tree_view *view, int index, FILE *out)
{
    const tree_view_node *node = &view->nodes[index];
    const root_move *m = &node->seen;
    const bool own = node->ply == 0 || node->ply % 2 == 1;
    /* Without a visit, as at a root without moves, nothing is known. */
    const bool known = m->visits > 0;
    const double q = known ? (double)m->q : 0.5, hue = (own ? q : 1.0 - q) / 3.0;
    char score[16] = "-";
    if (known) {
        snprintf(score, sizeof score, "%.3f", q);
    }
    fprintf(out, "  n%d [label=\"%s\\n%" PRIu32 "\\n%s%s%s\", fillcolor=\"%.3f 0.45 1.0\"];\n",
            index, node->ply > 0 ? node->san : "root", m->visits, score, m->proven ? " " : "",
            proof_of(m), hue);
    if (node->ply > 0) {
        fprintf(out, "  n%d -> n%d [penwidth=%.2f, tooltip=\"prior %.2f%%, history %+.4f\"];\n",
                node->parent, index, 0.5 + 7.5 * tree_view_share(view, node),
                100.0 * (double)m->prior_used, (double)m->history);
    }
}

void tree_page_write_dot(const tree_page *page, FILE *out)
{
    char fen[FEN_TEXT_MAX];
    fen_write(page->root, page->chess960, fen);
    fprintf(out, "digraph tree {\n  graph [rankdir=LR, label=\"%s, %" PRIu64 " %s\"];\n", fen,
            page->playouts, plural(page->playouts, "playout", "playouts"));
    fputs("  node [shape=box, style=filled, fontname=\"sans-serif\", fontsize=10];\n", out);
    fputs("  edge [arrowhead=none];\n", out);
    for (int i = 0; i < page->view->count; i++) {
        put_dot_node(page->view, i, out);
    }
    fputs("}\n", out);
}
