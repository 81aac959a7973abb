#include <inttypes.h>
#include <string.h>

#include "base/plural.h"
#include "files/whole_file.h"
#include "system/terminal.h"
#include "tree_view.h"
#include "verbs.h"

enum { PLIES_DEFAULT = 8, CHILDREN_DEFAULT = 5 };

static const double percent_default = 1.0;

typedef struct tree tree;
typedef void write_format(const tree *t, FILE *out);

/* The tree that is written. */
struct tree {
    request request;
    tree_view_limits limits;
    write_format *write;
    const char *path; /* NULL: standard output */
    search_info last; /* the final report of the search */
    tree_view view;
    int line_end; /* where a line of the text ends */
};

enum { INDENT = 2, MOVE_COLUMNS = 24, NUMBER_MAX = 16 };
enum { TEXT_LINE_MAX = 128 + INDENT * TREE_VIEW_PLIES_MAX };

/* Where the columns of the text end, from Q on. */
static const int column_ends[] = {50, 59, 68, 77, 86, 94, 103};

/* The end of the last column for which a terminal of this width has room; 0: there is none. */
static int find_line_end(int columns)
{
    int last = sizeof column_ends / sizeof *column_ends - 1;
    while (columns > 0 && last > 0 && column_ends[last] > columns) {
        last--;
    }
    return column_ends[last];
}

/* Writes a number that may be unknown, which a dash stands for. */
static void write_number(bool known, double number, char text[NUMBER_MAX])
{
    if (known) {
        snprintf(text, NUMBER_MAX, "%.4f", number);
    } else {
        strcpy(text, "-");
    }
}

static void put_proof(const root_move *m, FILE *out)
{
    if (m->proven) {
        fprintf(out, "  %s", tree_view_proof(m));
    }
    if (m->mate_plies > 0) {
        fprintf(out, ", mate in %d %s", m->mate_plies,
                plural((uint64_t)m->mate_plies, "ply", "plies"));
    }
}

static void put_line(const tree *t, const tree_view_node *node, FILE *out)
{
    const root_move *m = &node->seen;
    const int indent = INDENT * (node->ply > 0 ? node->ply - 1 : 0);
    const char *name = node->ply > 0 ? node->san : "root";
    const int least = (int)strlen(name), room = MOVE_COLUMNS - indent;
    const int columns = room > least ? room : least;
    char text[TEXT_LINE_MAX], q[NUMBER_MAX], value[NUMBER_MAX];
    write_number(m->visits > 0, (double)m->q, q);
    write_number(m->net >= 0.0f, (double)m->net, value);
    const int length =
        snprintf(text, TEXT_LINE_MAX, "%*s%-*s %9" PRIu32 "  %5.1f%%  %6s", indent, "", columns,
                 name, m->visits, 100.0 * tree_view_share(&t->view, node), q);
    if (node->ply > 0) {
        snprintf(text + length, TEXT_LINE_MAX - (size_t)length,
                 "  %6.2f%%  %6.2f%%  %6.2f%%  %+7.4f  %6s  %+7.4f", 100.0 * (double)m->prior_net,
                 100.0 * (double)m->prior_used, 100.0 * (double)m->prior, (double)m->history, value,
                 (double)m->correction);
    }
    fprintf(out, "%.*s", t->line_end + indent + columns - MOVE_COLUMNS, text);
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

static void put_lines(const tree *t, int index, FILE *out)
{
    const tree_view_node *node = &t->view.nodes[index];
    put_line(t, node, out);
    for (int i = 0; i < node->count; i++) {
        put_lines(t, node->first + i, out);
    }
    /* At the last ply all moves are left out, which needs no line. */
    if (node->count > 0) {
        put_left_out(node, out);
    }
}

static void write_text(const tree *t, FILE *out)
{
    static const char head[] =
        "move                        visits   share       Q      net     used"
        "      now  history   value  correct";
    char fen[FEN_TEXT_MAX];
    fen_write(&t->view.root, t->view.chess960, fen);
    fprintf(out, "%s\n%" PRIu64 " %s in %.2f s\n\n", fen, t->last.nodes,
            plural(t->last.nodes, "playout", "playouts"), (double)t->last.time_ms / 1000.0);
    fprintf(out, "%.*s\n", t->line_end, head);
    put_lines(t, 0, out);
    if (t->line_end < (int)strlen(head)) {
        fputs("\nA wider terminal shows more columns.\n", out);
    }
}

static void write_json(const tree *t, FILE *out)
{
    char fen[FEN_TEXT_MAX];
    json_writer j = {.out = out};
    fen_write(&t->view.root, t->view.chess960, fen);
    json_object_begin(&j, NULL);
    json_text(&j, "fen", fen);
    json_whole(&j, "playouts", (int64_t)t->last.nodes);
    json_whole(&j, "time_ms", t->last.time_ms);
    tree_view_put_node(&j, "root", &t->view, 0);
    json_object_end(&j);
    fputc('\n', out);
}

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
            tree_view_proof(m), hue);
    if (node->ply > 0) {
        fprintf(out, "  n%d -> n%d [penwidth=%.2f, tooltip=\"prior %.2f%%, history %+.4f\"];\n",
                node->parent, index, 0.5 + 7.5 * tree_view_share(view, node),
                100.0 * (double)m->prior_used, (double)m->history);
    }
}

static void write_dot(const tree *t, FILE *out)
{
    char fen[FEN_TEXT_MAX];
    fen_write(&t->view.root, t->view.chess960, fen);
    fprintf(out, "digraph tree {\n  graph [rankdir=LR, label=\"%s, %" PRIu64 " %s\"];\n", fen,
            t->last.nodes, plural(t->last.nodes, "playout", "playouts"));
    fputs("  node [shape=box, style=filled, fontname=\"sans-serif\", fontsize=10];\n", out);
    fputs("  edge [arrowhead=none];\n", out);
    for (int i = 0; i < t->view.count; i++) {
        put_dot_node(&t->view, i, out);
    }
    fputs("}\n", out);
}

static bool read_format(const char *name, write_format **write, failure *why)
{
    static const struct {
        const char *name;
        write_format *write;
    } formats[] = {{"text", write_text}, {"json", write_json}, {"dot", write_dot}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(name, formats[i].name) == 0) {
            *write = formats[i].write;
            return true;
        }
    }
    return fail(why, "--format needs text, json or dot, not \"%.64s\"", name);
}

static bool read_words(verb_call *call, tree *t, failure *why)
{
    const char *format = "text", *plies = NULL, *children = NULL, *share = NULL;
    double percent = percent_default;
    t->limits = (tree_view_limits){.plies = PLIES_DEFAULT, .children = CHILDREN_DEFAULT};
    const request_option options[] = {{"format", &format},
                                      {"plies", &plies},
                                      {"children", &children},
                                      {"share", &share},
                                      {"out", &t->path}};
    const int count = sizeof options / sizeof *options;
    if (!request_take_options(call->words, options, count, why) ||
        !read_format(format, &t->write, why) ||
        !request_whole_number("--plies", plies, 1, TREE_VIEW_PLIES_MAX, &t->limits.plies, why) ||
        !request_whole_number("--children", children, 1, TREE_VIEW_CHILDREN_MAX,
                              &t->limits.children, why) ||
        !request_number("--share", share, 0.0, 100.0, &percent, why)) {
        return false;
    }
    t->limits.share = percent / 100.0;
    t->line_end = find_line_end(t->path == NULL ? system_columns(stdout) : 0);
    return verb_join(call, call->words, why) && request_read(call->text, &t->request, why) &&
           (t->path == NULL || whole_file_check(t->path, why));
}

static bool write_file(const void *context, FILE *out)
{
    const tree *t = context;
    t->write(t, out);
    return ferror(out) == 0;
}

static bool search_and_write(search *s, tree *t, failure *why)
{
    verb_search(s, &t->request, NULL, verb_keep_last, &t->last);
    verb_tell_threads(s);
    bool done = tree_view_take(&t->view, s, &t->request.root, &t->limits, why);
    if (done && t->path != NULL) {
        done = whole_file_make(t->path, write_file, t, why);
    } else if (done) {
        t->write(t, stdout);
    }
    tree_view_free(&t->view);
    return done;
}

bool tree_run(verb_call *call, failure *why)
{
    tree t = {.request = request_default()};
    search *s = NULL;
    const bool done = read_words(call, &t, why) &&
                      (s = verb_new_search(call->engine, SEARCH_MCTS, why)) != NULL &&
                      search_and_write(s, &t, why);
    search_free(s);
    return done;
}
