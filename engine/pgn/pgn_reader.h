/* Splits PGN, plain or gzip, into tokens: tags, moves of the main line, comments, results. It skips
 * variations (nested), move numbers, NAGs, `%` escapes, and marks: signs such as !? or +-, words
 * that are not ASCII, such as a plus-minus sign, and one or two letters, such as N for a novelty.
 * A line that begins like a tag ends an unclosed comment with an error, so that the error affects
 * no other game. The reader does not check the legality of moves (pgn_record.h does). */
#ifndef PGN_PGN_READER_H
#define PGN_PGN_READER_H

#include "pgn_input.h"

/* Room for texts. A longer one is an error. */
enum {
    PGN_NAME_MAX = 64,     /* a tag's name and its NUL */
    PGN_TEXT_MAX = 1 << 16 /* a tag's value, a word or a comment, and its NUL */
};

typedef enum {
    PGN_TAG,       /* `name`, and `text` without escapes */
    PGN_MOVE,      /* `text` is a word in the place of a move, without marks */
    PGN_COMMENT,   /* `text` was in braces or after a semicolon */
    PGN_NULL_MOVE, /* a null move of the main line (`why`) */
    PGN_RESULT,    /* `text` is 1-0, 0-1, 1/2-1/2 or * */
    PGN_ODD,       /* something that is left out, such as a stray bracket (`why`) */
    PGN_NOTHING,   /* to be skipped; pgn_reader_next() does not return it */
    PGN_FAULT,     /* an error in this game (`why`); call pgn_reader_skip() */
    PGN_END,       /* the file's end */
    PGN_CUT,       /* the compressed file is cut off here (`why`) */
    PGN_BAD        /* not text, or not readable (`why`); the reader cannot continue */
} pgn_kind;

typedef struct pgn_reader {
    pgn_input in;
    char name[PGN_NAME_MAX]; /* of the last token, like the next two */
    char *text;
    long line;           /* where it began */
    bool in_tags;        /* it was a tag or part of a broken tag */
    bool in_moves;       /* a move was read since the last tag or result */
    int depth;           /* of variations */
    long variation_line; /* line of the outermost open variation */
} pgn_reader;

/* Open a file, or the bytes of one as gzip_input_open_bytes() does. They return false and fill
 * `why` if it cannot be opened. pgn_reader_close() closes it, also
 * after a failure. */
bool pgn_reader_open(pgn_reader *r, const char *path, failure *why);
bool pgn_reader_open_bytes(pgn_reader *r, const void *bytes, size_t size, const char *name,
                           failure *why);
void pgn_reader_close(pgn_reader *r);

/* Reads the next token. `why` has neither file nor line. */
pgn_kind pgn_reader_next(pgn_reader *r, failure *why);

/* After a result: true if a comment follows in its line. The comment is the next token, and belongs
 * to the same game. */
bool pgn_reader_comment_follows(pgn_reader *r);

/* Skips the rest of a broken game, to the next line that begins like a tag after moves. */
void pgn_reader_skip(pgn_reader *r);

#endif
