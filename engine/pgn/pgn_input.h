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
    bool line_begins;   /* only blanks were taken from this line so far */
    long line;          /* of the next byte, from 1 */
    int64_t taken;      /* bytes of text */
    gzip_status status; /* why the bytes ended */
    failure why;        /* unless the status is GZIP_READ */
} pgn_input;

/* Returns false and fills `why` if the file cannot be opened. pgn_input_close() closes it, also
 * after a failure. */
bool pgn_input_open(pgn_input *in, const char *path, failure *why);

/* The same with the bytes of a file (gzip_input_open_bytes()). */
bool pgn_input_open_bytes(pgn_input *in, const void *bytes, size_t size, const char *name,
                          failure *why);
void pgn_input_close(pgn_input *in);

/* The byte `ahead` places after the next one, or PGN_BYTES_END. */
int pgn_look(pgn_input *in, int ahead);

/* The next byte, which stays unread, or PGN_BYTES_END. A zero byte ends the input as GZIP_BAD. */
int pgn_peek(pgn_input *in);

/* Takes the next byte, or the rest of its line. A carriage return alone ends a line too. */
int pgn_take(pgn_input *in);
void pgn_take_line(pgn_input *in);

/* The size of the mark that is `ahead` places after the next byte, or 0 if there is none. A mark is
 * a byte order mark, with which a file may begin, or a Ctrl-Z, with which it may end. In a file
 * that was joined from several, marks also stand between games. */
int pgn_mark_bytes(pgn_input *in, int ahead);

/* The size of the blank that comes next, or 0 if there is none. Blanks are spaces, no-break spaces
 * (in UTF-8 or Latin-1), all control characters except zero, and the marks. */
int pgn_blank_bytes(pgn_input *in);

/* Takes blanks. Also takes zero bytes before a tag or the end of the file, since some programs fill
 * up files with them. Returns the byte after these, which stays unread, or PGN_BYTES_END. */
int pgn_take_blanks(pgn_input *in);

#endif
