#include "uci/analysis_request.h"

#include <stdlib.h>
#include <string.h>

#include "uci/text.h"

enum { SECONDS_DEFAULT = 1, SECONDS_MAX = 1000000 };

/* The limits that are whole numbers, with their largest values. */
static const struct {
    const char *name;
    int64_t max;
} whole_limits[] = {
    {"nodes", INT64_MAX},
    {"depth", PLY_MAX},
    {"movetime", (int64_t)SECONDS_MAX * 1000},
};

static bool take_whole(const char *name, int64_t max, const char *text, int64_t *value,
                       failure *why)
{
    if (!text_integer(text, value) || *value < 1 || *value > max) {
        return fail(why, "%s needs a whole number from 1 to %lld, not \"%.64s\"", name,
                    (long long)max, text);
    }
    return true;
}

static bool take_seconds(const char *text, int64_t *ms, failure *why)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end != '\0' || !(seconds >= 0.001 && seconds <= SECONDS_MAX)) {
        return fail(why, "seconds needs a number from 0.001 to %d, not \"%.64s\"", SECONDS_MAX,
                    text);
    }
    *ms = (int64_t)(seconds * 1000.0);
    return true;
}

static bool is_limit(const char *word)
{
    for (size_t i = 0; i < sizeof whole_limits / sizeof *whole_limits; i++) {
        if (text_equal(word, whole_limits[i].name)) {
            return true;
        }
    }
    return text_equal(word, "seconds");
}

static bool take_limit(const char *name, const char *value, search_limits *limits, failure *why)
{
    int64_t number = 0;
    bool good = text_equal(name, "seconds") && take_seconds(value, &number, why);
    for (size_t i = 0; i < sizeof whole_limits / sizeof *whole_limits; i++) {
        if (text_equal(name, whole_limits[i].name)) {
            good = take_whole(whole_limits[i].name, whole_limits[i].max, value, &number, why);
        }
    }
    if (!good) {
        return false;
    }
    if (text_equal(name, "nodes")) {
        limits->nodes = (uint64_t)number;
    } else if (text_equal(name, "depth")) {
        limits->depth = (int)number;
    } else {
        limits->time_ms_soft = limits->time_ms_hard = number;
        limits->time_exact = true;
    }
    return true;
}

static bool take_limits(const char *text, search_limits *limits, failure *why)
{
    char name[TEXT_WORD_MAX], value[TEXT_WORD_MAX];
    *limits = (search_limits){.nodes = 0};
    while (text_next_word(&text, name)) {
        if (!is_limit(name)) {
            return fail(
                why, "unknown limit \"%.64s\"; the limits are nodes, depth, movetime and seconds",
                name);
        }
        if (!text_next_word(&text, value)) {
            return fail(why, "%.64s needs a number after it", name);
        }
        if (!take_limit(name, value, limits, why)) {
            return false;
        }
    }
    if (limits->nodes == 0 && limits->depth == 0 && limits->time_ms_hard == 0) {
        limits->time_ms_soft = limits->time_ms_hard = SECONDS_DEFAULT * 1000;
        limits->time_exact = true;
    }
    return true;
}

static bool is_start(const char *text)
{
    return text_equal(text, "startpos");
}

/* True if a text begins with the board of a FEN, which has eight ranks. */
static bool is_board(const char *text)
{
    const size_t length = strspn(text, "/12345678pnbrqkPNBRQK");
    int ranks = 1;
    for (size_t i = 0; i < length; i++) {
        ranks += text[i] == '/';
    }
    return ranks == 8 && (unsigned char)text[length] <= ' ';
}

bool analysis_request_begins(const char *text)
{
    return is_limit(text) || is_start(text) || is_board(text);
}

bool analysis_position_read(const char **cursor, position *root, fen_notes *notes, failure *why)
{
    char word[TEXT_WORD_MAX], fen[2 * FEN_TEXT_MAX] = "";
    while (text_peek_word(*cursor, word) && !is_limit(word)) {
        text_next_word(cursor, word);
        if (!text_append_words(fen, sizeof fen, word, strlen(word))) {
            return fail(why, "\"%.64s...\" is longer than any FEN", fen);
        }
    }
    return fen[0] == '\0' || fen_parse(root, is_start(fen) ? FEN_START : fen, notes, why);
}

static bool take_all(const char *text, analysis_request *request, failure *why)
{
    return fen_parse(&request->root, FEN_START, &request->notes, why) &&
           analysis_position_read(&text, &request->root, &request->notes, why) &&
           take_limits(text, &request->limits, why);
}

bool analysis_limits_read(const char *text, const char *command, search_limits *limits,
                          failure *why)
{
    failure reason;
    return take_limits(text, limits, &reason) || fail(why, "%s: %s", command, reason.text);
}

bool analysis_request_read(const char *text, const char *command, analysis_request *request,
                           failure *why)
{
    failure reason;
    return take_all(text, request, &reason) || fail(why, "%s: %s", command, reason.text);
}
