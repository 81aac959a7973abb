/* Perft, which tests a move generator. */
#ifndef CHESS_PERFT_H
#define CHESS_PERFT_H

#include "chess/position.h"

/* The number of legal move sequences of length `depth`; 1 if the depth is 0. Moves of the last ply
 * are counted and not made. */
uint64_t perft(const position *pos, int depth);

#endif
