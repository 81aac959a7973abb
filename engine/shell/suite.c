#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/byte_order_mark.h"
#include "chess/epd.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "files/input_file.h"
#include "system/clock.h"
#include "verbs.h"

enum { LINE_BYTES_MAX = 8192, POSITIONS_MAX = 1000000 };

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
    move best;
    search_score score;
    int depth;
    uint64_t nodes, solution_nodes;
    int64_t time_ms, solution_ms, time_us;
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

typedef enum { LINE_READ, LINE_NONE, LINE_BAD } line_status;

/* The next line without its end. Zero bytes at the end are dropped: one old suite has them. */
static line_status next_line(FILE *file, char text[LINE_BYTES_MAX])
{
    size_t length = 0;
    int c = fgetc(file);
    if (c == EOF) {
        return LINE_NONE;
    }
    for (; c != EOF && c != '\n'; c = fgetc(file)) {
        if (length + 1 == LINE_BYTES_MAX) {
            return LINE_BAD;
        }
        text[length++] = (char)c;
    }
    while (length > 0 && (text[length - 1] == 0 || text[length - 1] == '\r')) {
        length--;
    }
    text[length] = 0;
    return strlen(text) == length ? LINE_READ : LINE_BAD;
}

static bool read_lines(suite *s, FILE *file, const char *path, failure *why)
{
    char text[LINE_BYTES_MAX];
    line_status status;
    for (long number = 1; (status = next_line(file, text)) != LINE_NONE; number++) {
        const char *begin = number == 1 ? after_byte_order_mark(text) : text;
        failure reason;
        if (status == LINE_BAD) {
            return fail(why, "%s, line %ld: too long, or not text", path, number);
        }
        if (begin[strspn(begin, " \t")] != 0 && begin[0] != '#' &&
            !take_line(s, begin, number, &reason)) {
            return fail(why, "%s, line %ld: %s", path, number, reason.text);
        }
    }
    if (ferror(file)) {
        return fail(why, "%s: cannot be read: %s", path, strerror(errno));
    }
    return s->count > 0 || fail(why, "%s: it holds no position", path);
}

static bool read_file(suite *s, const char *path, failure *why)
{
    failure reason;
    FILE *file = input_file_stream(path, &reason);
    if (file == NULL) {
        return fail(why, "%s", reason.text);
    }
    const bool good = read_lines(s, file, path, why);
    fclose(file);
    return good;
}

/* A search_listener. */
static void take_report(void *user, const search *s, const search_info *info)
{
    suite_answer *a = user;
    const move best = info->pv_length ? info->pv[0] : MOVE_NONE;
    (void)s;
    if (best != a->best) {
        a->best = best;
        a->solution_nodes = info->nodes;
        a->solution_ms = info->time_ms;
    }
    a->nodes = info->nodes;
    a->time_ms = info->time_ms;
    a->depth = info->depth;
    a->score = info->score;
}

static suite_answer search_position(search *s, const position *root, const search_limits *limits)
{
    suite_answer a = {.best = MOVE_NONE};
    line game;
    line_start(&game, root);
    search_new_game(s);
    search_arm(s);
    const int64_t begin = system_clock_ns();
    const move best = search_go(s, root, &game, limits, take_report, &a).best;
    a.time_us = (system_clock_ns() - begin) / 1000;
    if (best != a.best) {
        a.best = best;
        a.solution_nodes = a.nodes;
        a.solution_ms = a.time_ms;
    }
    return a;
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

/* Prints the line of a position, with its answer if it was searched. */
static void print_position(const suite_position *p, uint32_t net, const suite_answer *a)
{
    char fen[FEN_TEXT_MAX], text[MOVE_TEXT_MAX];
    const epd *e = &p->epd;
    const move best = a != NULL ? a->best : MOVE_NONE;
    fen_write(&e->pos, false, fen);
    printf("%ld,%s,", p->line, fen);
    print_name(p);
    printf(",%08" PRIx32 ",", net);
    if (a != NULL) {
        move_to_uci(a->best, fen_is_chess960(&e->pos), text);
        printf("%s,%s %d,%d,%" PRIu64 ",%" PRId64 ",%" PRIu64 ",%" PRId64, text,
               a->score.kind == SCORE_MATE ? "mate" : "cp", a->score.value, a->depth, a->nodes,
               a->time_us, a->solution_nodes, a->solution_ms);
    } else {
        printf(",,,,,,");
    }
    printf(epd_has_answer(e) ? ",%d" : ",", epd_solves(e, best));
    printf(",%d,%d\n", epd_points(e, best), epd_points_most(e));
    fflush(stdout);
}

static void print_suite(const suite *s, uint32_t net, search *searching,
                        const search_limits *limits)
{
    printf("line,position,id,net,move,score,depth,nodes,time_us,solution_nodes,solution_ms,solved,"
           "points,points_most\n");
    for (size_t i = 0; i < s->count; i++) {
        const suite_position *p = &s->positions[i];
        if (searching != NULL) {
            const suite_answer a = search_position(searching, &p->epd.pos, limits);
            print_position(p, net, &a);
        } else {
            print_position(p, net, NULL);
        }
    }
}

/* Prints a line of CSV for each position as soon as it is searched. Without limits nothing is
 * searched: the columns from `move` on are empty, but for `points_most`, `points` of 0 and, where
 * the file has an answer, a `solved` of 0. A faulty line of the file is an error before the first
 * search. The columns:
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
