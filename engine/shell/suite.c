#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array_room.h"
#include "chess/epd.h"
#include "chess/movegen.h"
#include "system/clock.h"
#include "uci/line_reader.h"
#include "uci/text.h"
#include "verbs.h"

enum { POSITIONS_MAX = 1000000 };

typedef struct suite_position {
    epd epd;
    long line; /* in the file, from 1 */
} suite_position;

typedef struct suite {
    suite_position *positions;
    size_t count, capacity;
} suite;

/* What the reports of a search say. */
typedef struct suite_answer {
    search_info last;
    /* Of the first report after which the best move stayed the same. */
    uint64_t solution_nodes;
    int64_t solution_ms;
    int64_t time_us; /* of the whole search */
} suite_answer;

static bool take_line(suite *s, const char *text, long number, failure *why)
{
    if (s->count == POSITIONS_MAX) {
        return fail(why, "more than %d positions", POSITIONS_MAX);
    }
    suite_position *grown = array_room(s->positions, sizeof *grown, &s->capacity, s->count + 1);
    if (grown == NULL) {
        return fail(why, "not enough memory for more positions");
    }
    s->positions = grown;
    suite_position *p = &grown[s->count];
    p->line = number;
    if (!epd_parse(&p->epd, text, why)) {
        return false;
    }
    s->count++;
    return gen_any(&p->epd.pos) || fail(why, "the game is over: no move is legal");
}

static bool read_lines(suite *s, line_reader *lines, const char *path, failure *why)
{
    const char *text;
    failure reason;
    line_outcome outcome;
    for (long number = 1; (outcome = line_reader_next(lines, &text)) != LINE_END; number++) {
        if (outcome == LINE_TOO_LONG) {
            return fail(why, "%s, line %ld: longer than %d bytes", path, number, LINE_READER_MAX);
        }
        text = text_skip_blanks(text);
        if (text[0] != '\0' && text[0] != '#' && !take_line(s, text, number, &reason)) {
            return fail(why, "%s, line %ld: %s", path, number, reason.text);
        }
    }
    return line_reader_is_whole(lines, path, why) &&
           (s->count > 0 || fail(why, "%s: it holds no position", path));
}

static bool read_file(suite *s, const char *path, failure *why)
{
    line_reader *lines = line_reader_open(path, why);
    const bool good = lines != NULL && read_lines(s, lines, path, why);
    line_reader_free(lines);
    return good;
}

/* A search_listener. */
static void take_report(void *user, const search *s, const search_info *info)
{
    suite_answer *a = user;
    (void)s;
    if (info->pv[0] != a->last.pv[0]) {
        a->solution_nodes = info->nodes;
        a->solution_ms = info->time_ms;
    }
    a->last = *info;
}

static void print_name(const suite_position *p)
{
    if (p->epd.id[0] == 0) {
        printf("line %ld", p->line);
        return;
    }
    putchar('"');
    for (const char *at = p->epd.id; *at != 0; at++) {
        printf(*at == '"' ? "\"\"" : "%c", *at);
    }
    putchar('"');
}

/* The columns from `move` to `solution_ms`. */
static void print_answer(const suite_answer *a, bool chess960)
{
    char text[MOVE_TEXT_MAX];
    const search_info *last = &a->last;
    move_to_uci(last->pv[0], chess960, text);
    printf("%s,%s %d,%d,%" PRIu64 ",%" PRId64 ",%" PRIu64 ",%" PRId64, text,
           last->score.kind == SCORE_MATE ? "mate" : "cp", last->score.value, last->depth,
           last->nodes, a->time_us, a->solution_nodes, a->solution_ms);
}

/* Prints the line of a position, which a search with these limits answers, if there is one. */
static void print_position(const suite_position *p, uint32_t net, search *searching,
                           const search_limits *limits)
{
    char fen[FEN_TEXT_MAX];
    const epd *e = &p->epd;
    suite_answer a = {.time_us = 0};
    fen_write(&e->pos, false, fen);
    printf("%ld,%s,", p->line, fen);
    print_name(p);
    printf(",%08" PRIx32 ",", net);
    if (searching != NULL) {
        request r = {.limits = *limits};
        request_set(&r, &e->pos);
        r.limits.report_growth = true; /* reports by the clock would differ from run to run */
        search_new_game(searching);
        const int64_t begun = system_clock_ns();
        verb_search(searching, &r, NULL, take_report, &a);
        a.time_us = (system_clock_ns() - begun) / 1000;
        print_answer(&a, fen_is_chess960(&e->pos));
    } else {
        printf(",,,,,,");
    }
    printf(epd_has_answer(e) ? ",%d" : ",", epd_solves(e, a.last.pv[0]));
    printf(",%d,%d\n", epd_points(e, a.last.pv[0]), epd_points_most(e));
    fflush(stdout);
}

static void print_suite(const suite *s, uint32_t net, search *searching,
                        const search_limits *limits)
{
    printf("line,position,id,net,move,score,depth,nodes,time_us,solution_nodes,solution_ms,solved,"
           "points,points_most\n");
    for (size_t i = 0; i < s->count; i++) {
        print_position(&s->positions[i], net, searching, limits);
    }
}

/* Prints a line of CSV for each position as soon as it is searched, so that a run that is ended has
 * whole lines. Without limits nothing is searched: `points` is 0, `solved` is 0 where the file has
 * an answer, and the other columns from `move` to `points` are empty. A faulty line of the file is
 * an error before the first search. The columns:
 *
 *   line,position,id            where it stands in the file, its FEN, its name or its line
 *   net                         the checksum of the nets
 *   move,score                  the answer, as UCI writes it
 *   depth,nodes,time_us
 *   solution_nodes,solution_ms  after which the final move was best in all reports
 *   solved                      1: it is a best move and none to avoid; 0; or empty: the file does
 *                               not say which moves are good
 *   points,points_most          the points of the move, and the most that a move can get */
bool suite_run(verb_call *call, failure *why)
{
    search_limits limits = request_default().limits;
    suite s = {.positions = NULL};
    search *searching = NULL;
    engine *e = call->engine;
    const char *path = call->words[0];
    if (path == NULL) {
        return fail(why, "expected an EPD file, then limits such as nodes 10000");
    }
    const bool limited = call->words[1] != NULL;
    bool good = verb_join(call, call->words + 1, why) &&
                request_read_limits(call->text, &limits, why) && engine_load_nets(e, why) &&
                read_file(&s, path, why);
    if (good && limited) {
        searching = verb_new_search(e, (search_algorithm)e->settings.algorithm, why);
        good = searching != NULL;
    }
    if (good) {
        print_suite(&s, nets_checksum(e->nets), searching, &limits);
    }
    if (searching != NULL) {
        verb_tell_threads(searching);
    }
    search_free(searching);
    free(s.positions);
    return good;
}
