/* PGN, plain or gzip, cut into what matters of it: tags, the moves of the main line, comments,
 * results. Variations (nested), move numbers, NAGs, `%` escapes, and signs such as !? or +- that
 * stand alone are skipped. A line that begins like a tag ends a comment that was not closed, as a
 * fault, so that it takes no other game with it. Which moves are legal is not its concern
 * (pgn_game.h). */
#ifndef TOOLS_PGN_READER_H
#define TOOLS_PGN_READER_H

#include <stdbool.h>

#include "chess/failure.h"

/* Longer ones are faults. */
enum {
    PGN_NAME_MAX = 64,     /* a tag's name and its end */
    PGN_TEXT_MAX = 1 << 16 /* a tag's value, a word, a comment, and its end */
};

typedef enum {
    PGN_TAG,     /* `name` and `text`, unescaped */
    PGN_MOVE,    /* `text` is a word that stands where a move belongs */
    PGN_COMMENT, /* `text` between braces, or after a semicolon */
    PGN_RESULT,  /* `text` is 1-0, 0-1, 1/2-1/2 or * */
    PGN_FAULT,   /* the text of this game is broken (`why`); call pgn_reader_skip() */
    PGN_END,     /* the file's end */
    PGN_CUT,     /* the compressed file is cut off here (`why`) */
    PGN_BAD      /* the bytes are no text, or cannot be read (`why`); nothing more can be read */
} pgn_kind;

typedef struct pgn_reader pgn_reader;

/* NULL and `why` if the file cannot be opened. */
pgn_reader *pgn_reader_open(const char *path, failure *why);
void pgn_reader_close(pgn_reader *r);

/* The next token. `why` says neither file nor line: see pgn_reader_line(). */
pgn_kind pgn_reader_next(pgn_reader *r, failure *why);

/* Of the last token, until the next call. */
const char *pgn_reader_name(const pgn_reader *r);
const char *pgn_reader_text(const pgn_reader *r);

/* The line where the last token began, from 1. */
long pgn_reader_line(const pgn_reader *r);

/* Passes over the rest of a broken game, to the next line that begins a tag after the moves. */
void pgn_reader_skip(pgn_reader *r);

/* Bytes of the file taken so far, as they lie on the disk. */
long pgn_reader_bytes(const pgn_reader *r);

#endif
