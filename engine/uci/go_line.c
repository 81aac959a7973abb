#include "uci/go_line.h"

#include <stddef.h>

#include "chess/movegen.h"
#include "tree/search.h"
#include "uci/perft_report.h"
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
    {"perft", GO_PERFT, NUMBER(perft), 1, PERFT_REPORT_DEPTH_MAX},
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
