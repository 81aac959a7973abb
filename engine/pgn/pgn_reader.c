#include "pgn/pgn_reader.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/byte_order_mark.h"
#include "files/gzip_input.h"
#include "pgn/pgn_word.h"

enum {
    BUFFER_BYTES = 1 << 17,
    DEPTH_MAX = 1000, /* nested variations */
    LOOK_MAX = 4096,  /* bytes that are looked at of a line that may be a tag */
    END = -1          /* end of the bytes; `ending` says why */
};

struct pgn_reader {
    gzip_input *file;
    uint8_t *buffer;
    int filled, at;              /* bytes in the buffer, and index of the next one */
    bool line_begins;            /* nothing but blanks was read of this line */
    bool in_tags;                /* the last token was a tag, or part of a broken one */
    bool in_moves;               /* a move was read since the last tag or result */
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

/* Ends the input for a zero byte. */
static int refuse_zero(pgn_reader *r)
{
    r->ending = PGN_BAD;
    fail(&r->ending_why, "a zero byte: this is no PGN text");
    r->at = r->filled = 0;
    return END;
}

/* The next byte, which stays unread, or END. */
static int peek(pgn_reader *r)
{
    const int c = look(r, 0);
    return c == 0 ? refuse_zero(r) : c;
}

static int take(pgn_reader *r)
{
    int c = peek(r);
    if (c != END) {
        r->at++;
        r->taken++;
        /* A carriage return alone ends a line too. */
        r->line_begins = c == '\n' || (c == '\r' && look(r, 0) != '\n');
        r->line += r->line_begins;
    }
    return c;
}

bool pgn_reader_comment_follows(pgn_reader *r)
{
    int ahead = 0;
    while (look(r, ahead) == ' ' || look(r, ahead) == '\t') {
        ahead++;
    }
    return look(r, ahead) == '{' || look(r, ahead) == ';';
}

/* The bytes of a mark that is `ahead` places after the next byte and ends or begins a file, which
 * may be joined of others: a byte order mark, or a Ctrl-Z. 0 if none is there. */
static int mark_bytes(pgn_reader *r, int ahead)
{
    enum { CONTROL_Z = 0x1a };
    look(r, ahead + BYTE_ORDER_MARK_SIZE - 1);
    const int at = r->at + ahead;
    if (at < r->filled && has_byte_order_mark(r->buffer + at, (size_t)(r->filled - at))) {
        return BYTE_ORDER_MARK_SIZE;
    }
    return look(r, ahead) == CONTROL_Z;
}

/* The bytes of the blank that comes next; 0 if none does. Blanks are all control characters but
 * zero, no-break spaces, also of Latin-1, and byte order marks. */
static int blank_bytes(pgn_reader *r)
{
    enum { DELETE = 0x7f, LATIN_NO_BREAK = 0xa0, OF_TWO_BYTES = 0xc2, OF_A_MARK = 0xef };
    const int c = look(r, 0);
    if ((c > 0 && c <= ' ') || c == DELETE || c == LATIN_NO_BREAK) {
        return 1;
    }
    if (c == OF_TWO_BYTES) {
        return look(r, 1) == LATIN_NO_BREAK ? 2 : 0;
    }
    return c == OF_A_MARK ? mark_bytes(r, 0) : 0;
}

/* Takes a blank of so many bytes. A line begins behind blanks too. */
static void take_blank(pgn_reader *r, int bytes)
{
    const bool begins = r->line_begins;
    for (int i = 0; i < bytes; i++) {
        take(r);
        r->line_begins |= begins;
    }
}

/* True for the characters of a tag's name. */
static bool is_name(int c)
{
    return isalnum(c) || c == '_';
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

/* The place behind blanks of a tag. */
static int behind_blanks(pgn_reader *r, int at)
{
    while (at < LOOK_MAX && (look(r, at) == ' ' || look(r, at) == '\t')) {
        at++;
    }
    return at;
}

static bool is_line_end(int c)
{
    return c == '\n' || c == '\r' || c == END;
}

/* True if a value that begins at this place ends as that of a tag does: with a quote, a bracket,
 * and what may follow a tag, or with a quote at the end of the line. */
static bool tag_value_ends(pgn_reader *r, int at)
{
    for (int last = 0, c; at < LOOK_MAX; at++) {
        c = look(r, at);
        if (is_line_end(c)) {
            return last == '"';
        }
        if (last == '"' && c == ']') {
            c = look(r, behind_blanks(r, at + 1));
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
    if (!r->line_begins) {
        return false;
    }
    for (int bytes; at < LOOK_MAX && (bytes = mark_bytes(r, at)) > 0;) {
        at += bytes;
    }
    if (look(r, at) != '[' || !isalpha(look(r, at + 1))) {
        return false;
    }
    do {
        at++;
    } while (at < LOOK_MAX && is_name(look(r, at)));
    at = behind_blanks(r, at);
    return look(r, at) == '"' && tag_value_ends(r, at + 1);
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

/* True if a tag ends here: with its bracket or, as some lack it, with its line. */
static bool tag_ends(pgn_reader *r)
{
    const int c = look(r, behind_blanks(r, 0));
    return c == ']' || is_line_end(c);
}

/* Reads the quoted value. A quote within it may lack its backslash. Returns false if the value does
 * not end in its line, or is too long. */
static bool read_value(pgn_reader *r)
{
    size_t length = 0;
    for (int c = take(r); c != '"' || !tag_ends(r); c = take(r)) {
        if (c == '\\' && (peek(r) == '"' || peek(r) == '\\')) {
            c = take(r);
        }
        if (c == END || c == '\n' || c == '\r' || length + 1 == PGN_TEXT_MAX) {
            return false;
        }
        r->text[length++] = (char)c;
    }
    r->text[length] = '\0';
    skip_blanks(r);
    if (peek(r) == ']') {
        take(r);
    }
    return true;
}

/* Reads the name and the blanks around it. Returns false if it is too long, or if no quote
 * follows. */
static bool read_name(pgn_reader *r)
{
    size_t length = 0;
    skip_blanks(r);
    while (is_name(peek(r)) && length + 1 < PGN_NAME_MAX) {
        r->name[length++] = (char)take(r);
    }
    r->name[length] = '\0';
    skip_blanks(r);
    return length > 0 && peek(r) == '"';
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
    if (!r->line_begins) {
        take_line(r);
    }
    return PGN_ODD;
}

static pgn_kind read_tag(pgn_reader *r, failure *why)
{
    /* A bracket among the moves is a fault of this game, and the tags that follow are the next
     * one's. */
    r->in_tags |= r->line_begins;
    r->in_moves = r->in_moves && !is_tag_line(r);
    take(r);
    if (!read_name(r)) {
        return wrong_tag(r, why, "a tag is not of the form [Name \"value\"]");
    }
    take(r);
    if (!read_value(r)) {
        return wrong_tag(r, why, "a tag's value is not closed, or longer than 65535 bytes");
    }
    const bool is_event = strcmp(r->name, "Event") == 0;
    r->begins_game = is_event && r->has_event;
    r->has_event |= is_event;
    r->in_moves = false;
    return PGN_TAG;
}

static bool ends_word(pgn_reader *r)
{
    const int c = look(r, 0);
    return c == END || c == 0 || blank_bytes(r) > 0 || strchr("{}()[];$<>", c) != NULL;
}

/* Takes a promotion's piece in parentheses, as in a8(Q), behind a pawn's move to the last rank. */
static void take_promotion(pgn_reader *r)
{
    const size_t length = strlen(r->text);
    int ahead = 0;
    while (look(r, ahead) == ' ') {
        ahead++;
    }
    const int piece = look(r, ahead + 1);
    if (length >= 2 && r->text[0] >= 'a' && r->text[0] <= 'h' &&
        (r->text[length - 1] == '8' || r->text[length - 1] == '1') && look(r, ahead) == '(' &&
        (piece == 'Q' || piece == 'R' || piece == 'B' || piece == 'N') &&
        look(r, ahead + 2) == ')') {
        for (int i = 0; i < ahead + 3; i++) {
            take(r);
        }
        r->text[length] = (char)piece;
        r->text[length + 1] = '\0';
    }
}

/* Reads a word. Returns PGN_COMMENT if it is to be skipped. */
static pgn_kind read_word(pgn_reader *r, failure *why)
{
    enum { WORD_MAX = 64 };
    size_t length = 0;
    while (!ends_word(r)) {
        if (length + 1 == WORD_MAX) {
            return faulty(why, "a word is longer than 63 characters");
        }
        r->text[length++] = (char)take(r);
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

/* Opens or closes a variation. Returns PGN_COMMENT if that is right. */
static pgn_kind turn_parenthesis(pgn_reader *r, failure *why)
{
    bool opens = take(r) == '(';
    if (!opens && r->depth == 0) {
        fail(why, "a closing parenthesis without an opening one");
        return PGN_ODD;
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
        *silent = kind == PGN_COMMENT;
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
        fail(why, "one of the characters } ] < > stands alone");
        kind = PGN_ODD;
        break;
    default:
        kind = read_word(r, why);
        *silent = kind == PGN_COMMENT;
        break;
    }
    *silent |= r->depth > 0;
    return kind;
}

/* Takes zero bytes, with which a file may be filled up. */
static bool take_zeros(pgn_reader *r)
{
    bool any = false;
    for (; look(r, 0) == 0; r->at++, r->taken++) {
        any = true;
    }
    return any;
}

/* Goes to the next token and returns its first character. Zero bytes may stand before a tag and at
 * the end. */
static int skip_to_token(pgn_reader *r)
{
    bool zeros = false;
    for (int bytes = 1; bytes > 0;) {
        zeros |= take_zeros(r);
        bytes = blank_bytes(r);
        take_blank(r, bytes);
    }
    const int c = look(r, 0);
    return zeros && c != '[' && c != END ? refuse_zero(r) : c;
}

pgn_kind pgn_reader_next(pgn_reader *r, failure *why)
{
    r->begins_game = false;
    for (;;) {
        const int c = skip_to_token(r);
        r->token_line = r->line;
        if (c == END) {
            return r->depth > 0 ? variation_open(r, why) : ended(r, why);
        }
        if (c == '%' && r->line_begins) {
            take_line(r);
        } else {
            bool silent = false;
            r->in_tags &= c == '[' || c == '{' || c == ';';
            pgn_kind kind = read_any(r, c, &silent, why);
            const bool moves = !silent && (kind == PGN_MOVE || kind == PGN_NULL_MOVE);
            r->in_moves = (r->in_moves || moves) && (silent || kind != PGN_RESULT);
            /* A move number alone is no move. */
            if (kind == PGN_FAULT || moves || (!silent && kind == PGN_RESULT)) {
                r->has_event &= r->in_tags;
            }
            if (kind >= PGN_FAULT || !silent) {
                return kind;
            }
        }
    }
}

void pgn_reader_skip(pgn_reader *r)
{
    r->depth = 0;
    r->in_moves = false;
    if (!r->line_begins) {
        take_line(r);
    }
    while (r->in_tags && look(r, 0) == '[') {
        take_line(r);
    }
    r->in_tags = false;
    while (look(r, 0) != END && look(r, 0) != 0 && !is_tag_line(r)) {
        take_line(r);
    }
}
