#include "uci/page.h"

#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "files/status_line.h"
#include "files/whole_file.h"
#include "page_output.h"
#include "system/files.h"
#include "uci/analysis_request.h"
#include "uci/verb_options.h"

enum { REQUEST_TEXT_MAX = 4096, GAME_PLIES_MAX = 1000 };

/* The part of the tree that the page shows. */
static const tree_view_limits tree_limits = {.plies = 12, .children = 8, .share = 0.002};

/* True if the word names a file. What begins a position or limits does not, even if a file has that
 * name. */
static bool is_file(const char *word)
{
    return word != NULL && !analysis_request_begins(word) &&
           (strstr(word, ".pgn") != NULL || system_exists(word));
}

static bool read_game(page *p, int number, failure *why)
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
        return fail(why, "page: %s has no game %d; it has %ld", p->path, number, found);
    }
    if (got != PGN_RECORD_READ) {
        return fail(why, "page: %s", reason.text);
    }
    if (p->game.remark.text[0]) {
        fprintf(stderr, "morpho: page: %s\n", p->game.remark.text);
    }
    return p->game.ply_count <= GAME_PLIES_MAX ||
           fail(why, "page: the game has more than %d plies", GAME_PLIES_MAX);
}

static bool take_positions(page *p, size_t count, failure *why)
{
    p->positions = calloc(count, sizeof *p->positions);
    p->count = count;
    return p->positions != NULL || fail(why, "page: not enough memory for %zu positions", count);
}

/* Reads the limits of a game, and the game of this number. */
static bool take_game(page *p, const char *limits, int number, failure *why)
{
    if (!verb_files_differ("page", p->path, p->out, why) ||
        !analysis_limits_read(limits, "page", &p->limits, why) || !read_game(p, number, why) ||
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
    analysis_request request;
    if (!analysis_request_read(text, "page", &request, why) || !take_positions(p, 1, why)) {
        return false;
    }
    p->limits = request.limits;
    p->positions[0].pos = request.root;
    p->chess960 = fen_is_chess960(&request.root);
    return true;
}

static bool read_request(char **words, page *p, failure *why)
{
    const char *number_text = NULL;
    char text[REQUEST_TEXT_MAX];
    int number = 1;
    const verb_option options[] = {{"out", &p->out}, {"game", &number_text}};
    if (!verb_options_take(words, "page", options, 2, why) ||
        !verb_whole_number("page", "game", number_text, 1, 1000000, &number, why)) {
        return false;
    }
    if (p->out == NULL) {
        return fail(why, "page: --out FILE names the page to write");
    }
    p->path = is_file(*words) ? *words++ : NULL;
    if (p->path == NULL && number_text != NULL) {
        return fail(why, "page: --game is for a PGN file, which comes first");
    }
    if (!verb_words_join(words, "page", text, sizeof text, why)) {
        return false;
    }
    return p->path != NULL ? take_game(p, text, number, why) : take_position(p, text, why);
}

static bool search_position(page *p, failure *why)
{
    line game;
    failure reason;
    page_position *at = &p->positions[0];
    p->curves = page_curves_new(why);
    if (p->curves == NULL) {
        return false;
    }
    line_start(&game, &at->pos);
    p->limits.report_growth = true;
    page_opinions_take(at, p->searches, &game, &p->limits, p->threads, page_curves_listen,
                       p->curves);
    return tree_view_take(&p->tree, p->searches[SEARCH_MCTS], &at->pos, &tree_limits, &reason) ||
           fail(why, "page: %s", reason.text);
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
        if (status_line_is_due(&status)) {
            const double a_position = status_line_elapsed(&status) / (double)(i + 1);
            status_line_show(&status, a_position * (double)(p->count - i - 1), "ply %zu of %zu", i,
                             p->count - 1);
        }
    }
    status_line_clear(&status);
}

static bool make_page(engine *e, page *p, failure *why)
{
    if (!engine_load_nets(e, why)) {
        return false;
    }
    p->threads = engine_search_options(e, SEARCH_NEGAMAX).threads;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        p->searches[i] = engine_new_search(e, (search_algorithm)i, "page", why);
        if (p->searches[i] == NULL) {
            return false;
        }
    }
    if (p->path != NULL) {
        search_game(p);
    } else if (!search_position(p, why)) {
        return false;
    }
    return whole_file_make(p->out, page_write, p, why);
}

bool page_run(engine *e, char **words, failure *why)
{
    page p = {.path = NULL};
    const bool done =
        read_request(words, &p, why) && whole_file_check(p.out, why) && make_page(e, &p, why);
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        if (done) {
            engine_tell_threads(p.searches[i]);
        }
        search_free(p.searches[i]);
    }
    page_curves_free(p.curves);
    tree_view_free(&p.tree);
    pgn_record_free(&p.game);
    free(p.positions);
    return done;
}
