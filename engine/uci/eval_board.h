/* The value net's part of `eval`: its score, and a board with the worth of each piece. */
#ifndef UCI_EVAL_BOARD_H
#define UCI_EVAL_BOARD_H

#include "nn/backend.h"
#include "uci/writer.h"

/* Writes FEN, score and board. The number under a piece is its worth: the score, in pawns, that its
 * side would lose without it. Kings have none. "-" means that without the piece the side not to
 * move would be in check, so that the position would be illegal. */
void eval_board_write(const position *root, const backend *net, writer *out);

#endif
