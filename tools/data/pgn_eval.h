/* Scores in PGN comments, from White's view: the command [%eval 0.35] in pawns or [%eval #-3] for a
 * mate, or the field wv of TCEC's archive, as in {d=30, wv=0.35, pv=e4 e5} and {wv=-M3}. */
#ifndef TOOLS_PGN_EVAL_H
#define TOOLS_PGN_EVAL_H

#include <stdbool.h>

#include "chess/types.h"
#include "pgn/pgn_writer.h"

/* The text of the score in a comment, from its command or its field, or NULL. */
const char *pgn_comment_eval(const char *comment);

/* Reads a score up to the closing bracket, a comma or a blank. `*score` is a game file's score for
 * `to_move`, clamped to its ranges. Returns false if the text is neither pawns nor a mate. */
bool pgn_eval_read(const char *text, colour to_move, int *score);

/* Writes a game file's score other than GAME_SCORE_NONE; pgn_eval_read() reads the same score. */
void pgn_eval_write(int score, colour to_move, char text[PGN_SCORE_TEXT_MAX]);

#endif
