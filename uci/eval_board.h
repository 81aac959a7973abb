/* The value net's part of `eval`: its score, and a board of what it makes of every piece. */
#ifndef EVAL_BOARD_H
#define EVAL_BOARD_H

#include "nn/backend.h"
#include "uci/writer.h"

/* Writes FEN, score and the board. Under each piece but the kings stands what its own side would
 * lose without it, in pawns; "-" where the king of the side that is not to move would then stand in
 * check, so that there is nothing to compare. */
void eval_board_write(const position *root, const backend *net, writer *out);

#endif
