#include "request.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/san.h"
#include "system/files.h"
#include "uci/options.h"
#include "uci/text.h"

enum { SECONDS_MAX = 1000000, NAME_MAX_SHOWN = 64 };

request request_default(void)
{
    request r = {.limits = {.time_ms_soft = 1000, .time_ms_hard = 1000, .time_exact = true}};
    (void)fen_parse(&r.root, FEN_START, NULL, NULL);
    line_start(&r.game, &r.root);
    return r;
}

void request_set(request *r, const position *root)
{
    r->root = *root;
    line_start(&r->game, root);
}

bool request_number(const char *name, const char *value, double least, double most, double *number,
                    failure *why)
{
    char *end;
    if (value == NULL) {
        return true;
    }
    const double read = strtod(value, &end);
    if (end == value || *end != '\0' || !(read >= least && read <= most)) {
        return fail(why, "%s needs a number from %.10g to %.10g, not \"%.64s\"", name, least, most,
                    value);
    }
    *number = read;
    return true;
}

bool request_whole_number(const char *name, const char *value, int64_t least, int64_t most,
                          int64_t *number, failure *why)
{
    int64_t read;
    if (value == NULL) {
        return true;
    }
    if (!text_integer(value, &read) || read < least || read > most) {
        return fail(why, "%s needs a whole number from %lld to %lld, not \"%.64s\"", name,
                    (long long)least, (long long)most, value);
    }
    *number = read;
    return true;
}

/* The names of limits; `seconds` may have decimals. */
typedef enum { LIMIT_NODES, LIMIT_DEPTH, LIMIT_MOVETIME, LIMIT_SECONDS, LIMIT_NONE } limit_kind;

static const char *const limit_names[] = {"nodes", "depth", "movetime", "seconds"};

/* True if a word looks like an option, also with one dash. A dash alone is a field of a FEN. */
static bool has_dashes(const char *word)
{
    return word[0] == '-' && isalpha((unsigned char)word[strspn(word, "-")]);
}

static limit_kind find_limit(const char *word)
{
    limit_kind kind = LIMIT_NODES;
    while (kind != LIMIT_NONE && !text_equal(word, limit_names[kind])) {
        kind++;
    }
    return kind;
}

/* Says what a word with dashes after the command should be. */
static bool refuse_dashes(const char *word, failure *why)
{
    char option[OPTION_NAME_MAX];
    const char *name = word + strspn(word, "-");
    snprintf(option, sizeof option, "%.*s", (int)strcspn(name, "="), name);
    if (find_limit(option) != LIMIT_NONE) {
        return fail(why, "limits have no dashes: %s N in place of %.64s", option, word);
    }
    if (option_find(option) != NULL) {
        return fail(why, "--%.64s must come before the command, as all options of the engine",
                    name);
    }
    return fail(why, "unknown option \"%.64s\"; --help after the command lists its own", word);
}

/* The limit from which a slip may have made a word; NULL if there is none. */
static const char *nearest_limit(const char *word)
{
    const char *near = NULL;
    for (int kind = 0; kind < LIMIT_NONE; kind++) {
        near = text_nearer(word, near, limit_names[kind]);
    }
    return near;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && text_equal(text + length - tail, end);
}

static bool is_pgn(const char *word)
{
    return ends_with(word, ".pgn") || ends_with(word, ".pgn.gz");
}

/* Says what a word in the place of a limit should be. */
static bool refuse_limit(const char *word, failure *why)
{
    const char *near = nearest_limit(word);
    if (has_dashes(word)) {
        return refuse_dashes(word, why);
    }
    if (is_pgn(word) || ends_with(word, ".epd")) {
        return fail(why, "%.64s: a file stands before the limits", word);
    }
    return near != NULL
               ? fail(why, "unknown limit \"%.64s\"; did you mean %s?", word, near)
               : fail(why,
                      "unknown limit \"%.64s\"; the limits are nodes, depth, movetime and seconds",
                      word);
}

static bool take_limit(limit_kind kind, const char *value, search_limits *limits, failure *why)
{
    static const int64_t most[] = {
        [LIMIT_NODES] = INT64_MAX,
        [LIMIT_DEPTH] = PLY_MAX,
        [LIMIT_MOVETIME] = (int64_t)SECONDS_MAX * 1000,
    };
    const char *name = limit_names[kind];
    int64_t number = 0;
    double seconds = 0.0;
    if (!(kind == LIMIT_SECONDS ? request_number(name, value, 0.001, SECONDS_MAX, &seconds, why)
                                : request_whole_number(name, value, 1, most[kind], &number, why))) {
        return false;
    }
    if (kind == LIMIT_NODES) {
        limits->nodes = (uint64_t)number;
    } else if (kind == LIMIT_DEPTH) {
        limits->depth = (int)number;
    } else {
        limits->time_ms_hard = kind == LIMIT_SECONDS ? (int64_t)(seconds * 1000.0) : number;
        limits->time_ms_soft = limits->time_ms_hard;
        limits->time_exact = true;
    }
    return true;
}

bool request_read_limits(const char *text, search_limits *limits, failure *why)
{
    char name[TEXT_WORD_MAX], value[TEXT_WORD_MAX];
    if (text_peek_word(text, name)) {
        *limits = (search_limits){.nodes = 0};
    }
    while (text_next_word(&text, name)) {
        const limit_kind kind = find_limit(name);
        if (kind == LIMIT_NONE) {
            return refuse_limit(name, why);
        }
        if (!text_next_word(&text, value)) {
            return fail(why, "%s needs a number after it", limit_names[kind]);
        }
        if (!take_limit(kind, value, limits, why)) {
            return false;
        }
    }
    return true;
}

static bool is_start(const char *text)
{
    return text_equal(text, "startpos");
}

static bool is_moves(const char *text)
{
    return text_equal(text, "moves");
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

bool request_begins(const char *word)
{
    return find_limit(word) != LIMIT_NONE || is_start(word) || is_moves(word) || is_board(word);
}

/* Refuses a word that cannot be a part of a FEN, with what is meant in its place. */
static bool check_word(const char *word, failure *why)
{
    if (has_dashes(word)) {
        return refuse_dashes(word, why);
    }
    if (is_pgn(word)) {
        return fail(why, "%.64s: that is a PGN: use annotate or page", word);
    }
    return !ends_with(word, ".epd") ||
           fail(why, "%.64s: that is a file of positions: use suite", word);
}

/* Refuses a text that is no FEN at first sight, with what is meant in its place. */
static bool check_position(const char *text, failure *why)
{
    char word[TEXT_WORD_MAX];
    if (text_peek_word(text, word) && strchr(word, '/') == NULL && !is_start(text)) {
        const char *at = text;
        text_next_word(&at, word);
        const char *strange = is_start(word) ? text_skip_blanks(at) : word;
        const char *near = nearest_limit(strange);
        return near != NULL
                   ? fail(why, "\"%.64s\": did you mean %s?", strange, near)
                   : fail(why,
                          "\"%.64s\": expected a FEN or startpos, or the word moves and moves such "
                          "as moves e4 e5, then limits such as seconds 10",
                          strange);
    }
    return true;
}

bool request_next_move(const char **cursor, char word[TEXT_WORD_MAX])
{
    while (text_peek_word(*cursor, word) && find_limit(word) == LIMIT_NONE) {
        text_next_word(cursor, word);
        const size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");
        if (digits > 0 && dots > 0) {
            memmove(word, word + digits + dots, strlen(word + digits + dots) + 1);
        }
        if (word[0] != '\0') {
            return true;
        }
    }
    return false;
}

/* Plays the moves up to a limit or the end. */
static bool play_moves(const char **cursor, request *r, failure *why)
{
    char word[TEXT_WORD_MAX];
    for (int number = 1; request_next_move(cursor, word); number++) {
        const move m = san_parse(&r->root, word);
        if (m == MOVE_NONE) {
            return check_word(word, why) &&
                   fail(why, "move %d, \"%.64s\", is not legal", number, word);
        }
        line_play(&r->game, &r->root, m);
    }
    return true;
}

bool request_read_position(const char **cursor, request *r, failure *why)
{
    char word[TEXT_WORD_MAX], fen[2 * FEN_TEXT_MAX] = "";
    while (text_peek_word(*cursor, word) && find_limit(word) == LIMIT_NONE && !is_moves(word)) {
        text_next_word(cursor, word);
        if (!check_word(word, why)) {
            return false;
        }
        if (fen[0] == '\0' && (text_equal(word, "position") || text_equal(word, "fen"))) {
            continue;
        }
        if (!text_append_words(fen, sizeof fen, word, strlen(word))) {
            return fail(why, "\"%.64s...\" is longer than any FEN", fen);
        }
    }
    if (fen[0] != '\0') {
        if (!check_position(fen, why) ||
            !fen_parse(&r->root, is_start(fen) ? FEN_START : fen, &r->notes, why)) {
            return false;
        }
        line_start(&r->game, &r->root);
    }
    return !is_moves(word) || (text_next_word(cursor, word) && play_moves(cursor, r, why));
}

bool request_read(const char *text, request *r, failure *why)
{
    return request_read_position(&text, r, why) && request_read_limits(text, &r->limits, why);
}

void request_split_option(char ***cursor, char *name, size_t size, const char **value)
{
    const char *given = **cursor + strlen("--"), *sign = strchr(given, '=');
    const size_t length = sign != NULL ? (size_t)(sign - given) : strlen(given);
    snprintf(name, size, "%.*s", (int)(length < size ? length : size), given);
    *value = sign != NULL ? sign + 1 : *++*cursor;
    if (*value != NULL) {
        ++*cursor;
    }
}

static bool take_one(char ***cursor, const request_option options[], int count, failure *why)
{
    char name[NAME_MAX_SHOWN];
    const char *value, *given = **cursor;
    request_split_option(cursor, name, sizeof name, &value);
    for (int i = 0; i < count; i++) {
        if (strcmp(name, options[i].name) == 0) {
            *options[i].value = value;
            return value != NULL || fail(why, "--%s needs a value after it", name);
        }
    }
    return refuse_dashes(given, why);
}

bool request_take_options(char **words, const request_option options[], int count, failure *why)
{
    char **word = words, **kept = words;
    while (*word != NULL) {
        if (strncmp(*word, "--", 2) != 0) {
            *kept++ = *word++;
        } else if (!take_one(&word, options, count, why)) {
            return false;
        }
    }
    *kept = NULL;
    return true;
}

bool request_files_differ(const char *input, const char *output, failure *why)
{
    system_status read, written;
    const bool looked = output != NULL ? system_look(output, &written)
                                       : system_look_at_open(STDOUT_FILENO, &written) &&
                                             written.kind == SYSTEM_REGULAR;
    const bool same = looked && system_look(input, &read) && system_same_file(&read, &written);
    return !same || fail(why, "%s is both input and output", input);
}
