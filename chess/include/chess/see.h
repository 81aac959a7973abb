/* Static exchange evaluation (Reinefeld 1983; Dart's swap list). */
#ifndef CHESS_SEE_H
#define CHESS_SEE_H

#include "chess/position.h"

/* Piece values in centipawns by type. A king is never exchanged. */
extern const int see_value[PIECE_TYPES];

/* True if the exchange that `m` begins on its target wins at least `threshold` centipawns for the
 * mover. Both sides capture with their least valuable piece, and stop when that is better. */
bool see_at_least(const position *pos, move m, int threshold);

#endif
