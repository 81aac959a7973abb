#include "page_session.h"

#include <stdlib.h>
#include <string.h>

#include "chess/san.h"
#include "page_session_parts.h"
#include "request.h"
#include "system/clock.h"
#include "system/threads.h"
#include "uci/text.h"
#include "verbs.h"

/* The most plies of a game, and the pause between two tries to stop. */
enum { GAME_PLIES_MAX = 1000, STOP_MS = 5 };

bool session_is_stopped(page_session *session)
{
    pthread_mutex_lock(&session->lock);
    const bool stop = session->stop;
    pthread_mutex_unlock(&session->lock);
    return stop;
}

static void free_task(task *t)
{
    if (t != NULL) {
        pgn_record_free(&t->game);
        free(t);
    }
}

/* ---- The conductor ---- */

/* Takes over what a task brings. Returns true if it begins with another game or position, which
 * the searches must not take for the same game. */
static bool take_over(page_session *session, task *t)
{
    const bool same = session->has_one && t->kind == TASK_POSITION &&
                      strcmp(session->one.state.fen, t->state.fen) == 0;
    if (t->kind == TASK_POSITION) {
        session_take_one(session, t);
    } else if (t->kind == TASK_GAME) {
        session_take_game(session, t);
    } else if (t->kind == TASK_BACK) {
        session->shows_game = session->game.positions != NULL;
    }
    return t->kind == TASK_GAME || (t->kind == TASK_POSITION && !same);
}

static void do_task(page_session *session, task *t)
{
    pthread_mutex_lock(&session->lock);
    const bool fresh = take_over(session, t);
    const bool shows_game = session->shows_game;
    session->version++;
    pthread_mutex_unlock(&session->lock);
    for (int i = 0; fresh && i < SEARCH_ALGORITHMS; i++) {
        search_new_game(session->searches[i]);
    }
    if (shows_game && session->game.positions != NULL) {
        session_search_game(session);
    } else if (!shows_game && session->has_one) {
        session_search_one(session, t->ms);
    }
}

/* The thread that does one task after the other. */
static void *conduct(void *user)
{
    page_session *session = user;
    pthread_mutex_lock(&session->lock);
    while (!session->ends) {
        task *t = session->pending;
        if (t == NULL) {
            pthread_cond_wait(&session->wake, &session->lock);
            continue;
        }
        session->pending = NULL;
        session->stop = false;
        session->searching = true;
        pthread_mutex_unlock(&session->lock);
        do_task(session, t);
        free_task(t);
        pthread_mutex_lock(&session->lock);
        session->searching = false;
        session->version++;
    }
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

/* Stops what runs. Called under the lock. */
static void stop_all(page_session *s)
{
    s->stop = true;
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        search_stop(s->searches[i]);
    }
}

/* Gives the conductor a task in place of all that it does and has to do. */
static void give(page_session *s, task *t)
{
    pthread_mutex_lock(&s->lock);
    free_task(s->pending);
    s->pending = t;
    stop_all(s);
    pthread_cond_signal(&s->wake);
    pthread_mutex_unlock(&s->lock);
}

static task *new_task(task_kind kind, failure *why)
{
    task *t = calloc(1, sizeof *t);
    if (t == NULL) {
        fail(why, "not enough memory for the request");
        return NULL;
    }
    t->kind = kind;
    return t;
}

/* ---- What is asked for ---- */

/* True if a text is a position and no game. Moves the cursor past `position`, and `*missing` is the
 * word that is missing before the rest, or "". */
static bool is_position(const char **text, const char **missing)
{
    char word[TEXT_WORD_MAX];
    const char *after = *text;
    if (text_peek_word(*text, word) && text_equal(word, "position")) {
        text_next_word(&after, word);
        *text = after;
    }
    /* A word with a slash is a board, though perhaps a faulty one. */
    const bool read = text_peek_word(*text, word);
    const bool board = read && strchr(word, '/') != NULL && word[0] != '[';
    const bool moves = read && text_equal(word, "moves");
    *missing = board ? "fen" : moves ? "startpos" : "";
    return board || moves || text_equal(word, "startpos") || text_equal(word, "fen");
}

static bool append_word(task *t, const char *word, failure *why)
{
    return text_append_words(t->line, sizeof t->line, word, strlen(word)) ||
           fail(why, "the position and its moves are longer than %d characters",
                PAGE_SESSION_LINE_MAX - 1);
}

/* Plays moves of UCI or SAN after the position of a task, and puts them to its line as UCI. */
static bool read_moves(task *t, const char *text, failure *why)
{
    char word[TEXT_WORD_MAX], uci[MOVE_TEXT_MAX];
    const bool chess960 = fen_is_chess960(&t->state.root);
    for (int number = 1; request_next_move(&text, word); number++) {
        const move m = san_parse(&t->state.root, word);
        if (m == MOVE_NONE) {
            return fail(why, "move %d, \"%.64s\", is not legal", number, word);
        }
        move_to_uci(m, chess960, uci);
        if ((number == 1 && !append_word(t, "moves", why)) || !append_word(t, uci, why)) {
            return false;
        }
        line_play(&t->state.played, &t->state.root, m);
    }
    return !text_next_word(&text, word) || fail(why, "\"%.64s\" is no move", word);
}

/* Reads a position and its moves, and writes them to the task as a line of UCI. */
static bool read_line(task *t, const char *text, const char *missing, failure *why)
{
    char word[TEXT_WORD_MAX];
    t->line[0] = '\0';
    bool fits = append_word(t, missing, why);
    while (fits && text_next_word(&text, word) && !text_equal(word, "moves")) {
        fits = append_word(t, word, why);
    }
    return fits && position_line_read(&t->state, t->line, why) && read_moves(t, text, why);
}

static bool read_game(task *t, const char *text, failure *why)
{
    enum { GZIP_MAGIC = 0x1f };
    failure reason;
    const size_t size = strlen(text);
    if (size == 0 || text[0] == GZIP_MAGIC) {
        return fail(why, "neither a position nor a game in PGN is given");
    }
    pgn_records *games = pgn_records_open_bytes(text, size, "the game", why);
    if (games == NULL) {
        return false;
    }
    const pgn_record_status got = pgn_records_next(games, &t->game, &reason);
    pgn_records_close(games);
    if (got == PGN_RECORD_END) {
        return fail(why, "the text is neither a position nor a game in PGN");
    }
    return (got == PGN_RECORD_READ || fail(why, "%s", reason.text)) &&
           (t->game.ply_count > 0 || fail(why, "the game has no moves")) &&
           (t->game.ply_count <= GAME_PLIES_MAX ||
            fail(why, "the game has more than %d plies", GAME_PLIES_MAX));
}

bool page_session_put(page_session *s, const char *text, failure *why)
{
    const char *rest = text, *missing;
    const bool one = is_position(&rest, &missing);
    task *t = new_task(one ? TASK_POSITION : TASK_GAME, why);
    if (t == NULL) {
        return false;
    }
    if (!(one ? read_line(t, rest, missing, why) : read_game(t, text, why))) {
        free_task(t);
        return false;
    }
    give(s, t);
    return true;
}

bool page_session_go(page_session *s, int64_t ms, failure *why)
{
    task *t = new_task(TASK_GO, why);
    if (t != NULL) {
        t->ms = ms;
        give(s, t);
    }
    return t != NULL;
}

bool page_session_back(page_session *s, failure *why)
{
    task *t = new_task(TASK_BACK, why);
    if (t != NULL) {
        give(s, t);
    }
    return t != NULL;
}

void page_session_stop(page_session *s)
{
    pthread_mutex_lock(&s->lock);
    free_task(s->pending);
    s->pending = NULL;
    stop_all(s);
    pthread_mutex_unlock(&s->lock);
}

/* ---- What is known ---- */

static void put_live(json_writer *j, const page_session *s)
{
    json_object_begin(j, "live");
    json_truth(j, "searching", s->searching);
    json_truth(j, "waits", !s->shows_game && s->game.positions != NULL);
    json_whole(j, "number", s->shows_game ? s->game.number : s->one.number);
    if (s->shows_game) {
        json_whole(j, "plies", (int64_t)s->game.record.ply_count);
    } else if (s->has_one) {
        json_text(j, "line", s->one.line);
    }
    json_object_end(j);
}

static void put_all(json_writer *j, const page_session *s)
{
    json_object_begin(j, NULL);
    json_text(j, "program", "Morpho " MORPHO_VERSION);
    page_losses_put(j);
    put_live(j, s);
    if (s->shows_game) {
        session_put_game(j, s);
    } else if (s->has_one) {
        session_put_one(j, s);
    }
    json_object_end(j);
}

void page_session_write_again(page_session *s)
{
    pthread_mutex_lock(&s->lock);
    s->version++;
    pthread_mutex_unlock(&s->lock);
}

bool page_session_write(page_session *s, memory_stream *to)
{
    pthread_mutex_lock(&s->lock);
    if (s->stop && s->searching) {
        stop_all(s); /* one that came just before a search was armed is lost */
    }
    const bool changed = s->version != s->written && memory_stream_open(to);
    if (changed) {
        json_writer j = {.out = to->stream};
        put_all(&j, s);
        s->written = s->version;
    }
    pthread_mutex_unlock(&s->lock);
    if (!changed) {
        return false;
    }
    if (!memory_stream_close(to)) {
        free(to->text);
        page_session_write_again(s);
        return false;
    }
    for (size_t i = 0; i < to->size; i++) { /* texts have none: they are escaped */
        to->text[i] = to->text[i] == '\n' ? ' ' : to->text[i];
    }
    return true;
}

/* ---- Its life ---- */

static bool begin(page_session *s, engine *e, failure *why)
{
    s->one.curves = page_curves_new(why);
    s->names = s->one.curves != NULL ? opening_names_new(why) : NULL;
    if (s->names == NULL || !verb_new_searches(e, s->searches, why)) {
        return false;
    }
    for (int i = 0; i < SEARCH_ALGORITHMS; i++) {
        s->threads[i] = engine_search_options(e, (search_algorithm)i).threads;
    }
    s->has_conductor = system_thread_start(&s->conductor, conduct, s);
    return s->has_conductor || fail(why, "the system starts no thread for the searches");
}

page_session *page_session_new(engine *e, const search_limits *game_limits, failure *why)
{
    page_session *s = calloc(1, sizeof *s);
    if (s == NULL) {
        fail(why, "not enough memory for the searches");
        return NULL;
    }
    s->game_limits = *game_limits;
    s->version = 1;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->wake, NULL);
    if (!begin(s, e, why)) {
        page_session_free(s);
        return NULL;
    }
    return s;
}

void page_session_free(page_session *s)
{
    if (s == NULL) {
        return;
    }
    if (s->has_conductor) {
        pthread_mutex_lock(&s->lock);
        s->ends = true;
        pthread_cond_signal(&s->wake);
        do { /* a stop is lost if it comes just before a search is armed */
            stop_all(s);
            pthread_mutex_unlock(&s->lock);
            system_pause_ms(STOP_MS);
            pthread_mutex_lock(&s->lock);
        } while (s->searching);
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->conductor, NULL);
    }
    free_task(s->pending);
    verb_end_searches(s->searches);
    page_curves_free(s->one.curves);
    opening_names_free(s->names);
    free(s->one.tree);
    free(s->one.history);
    pgn_record_free(&s->game.record);
    free(s->game.positions);
    pthread_cond_destroy(&s->wake);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
