#include "pgn_input.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { BUFFER_BYTES = 1 << 17 };

static bool begin(pgn_input *in, const char *name, failure *why)
{
    *in = (pgn_input){.buffer = malloc(BUFFER_BYTES), .line_begins = true, .line = 1};
    return in->buffer != NULL || fail(why, "%s: not enough memory to read it", name);
}

bool pgn_input_open(pgn_input *in, const char *path, failure *why)
{
    if (begin(in, path, why)) {
        in->file = gzip_input_open(path, why);
    }
    return in->file != NULL;
}

bool pgn_input_open_bytes(pgn_input *in, const void *bytes, size_t size, const char *name,
                          failure *why)
{
    if (begin(in, name, why)) {
        in->file = gzip_input_open_bytes(bytes, size, name, why);
    }
    return in->file != NULL;
}

void pgn_input_close(pgn_input *in)
{
    gzip_input_close(in->file);
    free(in->buffer);
}

/* Reads more bytes after the unread ones. Returns false at the end. */
static bool refill(pgn_input *in)
{
    size_t got;
    failure reason;
    if (in->status != GZIP_READ) {
        return false;
    }
    in->filled -= in->at;
    memmove(in->buffer, in->buffer + in->at, (size_t)in->filled);
    in->at = 0;
    in->status = gzip_input_read(in->file, in->buffer + in->filled,
                                 (size_t)(BUFFER_BYTES - in->filled), &got, &reason);
    if (in->status == GZIP_CUT) {
        fail(&in->why, "the compressed file is cut off here");
    } else if (in->status == GZIP_BAD) {
        fail(&in->why, "cannot be read: %s", reason.text);
    }
    in->filled += (int)got;
    return got > 0;
}

int pgn_look(pgn_input *in, int ahead)
{
    while (in->at + ahead >= in->filled) {
        if (!refill(in)) {
            return PGN_BYTES_END;
        }
    }
    return in->buffer[in->at + ahead];
}

/* Ends the input for a zero byte. */
static int refuse_zero(pgn_input *in)
{
    in->status = GZIP_BAD;
    fail(&in->why, "a zero byte: this is no PGN text");
    in->at = in->filled = 0;
    return PGN_BYTES_END;
}

int pgn_peek(pgn_input *in)
{
    const int c = pgn_look(in, 0);
    return c == 0 ? refuse_zero(in) : c;
}

int pgn_take(pgn_input *in)
{
    const int c = pgn_peek(in);
    if (c != PGN_BYTES_END) {
        in->at++;
        in->taken++;
        in->line_begins = c == '\n' || (c == '\r' && pgn_look(in, 0) != '\n');
        in->line += in->line_begins;
    }
    return c;
}

void pgn_take_line(pgn_input *in)
{
    int c;
    do {
        c = pgn_take(in);
    } while (!in->line_begins && c != PGN_BYTES_END);
}

int pgn_mark_bytes(pgn_input *in, int ahead)
{
    enum { CONTROL_Z = 0x1a };
    pgn_look(in, ahead + UTF8_MARK_SIZE - 1);
    const int at = in->at + ahead;
    if (at < in->filled && utf8_has_mark(in->buffer + at, (size_t)(in->filled - at))) {
        return UTF8_MARK_SIZE;
    }
    return pgn_look(in, ahead) == CONTROL_Z;
}

int pgn_blank_bytes(pgn_input *in)
{
    enum { DELETE = 0x7f, LATIN_NO_BREAK = 0xa0, OF_TWO_BYTES = 0xc2, OF_A_MARK = 0xef };
    const int c = pgn_look(in, 0);
    if ((c > 0 && c <= ' ') || c == DELETE || c == LATIN_NO_BREAK) {
        return 1;
    }
    if (c == OF_TWO_BYTES) {
        return pgn_look(in, 1) == LATIN_NO_BREAK ? 2 : 0;
    }
    return c == OF_A_MARK ? pgn_mark_bytes(in, 0) : 0;
}

/* Takes a blank of `bytes` bytes, after which a line may still begin. */
static void take_blank(pgn_input *in, int bytes)
{
    const bool begins = in->line_begins;
    for (int i = 0; i < bytes; i++) {
        pgn_take(in);
        in->line_begins |= begins;
    }
}

int pgn_take_blanks(pgn_input *in)
{
    bool zeros = false;
    for (int bytes = 1; bytes > 0;) {
        for (; pgn_look(in, 0) == 0; in->at++, in->taken++) {
            zeros = true;
        }
        bytes = pgn_blank_bytes(in);
        take_blank(in, bytes);
    }
    const int c = pgn_look(in, 0);
    return zeros && c != '[' && c != PGN_BYTES_END ? refuse_zero(in) : c;
}
