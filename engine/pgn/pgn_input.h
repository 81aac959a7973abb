/* The bytes of a PGN file, plain or gzip, with its lines counted. */
#ifndef PGN_PGN_INPUT_H
#define PGN_PGN_INPUT_H

#include <stdbool.h>

#include "files/gzip_input.h"

enum { PGN_BYTES_END = -1 };

typedef struct pgn_input {
    gzip_input *file;
    uint8_t *buffer;
    int filled, at;     /* bytes in the buffer, and the index of the next one */
    bool line_begins;   /* nothing but blanks was taken of this line */
    long line;          /* of the next byte, from 1 */
    int64_t taken;      /* bytes of text */
    gzip_status status; /* the reason for the end of the bytes */
    failure why;        /* unless the status is GZIP_READ */
} pgn_input;

/* Returns false and fills `why` if the file cannot be opened. pgn_input_close() closes it, also
 * after a failure. */
bool pgn_input_open(pgn_input *in, const char *path, failure *why);
void pgn_input_close(pgn_input *in);

/* The byte `ahead` places after the next one, or PGN_BYTES_END. */
int pgn_look(pgn_input *in, int ahead);

/* The next byte, which stays unread, or PGN_BYTES_END. A zero byte ends the input as GZIP_BAD. */
int pgn_peek(pgn_input *in);

/* Takes the next byte, or the rest of its line. A carriage return alone ends a line too. */
int pgn_take(pgn_input *in);
void pgn_take_line(pgn_input *in);

/* The size of the mark that is `ahead` places after the next byte: a byte order mark or a Ctrl-Z,
 * with which a file begins or ends. They also stand between the games of a file that was put
 * together from several. 0 if none is there. */
int pgn_mark_bytes(pgn_input *in, int ahead);

/* The size of the blank that comes next; 0 if none does. Blanks are all control characters but
 * zero, no-break spaces, also of Latin-1, and the marks. */
int pgn_blank_bytes(pgn_input *in);

/* Takes blanks, and zero bytes before a tag or the end of the file, which some programs fill up.
 * Returns the byte behind them, which stays unread, or PGN_BYTES_END. */
int pgn_take_blanks(pgn_input *in);

#endif
