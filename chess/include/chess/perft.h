/* Perft: the test of a move generator. */
#ifndef CHESS_PERFT_H
#define CHESS_PERFT_H

#include "chess/position.h"

/* The number of legal move sequences of length `depth`. Moves of the last ply are counted, not
 * made. */
uint64_t perft(const position *pos, int depth);

#endif
