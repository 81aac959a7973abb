/* Writes PGN: tags, and movetext in lines of fewer than 80 columns. Control characters of texts,
 * which a terminal would obey, become blanks, and those of C1 in UTF-8 become '?'. All other
 * bytes are written as they are. Write errors are left to ferror(). */
#ifndef PGN_PGN_WRITER_H
#define PGN_PGN_WRITER_H

#include <stdbool.h>
#include <stdio.h>

#include "chess/position.h"

/* Movetext that is being written. All members except `to` must be zero at first. */
typedef struct pgn_writer {
    FILE *to;
    int column;
    bool number_due; /* the next move of Black needs a number */
    bool opens;      /* the next word opens a variation */
} pgn_writer;

/* Writes a tag with its line. Quotes and backslashes are escaped. */
void pgn_put_tag(FILE *to, const char *name, const char *value);

/* Writes a word on this line, or on the next if this one is full. */
void pgn_put_word(pgn_writer *t, const char *word);

/* Writes a move in `pos`, after its number if it needs one. */
void pgn_put_move(pgn_writer *t, const position *pos, const char *san);

/* Writes a comment of two texts with a blank between them. Either may be "". The texts may have any
 * characters: a closing brace becomes a parenthesis, and a run of blanks becomes one blank or a
 * line break. */
void pgn_put_comment(pgn_writer *t, const char *comment, const char *more);

/* Begin and end a variation, which replaces the move that was written before it. */
void pgn_open_variation(pgn_writer *t);
void pgn_close_variation(pgn_writer *t);

/* Ends the movetext with the result and an empty line. */
void pgn_put_result(pgn_writer *t, const char *result);

/* Writes a score as in the command [%eval ], from White's view: 0.35, #-3. `size` is the absolute
 * score in centipawns, or the number of moves to a mate. */
enum { PGN_SCORE_TEXT_MAX = 16 };
void pgn_score_write(bool mate, bool black_is_better, int size, char text[PGN_SCORE_TEXT_MAX]);

#endif
