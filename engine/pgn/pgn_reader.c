#include "pgn_reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "pgn_word.h"

enum {
    DEPTH_MAX = 1000, /* nested variations */
    LOOK_MAX = 4096   /* bytes that are looked at of a line that may be a tag */
};

static bool begin(pgn_reader *r, const char *name, failure *why)
{
    *r = (pgn_reader){.line = 1, .text = calloc(PGN_TEXT_MAX, 1)};
    return r->text || fail(why, "%s: not enough memory to read it", name);
}

bool pgn_reader_open(pgn_reader *r, const char *path, failure *why)
{
    return begin(r, path, why) && pgn_input_open(&r->in, path, why);
}

bool pgn_reader_open_bytes(pgn_reader *r, const void *bytes, size_t size, const char *name,
                           failure *why)
{
    return begin(r, name, why) && pgn_input_open_bytes(&r->in, bytes, size, name, why);
}

void pgn_reader_close(pgn_reader *r)
{
    pgn_input_close(&r->in);
    free(r->text);
}

bool pgn_reader_comment_follows(pgn_reader *r)
{
    int ahead = 0;
    while (pgn_look(&r->in, ahead) == ' ' || pgn_look(&r->in, ahead) == '\t') {
        ahead++;
    }
    return pgn_look(&r->in, ahead) == '{' || pgn_look(&r->in, ahead) == ';';
}

/* True for the characters of a tag's name. */
static bool is_name(int c)
{
    return isalnum(c) || c == '_';
}

/* The kind of the end of the file. */
static pgn_kind ended(const pgn_reader *r, failure *why)
{
    if (r->in.status == GZIP_READ) {
        return PGN_END;
    }
    *why = r->in.why;
    return r->in.status == GZIP_CUT ? PGN_CUT : PGN_BAD;
}

static bool is_broken_off(pgn_reader *r)
{
    return pgn_peek(&r->in) == PGN_BYTES_END && r->in.status != GZIP_READ;
}

static pgn_kind faulty(failure *why, const char *reason)
{
    fail(why, "%s", reason);
    return PGN_FAULT;
}

/* An error in the text, unless its cause is the end of the file. */
static pgn_kind faulty_or_ended(pgn_reader *r, failure *why, const char *reason)
{
    return is_broken_off(r) ? ended(r, why) : faulty(why, reason);
}

/* The place after blanks of a tag. */
static int after_blanks(pgn_reader *r, int at)
{
    while (at < LOOK_MAX && (pgn_look(&r->in, at) == ' ' || pgn_look(&r->in, at) == '\t')) {
        at++;
    }
    return at;
}

static bool is_line_end(int c)
{
    return c == '\n' || c == '\r' || c == PGN_BYTES_END;
}

/* True if a value that begins at this place ends as that of a tag does: with a quote, a bracket,
 * and what may follow a tag, or with a quote at the end of the line. */
static bool tag_value_ends(pgn_reader *r, int at)
{
    for (int last = 0, c; at < LOOK_MAX; at++) {
        c = pgn_look(&r->in, at);
        if (is_line_end(c)) {
            return last == '"';
        }
        if (last == '"' && c == ']') {
            c = pgn_look(&r->in, after_blanks(r, at + 1));
            return is_line_end(c) || isdigit(c) || (c != 0 && strchr("[{(;*", c));
        }
        at += c == '\\';
        last = c == ' ' || c == '\t' ? last : c;
    }
    return true;
}

/* True if the next line begins with a tag: [Name "..."] */
static bool is_tag_line(pgn_reader *r)
{
    int at = 0;
    if (!r->in.line_begins) {
        return false;
    }
    for (int bytes; at < LOOK_MAX && (bytes = pgn_mark_bytes(&r->in, at)) > 0;) {
        at += bytes;
    }
    if (pgn_look(&r->in, at) != '[' || !isalpha(pgn_look(&r->in, at + 1))) {
        return false;
    }
    do {
        at++;
    } while (at < LOOK_MAX && is_name(pgn_look(&r->in, at)));
    at = after_blanks(r, at);
    return pgn_look(&r->in, at) == '"' && tag_value_ends(r, at + 1);
}

static pgn_kind read_comment(pgn_reader *r, failure *why)
{
    bool brace = pgn_take(&r->in) == '{';
    size_t length = 0;
    for (;;) {
        if (brace && is_tag_line(r)) {
            r->in_tags = false; /* the tags that follow belong to the next game */
            return faulty(why, "a comment is not closed");
        }
        int c = brace ? pgn_take(&r->in) : pgn_peek(&r->in);
        if (c == PGN_BYTES_END && brace) {
            return faulty_or_ended(r, why, "a comment is not closed");
        }
        if (c == PGN_BYTES_END || (brace ? c == '}' : c == '\n' || c == '\r')) {
            break;
        }
        if (length + 1 == PGN_TEXT_MAX) {
            return faulty(why, "a comment is longer than 65535 bytes, or not closed");
        }
        r->text[length++] = (char)c;
        if (!brace) {
            pgn_take(&r->in);
        }
    }
    r->text[length] = '\0';
    return PGN_COMMENT;
}

static void skip_blanks(pgn_reader *r)
{
    while (pgn_peek(&r->in) == ' ' || pgn_peek(&r->in) == '\t') {
        pgn_take(&r->in);
    }
}

/* True if a tag ends here: with its bracket or, as some lack it, with its line. */
static bool tag_ends(pgn_reader *r)
{
    const int c = pgn_look(&r->in, after_blanks(r, 0));
    return c == ']' || is_line_end(c);
}

/* Reads the quoted value. A quote within it may lack its backslash. Returns false if the value does
 * not end in its line, or is too long. */
static bool read_value(pgn_reader *r)
{
    size_t length = 0;
    for (int c = pgn_take(&r->in); c != '"' || !tag_ends(r); c = pgn_take(&r->in)) {
        if (c == '\\' && (pgn_peek(&r->in) == '"' || pgn_peek(&r->in) == '\\')) {
            c = pgn_take(&r->in);
        }
        if (c == PGN_BYTES_END || c == '\n' || c == '\r' || length + 1 == PGN_TEXT_MAX) {
            return false;
        }
        r->text[length++] = (char)c;
    }
    r->text[length] = '\0';
    skip_blanks(r);
    if (pgn_peek(&r->in) == ']') {
        pgn_take(&r->in);
    }
    return true;
}

/* Reads the name and the blanks around it. Returns false if it is too long, or if no quote
 * follows. */
static bool read_name(pgn_reader *r)
{
    size_t length = 0;
    skip_blanks(r);
    while (is_name(pgn_peek(&r->in)) && length + 1 < PGN_NAME_MAX) {
        r->name[length++] = (char)pgn_take(&r->in);
    }
    r->name[length] = '\0';
    skip_blanks(r);
    return length > 0 && pgn_peek(&r->in) == '"';
}

/* A tag that cannot be read. The game goes on without it, unless it may be the tag that says how
 * the game begins, or is a bracket among the moves. */
static pgn_kind wrong_tag(pgn_reader *r, failure *why, const char *reason)
{
    static const char *const starts[] = {"FEN", "SetUp", "Variant"};
    bool costs = r->in_moves;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        costs |= strcmp(r->name, starts[i]) == 0;
    }
    const pgn_kind kind = faulty_or_ended(r, why, reason);
    if (kind != PGN_FAULT || costs) {
        return kind;
    }
    if (!r->in.line_begins) {
        pgn_take_line(&r->in);
    }
    return PGN_ODD;
}

static pgn_kind read_tag(pgn_reader *r, failure *why)
{
    /* A bracket among the moves is a fault of this game, and the tags that follow are the next
     * one's. */
    r->in_tags |= r->in.line_begins;
    r->in_moves = r->in_moves && !is_tag_line(r);
    pgn_take(&r->in);
    if (!read_name(r)) {
        return wrong_tag(r, why, "a tag is not of the form [Name \"value\"]");
    }
    pgn_take(&r->in);
    if (!read_value(r)) {
        return wrong_tag(r, why, "a tag's value is not closed, or longer than 65535 bytes");
    }
    r->in_moves = false;
    return PGN_TAG;
}

static bool ends_word(pgn_reader *r)
{
    const int c = pgn_look(&r->in, 0);
    return c == PGN_BYTES_END || c == 0 || pgn_blank_bytes(&r->in) > 0 ||
           strchr("{}()[];$<>", c) != NULL;
}

/* Takes a promotion's piece in parentheses, as in a8(Q), after a pawn's move to the last rank. */
static void take_promotion(pgn_reader *r)
{
    const size_t length = strlen(r->text);
    int ahead = 0;
    while (pgn_look(&r->in, ahead) == ' ') {
        ahead++;
    }
    const int piece = pgn_look(&r->in, ahead + 1);
    if (length >= 2 && r->text[0] >= 'a' && r->text[0] <= 'h' &&
        (r->text[length - 1] == '8' || r->text[length - 1] == '1') &&
        pgn_look(&r->in, ahead) == '(' &&
        (piece == 'Q' || piece == 'R' || piece == 'B' || piece == 'N') &&
        pgn_look(&r->in, ahead + 2) == ')') {
        for (int i = 0; i < ahead + 3; i++) {
            pgn_take(&r->in);
        }
        r->text[length] = (char)piece;
        r->text[length + 1] = '\0';
    }
}

static pgn_kind read_word(pgn_reader *r, failure *why)
{
    enum { WORD_MAX = 64 };
    size_t length = 0;
    while (!ends_word(r)) {
        if (length + 1 == WORD_MAX) {
            return faulty(why, "a word is longer than 63 characters");
        }
        r->text[length++] = (char)pgn_take(&r->in);
    }
    r->text[length] = '\0';
    const pgn_kind kind = pgn_word_kind(r->text);
    if (kind == PGN_MOVE) {
        take_promotion(r);
    } else if (kind == PGN_NULL_MOVE) {
        fail(why, "a null move, with which its moves end here");
    }
    return kind;
}

/* Opens or closes a variation. Returns PGN_NOTHING if that is right. */
static pgn_kind turn_parenthesis(pgn_reader *r, failure *why)
{
    bool opens = pgn_take(&r->in) == '(';
    if (!opens && r->depth == 0) {
        fail(why, "a closing parenthesis without an opening one");
        return PGN_ODD;
    }
    if (opens && r->depth == DEPTH_MAX) {
        return faulty(why, "variations nest more than 1000 deep");
    }
    r->variation_line = opens && r->depth == 0 ? r->in.line : r->variation_line;
    r->depth += opens ? 1 : -1;
    return PGN_NOTHING;
}

static pgn_kind variation_open(pgn_reader *r, failure *why)
{
    if (is_broken_off(r)) {
        return ended(r, why);
    }
    fail(why, "the variation that begins in line %ld is not closed", r->variation_line);
    return PGN_FAULT;
}

/* Reads the token that begins with `c`. */
static pgn_kind read_any(pgn_reader *r, int c, failure *why)
{
    switch (c) {
    case '[':
        return r->depth > 0 ? variation_open(r, why) : read_tag(r, why);
    case '{':
    case ';':
        return read_comment(r, why);
    case '(':
    case ')':
        return turn_parenthesis(r, why);
    case '$':
        pgn_take(&r->in);
        return read_word(r, why) == PGN_FAULT ? PGN_FAULT : PGN_NOTHING;
    case '}':
    case ']':
    case '<':
    case '>':
        pgn_take(&r->in);
        fail(why, "one of the characters } ] < > stands alone");
        return PGN_ODD;
    default:
        return read_word(r, why);
    }
}

pgn_kind pgn_reader_next(pgn_reader *r, failure *why)
{
    for (;;) {
        const int c = pgn_take_blanks(&r->in);
        r->line = r->in.line;
        if (c == PGN_BYTES_END) {
            return r->depth > 0 ? variation_open(r, why) : ended(r, why);
        }
        if (c == '%' && r->in.line_begins) {
            pgn_take_line(&r->in);
            continue;
        }
        r->in_tags &= c == '[' || c == '{' || c == ';';
        const pgn_kind kind = read_any(r, c, why);
        if (kind == PGN_NOTHING || (r->depth > 0 && kind < PGN_FAULT)) {
            continue;
        }
        r->in_moves =
            kind == PGN_MOVE || kind == PGN_NULL_MOVE || (r->in_moves && kind != PGN_RESULT);
        return kind;
    }
}

void pgn_reader_skip(pgn_reader *r)
{
    r->depth = 0;
    r->in_moves = false;
    if (!r->in.line_begins) {
        pgn_take_line(&r->in);
    }
    while (r->in_tags && pgn_look(&r->in, 0) == '[') {
        pgn_take_line(&r->in);
    }
    r->in_tags = false;
    while (pgn_look(&r->in, 0) != PGN_BYTES_END && pgn_look(&r->in, 0) != 0 && !is_tag_line(r)) {
        pgn_take_line(&r->in);
    }
}
