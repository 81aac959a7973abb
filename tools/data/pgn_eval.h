/* Scores in PGN comments: [%eval 0.35] in pawns, [%eval #-3] for mates, from White's view; the same
 * as a field of TCEC's archive, {d=30, wv=0.35, pv=e4 e5}, {wv=-M3}; and the comments of match
 * programs after a move: {+0.31/12 0.143s}, {-M6/20 0.010s}. */
#ifndef TOOLS_PGN_EVAL_H
#define TOOLS_PGN_EVAL_H

#include <stdbool.h>

#include "chess/types.h"
#include "pgn/pgn_text.h"

enum { PGN_EVAL_TEXT_MAX = PGN_SCORE_TEXT_MAX }; /* bytes of a score's text and its NUL */

/* The value of the field name=value in a comment, where a comma or a blank stands before the name,
 * or NULL. */
const char *pgn_field(const char *comment, const char *name);

/* The text of the score in a comment, from its command or its field, or NULL. */
const char *pgn_comment_eval(const char *comment);

/* Reads a score up to the closing bracket, a comma or a blank. `*score` is a game file's score for
 * `to_move`, clamped to its ranges. Returns false if the text is neither pawns nor a mate. */
bool pgn_eval_read(const char *text, colour to_move, int *score);

/* Writes a game file's score other than GAME_SCORE_NONE, so that pgn_eval_read() gives the same
 * score. */
void pgn_eval_write(int score, colour to_move, char text[PGN_EVAL_TEXT_MAX]);

/* What the comment of a match says about a move. */
typedef struct pgn_thought {
    int score; /* a game file's score for the side that moved */
    int depth;
    int time_ms;
} pgn_thought;

enum { PGN_DEPTH_MAX = 10000, PGN_TIME_MS_MAX = 1000000000 }; /* larger values are clamped */

/* Reads score, depth and time from the beginning of a comment, where mates count in plies. Returns
 * the end of the part that was read (a comma, a blank, or the comment's end), or NULL if it is not
 * such a comment. */
const char *pgn_thought_read(const char *text, pgn_thought *thought);

#endif
