/* Counting leaf positions, the proof of a move generator. */
#ifndef CHESS_PERFT_H
#define CHESS_PERFT_H

#include "chess/position.h"

/* Legal move sequences of length `depth`; the last ply is counted, not made. */
uint64_t perft(const position *pos, int depth);

#endif
