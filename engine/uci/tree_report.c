#include "uci/tree_report.h"

#include <string.h>

#include "files/whole_file.h"
#include "tree_page.h"
#include "uci/analysis_request.h"
#include "uci/verb_options.h"

enum { REQUEST_TEXT_MAX = 4096, PLIES_DEFAULT = 8, CHILDREN_DEFAULT = 5 };

static const double share_default = 0.01;

typedef void write_format(const tree_page *page, FILE *out);

static const struct {
    const char *name;
    write_format *write;
} formats[] = {
    {"text", tree_page_write_text}, {"json", tree_page_write_json}, {"dot", tree_page_write_dot}};

/* What the words of the command say. */
typedef struct tree_request {
    analysis_request analysis;
    tree_view_limits limits;
    write_format *write;
    const char *path; /* NULL: standard output */
} tree_request;

static bool read_format(const char *name, write_format **write, failure *why)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(name, formats[i].name) == 0) {
            *write = formats[i].write;
            return true;
        }
    }
    return fail(why, "tree: --format needs text, json or dot, not \"%.64s\"", name);
}

static bool read_request(char **words, tree_request *request, failure *why)
{
    const char *format = "text", *plies = NULL, *children = NULL, *share = NULL;
    double percent = 100.0 * share_default;
    char text[REQUEST_TEXT_MAX];
    request->path = NULL;
    request->limits = (tree_view_limits){.plies = PLIES_DEFAULT, .children = CHILDREN_DEFAULT};
    const verb_option options[] = {{"format", &format},
                                   {"plies", &plies},
                                   {"children", &children},
                                   {"share", &share},
                                   {"out", &request->path}};
    const int count = sizeof options / sizeof *options;
    if (!verb_options_take(words, "tree", options, count, why) ||
        !read_format(format, &request->write, why) ||
        !verb_whole_number("tree", "plies", plies, 1, TREE_VIEW_PLIES_MAX, &request->limits.plies,
                           why) ||
        !verb_whole_number("tree", "children", children, 1, TREE_VIEW_CHILDREN_MAX,
                           &request->limits.children, why) ||
        !verb_number("tree", "share", share, 0.0, 100.0, &percent, why)) {
        return false;
    }
    request->limits.share = percent / 100.0;
    return verb_words_join(words, "tree", text, sizeof text, why) &&
           analysis_request_read(text, "tree", &request->analysis, why);
}

/* A page and its format, for the writer of a file. */
typedef struct output {
    const tree_page *page;
    write_format *write;
} output;

static bool write_output(const void *context, FILE *out)
{
    const output *o = context;
    o->write(o->page, out);
    return ferror(out) == 0;
}

static void keep_work(void *user, const search *s, const search_info *info)
{
    tree_page *page = user;
    (void)s;
    page->playouts = info->nodes;
    page->time_ms = info->time_ms;
}

static bool search_and_write(search *s, const tree_request *request, failure *why)
{
    line game;
    tree_view view;
    failure reason;
    const position *root = &request->analysis.root;
    tree_page page = {.view = &view, .root = root, .chess960 = fen_is_chess960(root)};
    const output o = {.page = &page, .write = request->write};
    line_start(&game, root);
    search_arm(s);
    search_go(s, root, &game, &request->analysis.limits, keep_work, &page);
    bool done = tree_view_take(&view, s, root, &request->limits, &reason) ||
                fail(why, "tree: %s", reason.text);
    if (done && request->path != NULL) {
        done = whole_file_make(request->path, write_output, &o, why);
    } else if (done) {
        write_output(&o, stdout);
    }
    tree_view_free(&view);
    return done;
}

bool tree_report_run(engine *e, char **words, failure *why)
{
    tree_request request;
    if (!read_request(words, &request, why) ||
        (request.path != NULL && !whole_file_check(request.path, why)) ||
        !engine_load_nets(e, why)) {
        return false;
    }
    search *s = engine_new_search(e, SEARCH_MCTS, "tree", why);
    const bool done = s != NULL && search_and_write(s, &request, why);
    if (done) {
        engine_tell_threads(s);
    }
    search_free(s);
    return done;
}
