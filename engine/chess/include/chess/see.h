/* Static exchange evaluation, after the swap-off values of Maynard Smith and Michie (1961). */
#ifndef CHESS_SEE_H
#define CHESS_SEE_H

#include "chess/position.h"

/* Piece values in centipawns by type. A king is never exchanged. */
extern const int see_value[PIECE_TYPES];

/* What a move takes and promotes to, in centipawns: no exchange that it begins wins more. */
int see_gain(const position *pos, move m);

/* Sorts moves by what they take and promote to, the largest first, and equal ones by the least
 * valuable piece that moves. Moves that gain nothing keep their order. */
void see_sort(const position *pos, move moves[], int count);

/* True if the exchange that the legal move `m` begins on its target wins at least `threshold`
 * centipawns for the mover. Both sides capture with their least valuable piece, and stop when that
 * is better. Pieces behind others join in; pins are ignored; a pawn that reaches the last rank
 * becomes a queen. Castling wins 0. */
bool see_at_least(const position *pos, move m, int threshold);

/* The sign of what that exchange wins: -1, 0 or 1. It is faster than two calls of the above. */
int see_sign(const position *pos, move m);

#endif
