#include "pgn/pgn_reader.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "files/byte_order_mark.h"
#include "files/gzip_input.h"

enum {
    BUFFER_BYTES = 1 << 17,
    DEPTH_MAX = 1000, /* nested variations */
    END = -1          /* end of the bytes; `ending` says why */
};

struct pgn_reader {
    gzip_input *file;
    uint8_t *buffer;
    int filled, at; /* bytes in the buffer, and index of the next one */
    bool line_begins;
    bool bracket;                /* a tag's bracket was read while skipping */
    bool in_tags;                /* the last token was a tag, or part of a broken one */
    bool has_event, begins_game; /* these tags have an Event; the last token is their second one */
    int64_t taken;               /* bytes of text */
    long line;
    long token_line;
    int depth;           /* of variations */
    long variation_line; /* line of the outermost open variation */
    pgn_kind ending;     /* reason for the end: PGN_END, PGN_CUT or PGN_BAD */
    failure ending_why;
    char name[PGN_NAME_MAX];
    char *text; /* PGN_TEXT_MAX bytes */
};

pgn_reader *pgn_reader_open(const char *path, failure *why)
{
    pgn_reader *r = calloc(1, sizeof *r);
    if (r) {
        r->buffer = malloc(BUFFER_BYTES);
        r->text = calloc(PGN_TEXT_MAX, 1);
    }
    if (!r || !r->buffer || !r->text) {
        fail(why, "%s: not enough memory to read it", path);
        pgn_reader_close(r);
        return NULL;
    }
    r->file = gzip_input_open(path, why);
    if (!r->file) {
        pgn_reader_close(r);
        return NULL;
    }
    r->ending = PGN_END;
    r->line = r->token_line = 1;
    r->line_begins = true;
    return r;
}

void pgn_reader_close(pgn_reader *r)
{
    if (r) {
        gzip_input_close(r->file);
        free(r->buffer);
        free(r->text);
        free(r);
    }
}

const char *pgn_reader_name(const pgn_reader *r)
{
    return r->name;
}

const char *pgn_reader_text(const pgn_reader *r)
{
    return r->text;
}

bool pgn_reader_begins_game(const pgn_reader *r)
{
    return r->begins_game;
}

long pgn_reader_line(const pgn_reader *r)
{
    return r->token_line;
}

int64_t pgn_reader_offset(const pgn_reader *r)
{
    return r->taken;
}

int64_t pgn_reader_bytes(const pgn_reader *r)
{
    return gzip_input_bytes(r->file);
}

/* Reads more bytes behind the unread ones. Returns false and sets `ending` at the end. */
static bool refill(pgn_reader *r)
{
    if (r->ending != PGN_END) {
        return false;
    }
    size_t got;
    failure reason;
    r->filled -= r->at;
    memmove(r->buffer, r->buffer + r->at, (size_t)r->filled);
    r->at = 0;
    const gzip_status status = gzip_input_read(r->file, r->buffer + r->filled,
                                               (size_t)(BUFFER_BYTES - r->filled), &got, &reason);
    if (status == GZIP_CUT) {
        r->ending = PGN_CUT;
        fail(&r->ending_why, "the compressed file is cut off here");
    } else if (status == GZIP_BAD) {
        r->ending = PGN_BAD;
        fail(&r->ending_why, "cannot be read: %s", reason.text);
    }
    r->filled += (int)got;
    return got > 0;
}

/* The next byte, which stays unread, or END. A zero byte ends the input: this is not text. */
static int peek(pgn_reader *r)
{
    if (r->at == r->filled && !refill(r)) {
        return END;
    }
    if (r->buffer[r->at] == 0) {
        r->ending = PGN_BAD;
        fail(&r->ending_why, "a zero byte: this is no PGN text");
        r->at = r->filled = 0;
        return END;
    }
    return r->buffer[r->at];
}

static int take(pgn_reader *r)
{
    int c = peek(r);
    if (c != END) {
        r->at++;
        r->taken++;
        /* A carriage return alone ends a line too. */
        r->line_begins = c == '\n' || (c == '\r' && peek(r) != '\n');
        r->line += r->line_begins;
    }
    return c;
}

/* The byte `ahead` places after the next one, or END. */
static int look(pgn_reader *r, int ahead)
{
    while (r->at + ahead >= r->filled) {
        if (!refill(r)) {
            return END;
        }
    }
    return r->buffer[r->at + ahead];
}

bool pgn_reader_comment_follows(pgn_reader *r)
{
    int ahead = 0;
    while (look(r, ahead) == ' ' || look(r, ahead) == '\t') {
        ahead++;
    }
    return look(r, ahead) == '{' || look(r, ahead) == ';';
}

static bool is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* True for the characters of a tag's name. */
static bool is_name(int c)
{
    return is_letter(c) || is_digit(c) || c == '_';
}

static void take_line(pgn_reader *r)
{
    int c;
    do {
        c = take(r);
    } while (!r->line_begins && c != END);
}

static pgn_kind ended(const pgn_reader *r, failure *why)
{
    if (r->ending != PGN_END) {
        fail(why, "%s", r->ending_why.text);
    }
    return r->ending;
}

static pgn_kind faulty(failure *why, const char *reason)
{
    fail(why, "%s", reason);
    return PGN_FAULT;
}

/* An error in the text, unless its cause is the end of the file. */
static pgn_kind faulty_or_ended(pgn_reader *r, failure *why, const char *reason)
{
    bool broken_off = peek(r) == END && r->ending != PGN_END;
    return broken_off ? ended(r, why) : faulty(why, reason);
}

/* True if the next line begins like a tag: [Name "... */
static bool is_tag_line(pgn_reader *r)
{
    int at = 1;
    if (!r->line_begins || look(r, 0) != '[' || !is_letter(look(r, 1))) {
        return false;
    }
    while (at <= PGN_NAME_MAX && is_name(look(r, at))) {
        at++;
    }
    while (at <= 2 * PGN_NAME_MAX && (look(r, at) == ' ' || look(r, at) == '\t')) {
        at++;
    }
    return look(r, at) == '"';
}

static pgn_kind read_comment(pgn_reader *r, failure *why)
{
    bool brace = take(r) == '{';
    size_t length = 0;
    for (;;) {
        if (brace && is_tag_line(r)) {
            r->in_tags = false; /* the tags that follow belong to the next game */
            return faulty(why, "a comment is not closed");
        }
        int c = brace ? take(r) : peek(r);
        if (c == END && brace) {
            return faulty_or_ended(r, why, "a comment is not closed");
        }
        if (c == END || (brace ? c == '}' : c == '\n' || c == '\r')) {
            break;
        }
        if (length + 1 == PGN_TEXT_MAX) {
            return faulty(why, "a comment is longer than 65535 bytes, or not closed");
        }
        r->text[length++] = (char)c;
        if (!brace) {
            take(r);
        }
    }
    r->text[length] = '\0';
    return PGN_COMMENT;
}

static void skip_blanks(pgn_reader *r)
{
    while (peek(r) == ' ' || peek(r) == '\t') {
        take(r);
    }
}

/* Reads the quoted value. Returns false if it does not end in its line, or is too long. */
static bool read_value(pgn_reader *r)
{
    size_t length = 0;
    for (int c = take(r); c != '"'; c = take(r)) {
        if (c == '\\' && (peek(r) == '"' || peek(r) == '\\')) {
            c = take(r);
        }
        if (c == END || c == '\n' || c == '\r' || length + 1 == PGN_TEXT_MAX) {
            return false;
        }
        r->text[length++] = (char)c;
    }
    r->text[length] = '\0';
    return true;
}

static pgn_kind read_tag(pgn_reader *r, failure *why)
{
    /* A bracket among the moves is a fault of this game, and the tags that follow are the next
     * one's. */
    r->in_tags |= r->bracket || r->line_begins;
    if (!r->bracket) {
        take(r);
    }
    r->bracket = false;
    skip_blanks(r);
    size_t length = 0;
    while (is_name(peek(r))) {
        if (length + 1 == PGN_NAME_MAX) {
            return faulty(why, "a tag's name is longer than 63 characters");
        }
        r->name[length++] = (char)take(r);
    }
    r->name[length] = '\0';
    skip_blanks(r);
    if (length == 0 || peek(r) != '"') {
        return faulty_or_ended(r, why, "a tag is not of the form [Name \"value\"]");
    }
    take(r);
    if (!read_value(r)) {
        return faulty_or_ended(r, why, "a tag's value is not closed, or longer than 65535 bytes");
    }
    skip_blanks(r);
    if (peek(r) != ']') {
        return faulty_or_ended(r, why, "a tag is not closed");
    }
    take(r);
    const bool is_event = strcmp(r->name, "Event") == 0;
    r->begins_game = is_event && r->has_event;
    r->has_event |= is_event;
    return PGN_TAG;
}

static bool ends_word(int c)
{
    return c == END || is_space(c) || strchr("{}()[];$<>", c) != NULL;
}

/* Removes a move number at the front, and e.p. at the end. */
static void strip_word(char *word)
{
    size_t digits = strspn(word, "0123456789");
    size_t number = digits + strspn(word + digits, ".");
    if (number > digits) {
        memmove(word, word + number, strlen(word + number) + 1);
    }
    size_t length = strlen(word);
    if (length >= 4 && strcmp(word + length - 4, "e.p.") == 0) {
        word[length - 4] = '\0';
    }
}

const char *pgn_result(const char *word)
{
    static const char *const results[][2] = {
        {"1-0", "1-0"}, {"0-1", "0-1"}, {"1/2-1/2", "1/2-1/2"}, {"1/2", "1/2-1/2"}, {"*", "*"}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        if (strcmp(word, results[i][0]) == 0) {
            return results[i][1];
        }
    }
    return NULL;
}

/* The kind of a stripped word: a move, a result, or PGN_COMMENT for other words. */
static pgn_kind word_kind(char *word)
{
    const char *result = pgn_result(word);
    if (result) {
        strcpy(word, result);
        return PGN_RESULT;
    }
    bool null_move = strcmp(word, "--") == 0;
    bool number = word[strspn(word, "0123456789")] == '\0';
    bool sign = word[strspn(word, "+-=/!?~#")] == '\0';
    return !null_move && (number || sign || strcmp(word, "ep") == 0) ? PGN_COMMENT : PGN_MOVE;
}

/* Reads a word. Returns PGN_COMMENT if it is to be skipped. */
static pgn_kind read_word(pgn_reader *r, failure *why)
{
    enum { WORD_MAX = 64 };
    size_t length = 0;
    while (!ends_word(peek(r))) {
        if (length + 1 == WORD_MAX) {
            return faulty(why, "a word is longer than 63 characters");
        }
        r->text[length++] = (char)take(r);
    }
    r->text[length] = '\0';
    strip_word(r->text);
    return word_kind(r->text);
}

/* Opens or closes a variation. Returns PGN_COMMENT if that is possible. */
static pgn_kind turn_parenthesis(pgn_reader *r, failure *why)
{
    bool opens = take(r) == '(';
    if (!opens && r->depth == 0) {
        return faulty(why, "a closing parenthesis without an opening one");
    }
    if (opens && r->depth == DEPTH_MAX) {
        return faulty(why, "variations nest more than 1000 deep");
    }
    r->variation_line = opens && r->depth == 0 ? r->line : r->variation_line;
    r->depth += opens ? 1 : -1;
    return PGN_COMMENT;
}

static pgn_kind variation_open(pgn_reader *r, failure *why)
{
    if (peek(r) == END && r->ending != PGN_END) {
        return ended(r, why);
    }
    fail(why, "the variation that begins in line %ld is not closed", r->variation_line);
    return PGN_FAULT;
}

/* Reads the token that begins with `c`. Sets `silent` if it is not for the caller. */
static pgn_kind read_any(pgn_reader *r, int c, bool *silent, failure *why)
{
    pgn_kind kind;
    switch (c) {
    case '[':
        return r->depth > 0 ? variation_open(r, why) : read_tag(r, why);
    case '{':
    case ';':
        kind = read_comment(r, why);
        break;
    case '(':
    case ')':
        kind = turn_parenthesis(r, why);
        *silent = true;
        break;
    case '$':
        take(r);
        kind = read_word(r, why);
        *silent = kind != PGN_FAULT;
        break;
    case '}':
    case ']':
    case '<':
    case '>':
        take(r);
        return faulty(why, "one of the characters } ] < > stands alone");
    default:
        kind = read_word(r, why);
        *silent = kind == PGN_COMMENT;
        break;
    }
    *silent |= r->depth > 0;
    return kind;
}

static void skip_mark(pgn_reader *r)
{
    look(r, BYTE_ORDER_MARK_SIZE - 1);
    if (has_byte_order_mark(r->buffer + r->at, (size_t)(r->filled - r->at))) {
        r->at += BYTE_ORDER_MARK_SIZE;
        r->taken += BYTE_ORDER_MARK_SIZE;
    }
}

pgn_kind pgn_reader_next(pgn_reader *r, failure *why)
{
    r->begins_game = false;
    if (r->taken == 0) {
        skip_mark(r);
    }
    for (;;) {
        int c = r->bracket ? '[' : peek(r);
        r->token_line = r->line;
        if (c == END) {
            return r->depth > 0 ? variation_open(r, why) : ended(r, why);
        }
        if (c == '%' && r->line_begins) {
            take_line(r);
        } else if (is_space(c)) {
            take(r);
        } else {
            bool silent = false;
            r->in_tags &= c == '[' || c == '{' || c == ';';
            pgn_kind kind = read_any(r, c, &silent, why);
            /* A move number alone is no move. */
            if (kind == PGN_FAULT || (!silent && (kind == PGN_MOVE || kind == PGN_RESULT))) {
                r->has_event &= r->in_tags;
            }
            if (kind >= PGN_FAULT || !silent) {
                return kind;
            }
        }
    }
}

/* Goes to the start of a line, unless it is there already, and returns its first character. */
static int next_line(pgn_reader *r)
{
    if (!r->line_begins) {
        take_line(r);
    }
    return peek(r);
}

void pgn_reader_skip(pgn_reader *r)
{
    r->depth = 0;
    int c = next_line(r);
    while (r->in_tags && c == '[') {
        take_line(r);
        c = peek(r);
    }
    r->in_tags = false;
    while (c != END) {
        if (c == '[') {
            take(r);
            if (is_letter(peek(r))) {
                r->bracket = true;
                return;
            }
        }
        c = next_line(r);
        while (c != '[' && c != END) {
            take_line(r);
            c = peek(r);
        }
    }
}
