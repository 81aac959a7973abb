#include "uci/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "chess/random_numbers.h"
#include "system/clock.h"
#include "uci/bench.h"
#include "uci/board_text.h"
#include "uci/engine.h"
#include "uci/eval.h"
#include "uci/genfens.h"
#include "uci/go_limits.h"
#include "uci/inbox.h"
#include "uci/info_line.h"
#include "uci/move_stats.h"
#include "uci/perft_report.h"
#include "uci/position_line.h"
#include "uci/strength.h"

typedef struct session {
    writer *out;
    inbox *box;
    engine *engine;
    game_state game;
    bool told_chess960; /* the client was told that castling is written in the Chess960 manner */
    bool told_threads;  /* and that the system starts too few threads */
    uint64_t random;    /* state of the random numbers of weaker play */
} session;

/* The data of one search's listener. */
typedef struct report {
    writer *out;
    info_style style;
    int lines;        /* as MultiPV wants them; the search may have more */
    bool keeps_final; /* the last report is kept, and not written */
    search_info best; /* the best line of the last report; zeros before it */
    bool minimal, final_stats, live_stats;
    bool *told_threads; /* of the session */
} report;

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
    enum { MEGABYTE = 1000000 };
    const session *s = user;
    const interrupt stop = inbox_interrupt(s->box);
    writer_line(s->out, "info string SyzygyPath: %" PRId64 " of %" PRId64 " MB are checked",
                done / MEGABYTE, all / MEGABYTE);
    return !stop.wanted(stop.user);
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

static void handle_uci(session *s)
{
    char text[WRITER_LINE_MAX];
    int count;
    const option_row *rows = option_rows(&count);
    writer_line(s->out, "id name Morpho %s", MORPHO_VERSION);
    writer_line(s->out, "id author the Morpho authors");
    for (int i = 0; i < count; i++) {
        if (!rows[i].research || s->engine->all_options) {
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

static void handle_setoption(session *s, const char *arguments)
{
    char name[OPTION_NAME_MAX], value[SETTINGS_TEXT_MAX];
    failure why;
    if (!option_split(arguments, name, value, &why)) {
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

static void handle_ucinewgame(session *s)
{
    s->told_chess960 = false;
    if (prepare(s)) {
        search_new_game(s->engine->search);
    }
}

static void handle_position(session *s, const char *arguments)
{
    failure why;
    char last[FEN_INPUT_MAX];
    strcpy(last, s->game.fen);
    if (!position_line_read(&s->game, arguments, &why)) {
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

/* Tells the client once if the search has too few threads. */
static void tell_threads(const report *to, const search *searching)
{
    failure why;
    const bool missing = !search_has_threads(searching, &why);
    if (missing && !*to->told_threads) {
        writer_error(to->out, "option Threads: %s; the search goes on with these", why.text);
    }
    *to->told_threads = missing;
}

static void listen(void *user, const search *searching, const search_info *info)
{
    report *to = user;
    tell_threads(to, searching);
    /* All lines of a report have the same statistics. */
    const bool first_line = info->multi_pv <= 1;
    if (first_line && (info->final ? to->final_stats : to->live_stats)) {
        move_stats_write(to->out, searching, to->style.chess960);
    }
    if (first_line && info->final) {
        to->best = *info;
    }
    if ((info->final ? !to->keeps_final : !to->minimal) && info->multi_pv <= to->lines) {
        search_info shown = *info;
        shown.multi_pv = to->lines > 1 ? info->multi_pv : 0;
        info_line_write(to->out, &shown, to->style);
    }
}

/* True if moves must be written in the Chess960 manner: e1g1 can be ambiguous in such a
 * position. */
static bool writes_chess960(session *s)
{
    if (s->engine->settings.chess960) {
        return true;
    }
    bool needed = fen_is_chess960(&s->game.root);
    if (needed && !s->told_chess960) {
        s->told_chess960 = true;
        writer_line(s->out, "info string castling is written as king takes rook, because this is a "
                            "Chess960 position; UCI_Chess960 is off");
    }
    return needed;
}

/* Replaces the search's move by a choice among the moves that it likes, and reports that one. */
static void choose_weaker(session *s, const strength *level, report *to, search_result *result)
{
    search_info *shown = &to->best;
    const search_algorithm algorithm = (search_algorithm)s->engine->settings.algorithm;
    root_move chosen;
    if (strength_choose(s->engine->search, algorithm, level->temperature,
                        (double)random_uniform(&s->random), &chosen) &&
        chosen.move != result->best) {
        const bool has_draws = algorithm == SEARCH_MCTS && chosen.draw >= 0.0f;
        const search_score q = strength_score(s->engine->nets, algorithm, chosen.q,
                                              has_draws ? chosen.draw : shown->score.draw);
        shown->score = search_worse(q, shown->score);
        shown->pv[0] = chosen.move;
        shown->pv_length = 1;
        *result = (search_result){chosen.move, MOVE_NONE};
    }
    shown->multi_pv = to->lines > 1 ? 1 : 0;
    info_line_write(to->out, shown, to->style);
}

static void search_and_answer(session *s, const go_request *request)
{
    const position *root = &s->game.root;
    search_limits limits =
        go_limits(request, (colour)root->to_move, s->engine->settings.move_overhead_ms);
    const settings *set = &s->engine->settings;
    report to = {.out = s->out,
                 .style = {writes_chess960(s), set->show_wdl},
                 .lines = set->multi_pv,
                 .keeps_final = settings_are_weaker(set) && !limits.infinite && !limits.mate,
                 .minimal = set->minimal,
                 .final_stats = set->verbose_move_stats || set->log_live_stats,
                 .live_stats = set->log_live_stats && !set->minimal,
                 .told_threads = &s->told_threads};
    const strength level = strength_of((search_algorithm)set->algorithm, set->elo);
    limits.contempt = limits.infinite || limits.mate ? 0 : settings_contempt(set);
    if (to.keeps_final) {
        /* What earlier searches found would make this one stronger. */
        search_new_game(s->engine->search);
        limits.nodes = limits.nodes && limits.nodes < level.nodes ? limits.nodes : level.nodes;
        limits.nodes_always = true;
    }
    bool can_move = gen_any(root);
    inbox_go_begins(s->box, s->engine->search, &limits);
    search_result result =
        search_go(s->engine->search, root, &s->game.played, &limits, can_move ? listen : NULL, &to);
    inbox_go_ends(s->box);
    if (!can_move) {
        info_line_write_no_move(s->out, root);
    } else if (to.keeps_final && result.best != MOVE_NONE) {
        choose_weaker(s, &level, &to, &result);
    }
    if (set->pgn_comment) {
        pgn_comment_write(s->out, s->engine->search, &to.best, &result, to.style.chess960);
    }
    bestmove_write(s->out, &result, to.style.chess960);
}

static void count_moves(session *s, const go_request *request)
{
    interrupt stop = inbox_interrupt(s->box);
    inbox_go_begins(s->box, NULL, &(search_limits){0});
    perft_report(&s->game.root, (int)request->perft, writes_chess960(s), s->out, &stop);
    inbox_go_ends(s->box);
}

static void handle_go(session *s, const char *arguments)
{
    go_request request;
    const bool perft = go_asks_perft(arguments), valid = s->game.valid;
    if (!valid) {
        writer_error(s->out, "go: the last position was refused");
    }
    if (valid && (perft || prepare(s))) {
        go_parse(&s->game.root, arguments, &request, s->out);
        (perft ? count_moves : search_and_answer)(s, &request);
    } else if (!perft) {
        writer_line(s->out, "bestmove (none)");
    }
}

static void handle_bench(session *s, const char *arguments)
{
    failure why;
    interrupt stop = inbox_interrupt(s->box);
    if (!prepare(s)) {
        return;
    }
    search_options options = engine_search_options(s->engine, SEARCH_MCTS);
    if (!bench_run(arguments, &options, s->out, &stop, &why)) {
        writer_error(s->out, "%s", why.text);
    }
}

static void handle_eval(session *s, const char *arguments)
{
    position root = s->game.root;
    uint64_t nodes;
    failure why;
    if (!s->game.valid) {
        writer_error(s->out, "eval: the last position was refused");
        return;
    }
    if (!eval_read(arguments, &root, &nodes, &why)) {
        writer_error(s->out, "%s", why.text);
        return;
    }
    if (prepare(s)) {
        interrupt stop = inbox_interrupt(s->box);
        search_options options = engine_search_options(s->engine, SEARCH_MCTS);
        if (!eval_run(&root, nodes, &options, s->out, &stop, &why)) {
            writer_error(s->out, "%s", why.text);
        }
    }
}

static void handle_genfens(session *s, const char *arguments)
{
    genfens_request request;
    failure why;
    if (genfens_read(arguments, &request, &why) && engine_load_nets(s->engine, &why)) {
        const interrupt stop = inbox_interrupt(s->box);
        const search_options options = engine_search_options(s->engine, SEARCH_MCTS);
        if (genfens_run(&request, &options, s->out, &stop, &why)) {
            return;
        }
    }
    writer_error(s->out, "%s", why.text);
}

static void handle_board(session *s)
{
    char text[BOARD_LINE_MAX], fen[FEN_TEXT_MAX];
    if (!s->game.valid) {
        writer_error(s->out, "d: the last position was refused; this is the one before");
    }
    for (int i = 0; i < BOARD_LINES; i++) {
        board_text_line(&s->game.root, i, false, text);
        writer_line(s->out, "%s", text);
    }
    fen_write(&s->game.root, s->engine->settings.chess960, fen);
    writer_line(s->out, "fen %s", fen);
    writer_line(s->out, "key %016" PRIx64, s->game.root.key);
    writer_line(s->out, "check %s", pos_in_check(&s->game.root) ? "yes" : "no");
}

static void handle_isready(session *s)
{
    prepare(s);
    writer_line(s->out, "readyok");
}

/* A line without its arguments. A client waits for the answers to go and isready. */
static void handle_lost(session *s, const message *m)
{
    if (m->command == COMMAND_POSITION) {
        s->game.valid = false;
    } else if (m->command == COMMAND_GO) {
        writer_line(s->out, "bestmove (none)");
    } else if (m->command == COMMAND_ISREADY) {
        handle_isready(s);
    }
}

static void handle(session *s, const message *m)
{
    switch (m->command) {
    case COMMAND_UCI:
        handle_uci(s);
        break;
    case COMMAND_ISREADY:
        handle_isready(s);
        break;
    case COMMAND_SETOPTION:
        handle_setoption(s, m->arguments);
        break;
    case COMMAND_UCINEWGAME:
        handle_ucinewgame(s);
        break;
    case COMMAND_POSITION:
        handle_position(s, m->arguments);
        break;
    case COMMAND_GO:
        handle_go(s, m->arguments);
        break;
    case COMMAND_BENCH:
        handle_bench(s, m->arguments);
        break;
    case COMMAND_EVAL:
        handle_eval(s, m->arguments);
        break;
    case COMMAND_GENFENS:
        handle_genfens(s, m->arguments);
        break;
    case COMMAND_BOARD:
        handle_board(s);
        break;
    default:
        break; /* the inbox handles all other commands */
    }
}

bool session_run(line_reader *lines, inbox_pace pace, engine *e, writer *out, failure *why)
{
    message *m;
    session *s = malloc(sizeof *s);
    if (s == NULL) {
        line_reader_free(lines);
        return fail(why, "not enough memory for a session");
    }
    *s = (session){.out = out, .engine = e, .box = inbox_open(lines, pace, out, why)};
    if (s->box == NULL) {
        free(s);
        return false;
    }
    s->random = (uint64_t)system_clock_ns();
    e->checking.tell = tell_checked;
    e->checking.user = s;
    game_state_init(&s->game);
    while ((m = inbox_take(s->box)) != NULL) {
        (m->lost ? handle_lost : handle)(s, m);
        inbox_done(s->box, m);
    }
    e->checking.tell = NULL;
    inbox_close(s->box);
    free(s);
    return true;
}
