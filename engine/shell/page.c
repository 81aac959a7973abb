#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "files/status_line.h"
#include "files/whole_file.h"
#include "opening_names.h"
#include "page_data.h"
#include "page_games.h"
#include "page_html.h"
#include "page_work.h"
#include "system/files.h"
#include "system/memory_stream.h"
#include "tree_view.h"
#include "verbs.h"

enum { GAME_MOVES = 8, MADE_BY_MAX = 512, TITLE_MAX = 1024 };

/* The page that is made. */
typedef struct page {
    search *searches[SEARCH_ALGORITHMS];
    human *human;         /* NULL: none */
    search_limits limits; /* of mcts */
    char made_by[MADE_BY_MAX];
    const char *path, *out; /* the path is NULL for a position */
    status_line status;
    page_games games;
    opening_names *names;
    page_work *work;        /* the positions of the games */
    size_t searched;        /* those of this run */
    page_position position; /* the one position, or that of a game which is searched */
    page_curves *curves;    /* NULL for games */
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

/* Reads the limits of games, and the games: all, or the one with a number above 0. */
static bool take_games(page *p, const char *limits, int64_t number, failure *why)
{
    p->limits = request_default().limits;
    return request_files_differ(p->path, p->out, why) &&
           request_read_limits(limits, &p->limits, why) &&
           page_games_read(&p->games, p->path, number, why);
}

/* Reads a position and limits. */
static bool take_position(page *p, const char *text, failure *why)
{
    request r = request_default();
    if (!request_read(text, &r, why)) {
        return false;
    }
    p->limits = r.limits;
    p->position.pos = r.root;
    p->position.chess960 = fen_is_chess960(&r.root);
    return true;
}

/* What made the positions of games: the program, the limits and the net of people's play. */
static void write_made_by(page *p, const char *limits)
{
    snprintf(p->made_by, sizeof p->made_by, "morpho page, Morpho %s, %.256s%s%s", MORPHO_VERSION,
             limits[0] != '\0' ? limits : "seconds 1", p->human != NULL ? ", " : "",
             p->human != NULL ? human_name(p->human) : "");
    for (char *at = p->made_by; *at != '\0'; at++) {
        *at = *at < ' ' || *at > '~' || *at == '<' ? '?' : *at;
    }
}

static bool read_words(verb_call *call, page *p, failure *why)
{
    const char *number_text = NULL, *net = NULL;
    char **words = call->words;
    int64_t number = 0;
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
    if (!verb_join(call, words, why)) {
        return false;
    }
    write_made_by(p, call->text);
    return (p->path != NULL ? take_games(p, call->text, number, why)
                            : take_position(p, call->text, why)) &&
           whole_file_check(p->out, why);
}

/* The seconds that a search of a position has left, negamax included; below 0: unknown. */
static double seconds_left(const page *p, const search_info *info)
{
    const search_limits *l = &p->limits;
    const double done = status_line_elapsed(&p->status);
    const double mcts = l->nodes > 0 && info->nodes > 0
                            ? done * (double)l->nodes / (double)info->nodes
                        : l->time_ms_hard > 0 ? (double)l->time_ms_hard / 1000.0
                                              : -1.0;
    return 2.0 * mcts - done;
}

/* The listener of the search of a position. */
static void listen(void *user, const search *s, const search_info *info)
{
    page *p = user;
    if (s != p->searches[SEARCH_MCTS]) {
        return;
    }
    page_curves_listen(p->curves, s, info);
    if (status_line_is_due(&p->status)) {
        status_line_show(&p->status, seconds_left(p, info), "%" PRIu64 " playouts", info->nodes);
    }
}

static bool search_position(page *p, failure *why)
{
    line game;
    p->curves = page_curves_new(why);
    if (p->curves == NULL) {
        return false;
    }
    line_start(&game, &p->position.pos);
    p->limits.report_growth = true;
    page_opinions_take(&p->position, p->searches, &game, &p->limits, listen, p);
    return tree_view_take(&p->tree, p->searches[SEARCH_MCTS], &p->position.pos, &tree_limits, why);
}

/* Makes a position, or its beginning alone, a line of text, which the caller frees. */
static char *text_of(const page_position *at, bool whole, failure *why)
{
    memory_stream memory;
    if (memory_stream_open(&memory)) {
        json_writer j = {.out = memory.stream};
        if (whole) {
            page_position_put(&j, at, GAME_MOVES);
        } else {
            page_position_begin(&j, at);
        }
        if (memory_stream_close(&memory)) {
            for (char *end = memory.text; (end = strchr(end, '\n')) != NULL;) {
                *end = ' ';
            }
            return memory.text;
        }
        free(memory.text);
    }
    fail(why, "not enough memory for a position");
    return NULL;
}

static void show_progress(page *p, size_t game, size_t ply)
{
    const pgn_record *g = &p->games.games[game];
    const size_t left = p->games.positions - page_work_kept(p->work) - p->searched;
    const double seconds =
        p->searched > 0 ? status_line_elapsed(&p->status) * (double)left / (double)p->searched
                        : -1.0;
    if (p->searched == 0 || status_line_is_due(&p->status)) {
        status_line_show(&p->status, seconds, "game %zu of %zu, ply %zu of %zu", game + 1,
                         p->games.count, ply, g->ply_count);
    }
}

/* Searches the position of a game, and adds it to the work. `next` is the move of the game there;
 * MOVE_NONE: none. */
static bool review_position_of_game(page *p, const line *played, move next, failure *why)
{
    page_position *at = &p->position;
    page_opinions_take(at, p->searches, played, &p->limits, NULL, NULL);
    if (p->human != NULL && next != MOVE_NONE) {
        review_ask_human(&at->by[SEARCH_MCTS].review, p->human, &at->pos, played, next);
    }
    char *text = text_of(at, true, why);
    const bool done = text != NULL && page_work_add(p->work, text, why);
    p->searched++;
    free(text);
    return done;
}

static bool review_game(page *p, size_t number, failure *why)
{
    const pgn_record *game = &p->games.games[number];
    page_position *at = &p->position;
    line played;
    bool has = false, done = true;
    *at = (page_position){.pos = game->first, .chess960 = game->chess960, .played = MOVE_NONE};
    line_start(&played, &at->pos);
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        search_new_game(p->searches[i]);
    }
    for (size_t i = 0; done && i <= game->ply_count; i++) {
        if (i > 0) {
            at->played = game->moves[i - 1];
            line_play(&played, &at->pos, at->played);
        }
        char *begin = text_of(at, false, why);
        done = begin != NULL && page_work_has(p->work, begin, &has, why);
        free(begin);
        if (done && !has) {
            show_progress(p, number, i);
            done = review_position_of_game(p, &played,
                                           i < game->ply_count ? game->moves[i] : MOVE_NONE, why);
        }
    }
    return done;
}

static bool review_games(page *p, failure *why)
{
    bool done = true;
    p->names = opening_names_new(why);
    p->work = p->names != NULL ? page_work_open(p->out, p->made_by, why) : NULL;
    if (p->work == NULL) {
        return false;
    }
    const size_t kept = page_work_kept(p->work);
    if (kept > 0) {
        fprintf(stderr, "%zu of %zu positions were searched before\n", kept, p->games.positions);
    }
    verb_tell_resumable("position");
    for (size_t i = 0; done && i < p->games.count; i++) {
        done = review_game(p, i, why);
    }
    return done;
}

static void put_games(json_writer *j, const page *p)
{
    size_t at = 0;
    for (size_t i = 0; i < p->games.count; i++) {
        const pgn_record *game = &p->games.games[i];
        json_object_begin(j, NULL);
        page_tags_put(j, game);
        page_opening_put(j, p->names, game);
        json_array_begin(j, "positions");
        for (size_t ply = 0; ply <= game->ply_count; ply++) {
            json_value(j, NULL, page_work_text(p->work, at++));
        }
        json_array_end(j);
        json_object_end(j);
    }
}

/* A game without tags and moves. */
static void put_position(json_writer *j, const page *p)
{
    json_object_begin(j, NULL);
    json_array_begin(j, "positions");
    page_position_put(j, &p->position, MOVES_MAX);
    json_array_end(j);
    json_object_end(j);
}

/* A page_data_writer. */
static void put_data(const void *context, FILE *out)
{
    const page *p = context;
    json_writer j = {.out = out};
    json_object_begin(&j, NULL);
    json_text(&j, "program", "Morpho " MORPHO_VERSION);
    page_losses_put(&j);
    if (p->human != NULL) {
        json_text(&j, "human", human_name(p->human));
    }
    json_array_begin(&j, "games");
    if (p->path != NULL) {
        put_games(&j, p);
    } else {
        put_position(&j, p);
    }
    json_array_end(&j);
    if (p->path == NULL && !p->position.by[SEARCH_MCTS].review.over) {
        page_curves_put(&j, "curves", p->curves);
        page_histories_put(&j, "history", p->searches[SEARCH_MCTS]);
        tree_view_put_node(&j, "tree", &p->tree, 0);
    }
    json_object_end(&j);
}

static void write_title(const page *p, char title[TITLE_MAX])
{
    if (p->path == NULL) {
        strcpy(title, "A search by Morpho");
    } else if (p->games.count > 1) {
        snprintf(title, TITLE_MAX, "%zu games", p->games.count);
    } else {
        const char *white = pgn_record_tag(&p->games.games[0], "White");
        const char *black = pgn_record_tag(&p->games.games[0], "Black");
        snprintf(title, TITLE_MAX, "%.480s - %.480s", white != NULL ? white : "White",
                 black != NULL ? black : "Black");
    }
}

/* A whole_file_writer. */
static bool write_page(const void *context, FILE *out)
{
    char title[TITLE_MAX];
    write_title(context, title);
    return page_html_write(title, put_data, context, out);
}

static void tell_written(const page *p)
{
    system_status status;
    if (!system_look(p->out, &status) || status.kind != SYSTEM_REGULAR) {
        return;
    }
    const double kilobytes = (double)status.bytes / 1000.0;
    if (kilobytes < 1000.0) {
        fprintf(stderr, "%s written, %.0f KB\n", p->out, kilobytes);
    } else {
        fprintf(stderr, "%s written, %.1f MB\n", p->out, kilobytes / 1000.0);
    }
}

static bool make_page(engine *e, page *p, failure *why)
{
    if (!verb_new_searches(e, p->searches, why)) {
        return false;
    }
    status_line_open(&p->status, stderr);
    bool done = p->path != NULL ? review_games(p, why) : search_position(p, why);
    status_line_clear(&p->status);
    done = done && whole_file_make(p->out, write_page, p, why);
    if (done) {
        tell_written(p);
    }
    if (done && p->work != NULL) {
        page_work_remove(p->work);
    }
    return done;
}

bool page_run(verb_call *call, failure *why)
{
    page *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return fail(why, "not enough memory for a page");
    }
    const bool done = read_words(call, p, why) && make_page(call->engine, p, why);
    verb_end_searches(p->searches);
    human_free(p->human);
    page_curves_free(p->curves);
    tree_view_free(&p->tree);
    page_games_free(&p->games);
    opening_names_free(p->names);
    page_work_close(p->work);
    free(p);
    return done;
}
