/* Static exchange evaluation, after the swap-off values of Maynard Smith and Michie (1961). */
#ifndef CHESS_SEE_H
#define CHESS_SEE_H

#include "chess/position.h"

/* Piece values in centipawns by type. A king is never exchanged. */
extern const int see_value[PIECE_TYPES];

/* True if the exchange that the legal move `m` begins on its target wins at least `threshold`
 * centipawns for the mover. Both sides capture with their least valuable piece, and stop when that
 * is better. Pieces behind others join in; pins are ignored; a pawn that reaches the last rank
 * becomes a queen. Castling wins 0. */
bool see_at_least(const position *pos, move m, int threshold);

/* The sign of what that exchange wins: -1, 0 or 1. It is faster than two calls of the above. */
int see_sign(const position *pos, move m);

#endif
