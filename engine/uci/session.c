#include "uci/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "system/clock.h"
#include "uci/go.h"
#include "uci/go_line.h"

typedef struct session {
    writer *out;
    inbox *box;
    engine *engine;
    game_state game;
    go_context go;
} session;

/* Tells the client which endgame tables are left out. */
static void tell_left_out(session *s)
{
    failure why;
    while (engine_next_problem(s->engine, &why)) {
        writer_error(s->out, "%s", why.text);
    }
}

/* The progress of a check of endgame tables, which ends when the client quits. */
static bool tell_checked(void *user, int64_t done, int64_t all)
{
    const session *s = user;
    const interrupt stop = inbox_interrupt(s->box);
    char text[ENGINE_CHECKED_MAX];
    engine_describe_checked(done, all, text);
    writer_line(s->out, "info string %s", text);
    return !interrupt_wanted(&stop);
}

/* Tells the client once what is wrong in the config file. */
static void tell_problems(session *s)
{
    char *problem = s->engine->problems;
    for (size_t length; (length = strcspn(problem, "\n")) > 0; problem += length + 1) {
        writer_error(s->out, "%.*s", (int)length, problem);
    }
    s->engine->problems[0] = '\0';
}

static void handle_uci(session *s, const message *m)
{
    (void)m;
    char text[WRITER_LINE_MAX];
    int count;
    const option_row *rows = option_rows(&count);
    char name[ENGINE_TITLE_MAX];
    engine_title(s->engine, name);
    writer_line(s->out, "id name %s", name);
    writer_line(s->out, "id author the Morpho authors");
    for (int i = 0; i < count; i++) {
        if (rows[i].what != NULL || s->engine->all_options) {
            option_describe(&rows[i], text, sizeof text);
            writer_line(s->out, "%s", text);
        }
    }
    writer_line(s->out, "uciok");
    tell_problems(s);
    tell_left_out(s);
}

/* Makes the engine ready and reports errors. */
static bool prepare(session *s)
{
    failure why;
    const bool ready = engine_prepare(s->engine, &why);
    if (why.text[0] != '\0') {
        writer_error(s->out, "%s", why.text);
    }
    tell_left_out(s); /* a search may have found some */
    return ready;
}

static void tell_tables(session *s)
{
    const syzygy_found found = syzygy_found_in(s->engine->tables);
    tell_left_out(s);
    writer_line(s->out,
                "info string SyzygyPath: found %d WDL and %d DTZ tables, of up to %d pieces",
                found.wdl, found.dtz, found.pieces);
}

static void handle_setoption(session *s, const message *m)
{
    char name[OPTION_NAME_MAX], value[SETTINGS_TEXT_MAX];
    failure why;
    if (!option_split(m->arguments, name, value, &why)) {
        writer_error(s->out, "%s", why.text);
        return;
    }
    const option_row *row = option_find(name);
    if (row == NULL) {
        writer_error(s->out, "unknown option \"%s\"", name);
    } else if (!engine_set(s->engine, row, value, &why)) {
        writer_error(s->out, "%s", why.text);
    } else if (row->effect == OPTION_AFFECTS_TABLES && s->engine->tables != NULL) {
        tell_tables(s);
    }
}

static void handle_ucinewgame(session *s, const message *m)
{
    (void)m;
    s->go.told_chess960 = false;
    if (prepare(s)) {
        search_new_game(s->engine->search);
    }
}

static void handle_position(session *s, const message *m)
{
    failure why;
    char last[FEN_INPUT_MAX];
    strcpy(last, s->game.fen);
    if (!position_line_read(&s->game, m->arguments, &why)) {
        writer_error(s->out, "%s", why.text);
        return;
    }
    if (strcmp(last, s->game.fen) == 0) {
        return; /* the same game goes on: the notes were reported before */
    }
    if (s->game.notes & FEN_RIGHTS_DROPPED) {
        writer_line(s->out, "info string position: castling rights without their king or rook "
                            "are dropped");
    }
    if (s->game.notes & FEN_EN_PASSANT_DROPPED) {
        writer_line(s->out, "info string position: nobody can capture en passant; the square is "
                            "dropped");
    }
}

static void handle_go(session *s, const message *m)
{
    const bool perft = go_asks_perft(m->arguments), valid = s->game.valid;
    if (!valid) {
        writer_error(s->out, "go: the last position was refused");
    }
    if (valid && (perft || prepare(s))) {
        go_run(&s->go, &s->game, m->arguments);
    } else if (!perft) {
        writer_line(s->out, "bestmove (none)");
    }
}

static void handle_isready(session *s, const message *m)
{
    (void)m;
    prepare(s);
    writer_line(s->out, "readyok");
}

static void handle_extra(session *s, const message *m)
{
    const interrupt stop = inbox_interrupt(s->box);
    const command_context context = {.name = m->extra->name,
                                     .out = s->out,
                                     .engine = s->engine,
                                     .game = &s->game,
                                     .stop = &stop};
    m->extra->run(&context, m->arguments);
}

/* A line without its arguments. A client waits for the answers to go and isready. */
static void handle_lost(session *s, const message *m)
{
    if (m->command == COMMAND_POSITION) {
        s->game.valid = false;
    } else if (m->command == COMMAND_GO) {
        writer_line(s->out, "bestmove (none)");
    } else if (m->command == COMMAND_ISREADY) {
        handle_isready(s, m);
    }
}

static void handle(session *s, const message *m)
{
    /* The inbox handles all other commands. */
    static void (*const handlers[])(session *, const message *) = {
        [COMMAND_UCI] = handle_uci,
        [COMMAND_ISREADY] = handle_isready,
        [COMMAND_SETOPTION] = handle_setoption,
        [COMMAND_UCINEWGAME] = handle_ucinewgame,
        [COMMAND_POSITION] = handle_position,
        [COMMAND_GO] = handle_go,
        [COMMAND_EXTRA] = handle_extra,
    };
    assert((size_t)m->command < sizeof handlers / sizeof *handlers);
    (m->lost ? handle_lost : handlers[m->command])(s, m);
}

bool session_run(const inbox_input *input, engine *e, writer *out, failure *why)
{
    message *m;
    session *s = malloc(sizeof *s);
    if (s == NULL) {
        line_reader_free(input->lines);
        return fail(why, "not enough memory for a session");
    }
    *s = (session){.out = out, .engine = e, .box = inbox_open(input, out, why)};
    if (s->box == NULL) {
        free(s);
        return false;
    }
    s->go =
        (go_context){.engine = e, .box = s->box, .out = out, .random = (uint64_t)system_clock_ns()};
    e->checking.tell = tell_checked;
    e->checking.user = s;
    game_state_init(&s->game);
    while ((m = inbox_take(s->box)) != NULL) {
        handle(s, m);
        inbox_done(s->box, m);
    }
    e->checking.tell = NULL;
    inbox_close(s->box);
    free(s);
    return true;
}
