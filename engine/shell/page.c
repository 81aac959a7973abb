#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "files/status_line.h"
#include "files/whole_file.h"
#include "page_data.h"
#include "pgn/pgn_record.h"
#include "system/files.h"
#include "tree_view.h"
#include "verbs.h"

/* The most plies of a game, and the moves that are shown of each of its positions. */
enum { GAME_PLIES_MAX = 1000, GAME_MOVES = 8 };

/* The page that is made. */
typedef struct page {
    search *searches[SEARCH_ALGORITHMS];
    human *human;         /* NULL: none */
    search_limits limits; /* of mcts */
    int threads;          /* of negamax */
    const char *path, *out;
    bool chess960;
    pgn_record game;          /* zero for a position */
    page_position *positions; /* those of the game, or one */
    size_t count;
    page_curves *curves; /* NULL for a game */
    tree_view tree;
} page;

/* The part of the tree that the page shows. */
static const tree_view_limits tree_limits = {.plies = 12, .children = 8, .share = 0.002};

/* True if the word names a file. What begins a position or limits does not, even if a file has that
 * name. */
static bool is_file(const char *word)
{
    return word != NULL && !request_begins(word) &&
           (strstr(word, ".pgn") != NULL || system_exists(word));
}

static bool read_game(page *p, int64_t number, failure *why)
{
    failure reason;
    pgn_record_status got = PGN_RECORD_END;
    pgn_records *games = pgn_records_open(p->path, why);
    if (games == NULL) {
        return false;
    }
    while (pgn_records_count(games) < number) {
        got = pgn_records_next(games, &p->game, &reason);
        if (got > PGN_RECORD_FAULTY) {
            break;
        }
    }
    const long found = pgn_records_count(games);
    pgn_records_close(games);
    if (got == PGN_RECORD_END) {
        return fail(why, "%s has no game %" PRId64 "; it has %ld", p->path, number, found);
    }
    if (got != PGN_RECORD_READ) {
        return fail(why, "%s", reason.text);
    }
    if (p->game.remark.text[0]) {
        fprintf(stderr, "morpho: page: %s\n", p->game.remark.text);
    }
    return p->game.ply_count <= GAME_PLIES_MAX ||
           fail(why, "the game has more than %d plies", GAME_PLIES_MAX);
}

static bool take_positions(page *p, size_t count, failure *why)
{
    p->positions = calloc(count, sizeof *p->positions);
    p->count = count;
    return p->positions != NULL || fail(why, "not enough memory for %zu positions", count);
}

/* Reads the limits of a game, and the game of this number. */
static bool take_game(page *p, const char *limits, int64_t number, failure *why)
{
    p->limits = request_default().limits;
    if (!request_files_differ(p->path, p->out, why) ||
        !request_read_limits(limits, &p->limits, why) || !read_game(p, number, why) ||
        !take_positions(p, p->game.ply_count + 1, why)) {
        return false;
    }
    p->positions[0].pos = p->game.first;
    p->chess960 = p->game.chess960;
    return true;
}

/* Reads a position and limits. */
static bool take_position(page *p, const char *text, failure *why)
{
    request r = request_default();
    if (!request_read(text, &r, why) || !take_positions(p, 1, why)) {
        return false;
    }
    p->limits = r.limits;
    p->positions[0].pos = r.root;
    p->chess960 = fen_is_chess960(&r.root);
    return true;
}

static bool read_words(verb_call *call, page *p, failure *why)
{
    const char *number_text = NULL, *net = NULL;
    char **words = call->words;
    int64_t number = 1;
    const request_option options[] = {{"out", &p->out}, {"game", &number_text}, {"human", &net}};
    if (!request_take_options(words, options, 3, why) ||
        !request_whole_number("--game", number_text, 1, 1000000, &number, why)) {
        return false;
    }
    if (p->out == NULL) {
        return fail(why, "--out FILE names the page to write");
    }
    p->path = is_file(*words) ? *words++ : NULL;
    if (p->path == NULL && number_text != NULL) {
        return fail(why, "--game is for a PGN file, which comes first");
    }
    if (net != NULL && (p->human = human_load(net, why)) == NULL) {
        return false;
    }
    return verb_join(call, words, why) &&
           (p->path != NULL ? take_game(p, call->text, number, why)
                            : take_position(p, call->text, why)) &&
           whole_file_check(p->out, why);
}

static bool search_position(page *p, failure *why)
{
    line game;
    page_position *at = &p->positions[0];
    p->curves = page_curves_new(why);
    if (p->curves == NULL) {
        return false;
    }
    line_start(&game, &at->pos);
    p->limits.report_growth = true;
    page_opinions_take(at, p->searches, &game, &p->limits, p->threads, page_curves_listen,
                       p->curves);
    return tree_view_take(&p->tree, p->searches[SEARCH_MCTS], &at->pos, &tree_limits, why);
}

static void search_game(page *p)
{
    line game;
    status_line status;
    position pos = p->game.first;
    line_start(&game, &pos);
    status_line_open(&status, stderr);
    for (size_t i = 0; i < p->count; i++) {
        page_position *at = &p->positions[i];
        if (i > 0) {
            at->played = p->game.moves[i - 1];
            line_play(&game, &pos, at->played);
        }
        at->pos = pos;
        page_opinions_take(at, p->searches, &game, &p->limits, p->threads, NULL, NULL);
        if (p->human != NULL && i + 1 < p->count) {
            review_ask_human(&at->by[SEARCH_MCTS].review, p->human, &pos, &game, p->game.moves[i]);
        }
        if (status_line_is_due(&status)) {
            const double a_position = status_line_elapsed(&status) / (double)(i + 1);
            status_line_show(&status, a_position * (double)(p->count - i - 1), "ply %zu of %zu", i,
                             p->count - 1);
        }
    }
    status_line_clear(&status);
}

static void put_tags(json_writer *j, const pgn_record *game)
{
    static const char *const names[] = {"White", "Black", "Event", "Site", "Date", "Round"};
    json_object_begin(j, "game");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = pgn_record_tag(game, names[i]);
        if (value != NULL && strcmp(value, "?") != 0) {
            json_text(j, names[i], value);
        }
    }
    json_text(j, "Result", game->result);
    json_object_end(j);
}

static void put_data(const page *p, FILE *out)
{
    json_writer j = {.out = out};
    const page_opinion *mcts = &p->positions[0].by[SEARCH_MCTS];
    json_object_begin(&j, NULL);
    json_text(&j, "program", "Morpho " MORPHO_VERSION);
    if (p->path != NULL) {
        put_tags(&j, &p->game);
        if (p->human != NULL) {
            json_text(&j, "human", human_name(p->human));
        }
    } else if (!mcts->review.over) {
        page_curves_put(&j, "curves", p->curves, &p->positions[0].pos);
        page_histories_put(&j, "history", p->searches[SEARCH_MCTS]);
        tree_view_put_node(&j, "tree", &p->tree, 0);
    }
    json_array_begin(&j, "positions");
    for (size_t i = 0; i < p->count; i++) {
        page_position_put(&j, &p->positions[i], i > 0 ? &p->positions[i - 1] : NULL, p->chess960,
                          p->path != NULL ? GAME_MOVES : MOVES_MAX);
    }
    json_array_end(&j);
    json_object_end(&j);
}

/* Writes text between tags of HTML, in ASCII. */
static void put_html(const char *text, FILE *out)
{
    uint32_t point;
    while (utf8_next(&text, &point)) {
        if (point > '~' || strchr("&<>", (int)point) != NULL) {
            fprintf(out, "&#%" PRIu32 ";", point);
        } else {
            fputc(point < ' ' ? ' ' : (int)point, out);
        }
    }
}

static void put_title(const page *p, FILE *out)
{
    const char *white = pgn_record_tag(&p->game, "White");
    const char *black = pgn_record_tag(&p->game, "Black");
    if (p->path == NULL) {
        fputs("A search by Morpho", out);
        return;
    }
    put_html(white != NULL ? white : "White", out);
    fputs(" - ", out);
    put_html(black != NULL ? black : "Black", out);
}

/* The parts of the page (page/page_files.S). In page.html {{title}}, {{style}}, {{data}} and
 * {{script}} stand for its title, page.css, the data as JSON, and page.js. */
extern const char page_html[], page_css[], page_js[];

/* A whole_file_writer. */
static bool write_page(const void *context, FILE *out)
{
    const page *p = context;
    for (const char *at = page_html; *at != '\0';) {
        const char *mark = strstr(at, "{{");
        const size_t plain = mark != NULL ? (size_t)(mark - at) : strlen(at);
        fwrite(at, 1, plain, out);
        at += plain;
        if (mark == NULL) {
            break;
        }
        if (strncmp(at, "{{title}}", strlen("{{title}}")) == 0) {
            put_title(p, out);
        } else if (strncmp(at, "{{style}}", strlen("{{style}}")) == 0) {
            fputs(page_css, out);
        } else if (strncmp(at, "{{data}}", strlen("{{data}}")) == 0) {
            put_data(p, out);
        } else {
            fputs(page_js, out);
        }
        at = strstr(at, "}}") + strlen("}}");
    }
    return ferror(out) == 0;
}

static bool make_page(engine *e, page *p, failure *why)
{
    if (!verb_new_searches(e, p->searches, why)) {
        return false;
    }
    p->threads = engine_search_options(e, SEARCH_NEGAMAX).threads;
    if (p->path != NULL) {
        search_game(p);
    } else if (!search_position(p, why)) {
        return false;
    }
    return whole_file_make(p->out, write_page, p, why);
}

bool page_run(verb_call *call, failure *why)
{
    page p = {.path = NULL};
    const bool done = read_words(call, &p, why) && make_page(call->engine, &p, why);
    verb_end_searches(p.searches);
    human_free(p.human);
    page_curves_free(p.curves);
    tree_view_free(&p.tree);
    pgn_record_free(&p.game);
    free(p.positions);
    return done;
}
