#include "uci/go_line.h"

#include <assert.h>
#include <stddef.h>

#include "chess/movegen.h"
#include "tree/move_clock.h"
#include "uci/text.h"

/* Longer than any game. Sums of such milliseconds are far from overflow. */
#define TIME_MS_MAX INT64_C(1000000000000)

enum { MATE_MOVES_MAX = 1000 };

typedef struct keyword {
    const char *name;
    go_token token;
    bool has_number;
    size_t offset; /* of an int64_t in go_request */
    int64_t min, max;
} keyword;

#define NUMBER(field) true, offsetof(go_request, field)
#define PLAIN         false, 0

static const keyword keywords[] = {
    {"wtime", GO_WHITE_TIME, NUMBER(time_ms[WHITE]), 0, TIME_MS_MAX},
    {"btime", GO_BLACK_TIME, NUMBER(time_ms[BLACK]), 0, TIME_MS_MAX},
    {"winc", GO_WHITE_INCREMENT, NUMBER(increment_ms[WHITE]), 0, TIME_MS_MAX},
    {"binc", GO_BLACK_INCREMENT, NUMBER(increment_ms[BLACK]), 0, TIME_MS_MAX},
    {"movestogo", GO_MOVES_TO_GO, NUMBER(moves_to_go), 0, TIME_MS_MAX},
    {"movetime", GO_MOVETIME, NUMBER(movetime_ms), 1, TIME_MS_MAX},
    {"depth", GO_DEPTH, NUMBER(depth), 1, PLY_MAX},
    {"nodes", GO_NODES, NUMBER(nodes), 1, INT64_MAX},
    {"mate", GO_MATE, NUMBER(mate), 1, MATE_MOVES_MAX},
    {"perft", GO_PERFT, NUMBER(perft), 1, PERFT_DEPTH_MAX},
    {"infinite", GO_INFINITE, PLAIN, 0, 0},
    {"ponder", GO_PONDER, PLAIN, 0, 0},
};

static const keyword *find_keyword(const char *word)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (text_equal(keywords[i].name, word)) {
            return &keywords[i];
        }
    }
    return NULL;
}

static bool is_keyword(const char *word)
{
    return find_keyword(word) != NULL || text_equal(word, "searchmoves");
}

static void take_number(const keyword *k, const char **cursor, go_request *request, writer *out)
{
    char word[TEXT_WORD_MAX] = "";
    int64_t number = k->min;
    bool present = text_peek_word(*cursor, word) && !is_keyword(word);
    if (present) {
        text_next_word(cursor, word);
    }
    if (!present || !text_integer(word, &number)) {
        number = k->min;
        request->given |= GO_UNREAD;
        writer_error(out, "go: %s needs a whole number%s%.64s%s; %lld is used", k->name,
                     present ? ", not \"" : "", present ? word : "", present ? "\"" : "",
                     (long long)number);
    }
    number = number < k->min ? k->min : number > k->max ? k->max : number;
    *(int64_t *)((unsigned char *)request + k->offset) = number;
}

static bool holds(const go_request *request, move m)
{
    for (int i = 0; i < request->move_count; i++) {
        if (request->moves[i] == m) {
            return true;
        }
    }
    return false;
}

static void take_moves(const position *root, const char **cursor, go_request *request, writer *out)
{
    char word[TEXT_WORD_MAX];
    while (text_peek_word(*cursor, word) && !is_keyword(word)) {
        text_next_word(cursor, word);
        move m = gen_from_uci(root, word);
        if (m == MOVE_NONE) {
            writer_error(out, "go: searchmoves: \"%.64s\" is not a legal move here; it is skipped",
                         word);
        } else if (!holds(request, m)) {
            request->moves[request->move_count++] = m;
        }
    }
}

bool go_asks_perft(const char *arguments)
{
    char word[TEXT_WORD_MAX];
    while (text_next_word(&arguments, word)) {
        if (text_equal(word, "perft")) {
            return true;
        }
    }
    return false;
}

void go_parse(const position *root, const char *arguments, go_request *request, writer *out)
{
    char word[TEXT_WORD_MAX];
    *request = (go_request){0};
    while (text_next_word(&arguments, word)) {
        const keyword *k = find_keyword(word);
        if (k != NULL) {
            request->given |= k->token;
            if (k->has_number) {
                take_number(k, &arguments, request, out);
            }
        } else if (text_equal(word, "searchmoves")) {
            take_moves(root, &arguments, request, out);
        } else {
            request->given |= GO_UNKNOWN;
            writer_error(out, "go: unknown limit \"%.64s\"; it is skipped", word);
        }
    }
    if ((request->given & GO_UNREAD) && (request->given & GO_INFINITE)) {
        request->given &= ~(unsigned)GO_INFINITE;
        writer_error(out, "go: infinite is skipped, since the line has a limit without a number");
    }
}

/* Without a time or an increment, other words of a clock say nothing. */
static bool has_clock(const go_request *request, colour side)
{
    return (request->given & (GO_WHITE_TIME | GO_BLACK_TIME)) != 0 ||
           request->increment_ms[side] > 0;
}

/* If a client gives only the other side's clock, that is the best estimate. */
static int64_t own_time(const go_request *request, colour side)
{
    const unsigned own = (unsigned)GO_WHITE_TIME << side;
    const unsigned other = (unsigned)GO_WHITE_TIME << (side ^ 1);
    if (request->given & own) {
        return request->time_ms[side];
    }
    return request->given & other ? request->time_ms[side ^ 1] : request->increment_ms[side];
}

static void share_clock(const go_request *request, colour side, int overhead_ms,
                        search_limits *limits)
{
    const clock_share share = clock_share_of(own_time(request, side), request->increment_ms[side],
                                             request->moves_to_go, overhead_ms);
    limits->time_ms_soft = share.soft_ms;
    limits->time_ms_hard = share.hard_ms;
}

static void fix_time(const go_request *request, int overhead_ms, search_limits *limits)
{
    const int64_t fixed = clock_fixed_ms(request->movetime_ms, overhead_ms);
    const bool clock_is_less = limits->time_ms_hard > 0 && limits->time_ms_hard < fixed;
    limits->time_ms_hard = clock_is_less ? limits->time_ms_hard : fixed;
    limits->time_ms_soft = limits->time_ms_hard;
    limits->time_exact = true;
}

/* True if a limit of the line ends every search. A search for a mate may find none. */
static bool has_end(const go_request *request)
{
    const unsigned limits = GO_MOVETIME | GO_DEPTH | GO_NODES;
    return (request->given & (request->given & GO_UNREAD ? limits : limits | GO_MATE)) != 0;
}

search_limits go_limits(const go_request *request, colour side, int overhead_ms)
{
    assert(overhead_ms >= 0);
    search_limits limits = {
        .nodes = (uint64_t)request->nodes,
        .depth = (int)request->depth,
        .mate = (int)request->mate,
        .infinite = (request->given & GO_INFINITE) != 0,
        .ponder = (request->given & GO_PONDER) != 0,
        .moves = request->moves,
        .move_count = request->move_count,
    };
    const bool clock = has_clock(request, side);
    if (clock) {
        share_clock(request, side, overhead_ms, &limits);
    }
    if (request->given & GO_MOVETIME) {
        fix_time(request, overhead_ms, &limits);
    }
    if (!clock && !has_end(request)) {
        /* A client that was not understood may wait for the move without a stop. */
        const bool faulty = (request->given & (GO_UNKNOWN | GO_UNREAD)) != 0;
        limits.depth = faulty;
        limits.infinite |= !faulty;
    }
    return limits;
}
