/* Static exchange evaluation (Reinefeld 1983; Dart's swap list). */
#ifndef CHESS_SEE_H
#define CHESS_SEE_H

#include "chess/position.h"

/* Piece values in centipawns by type; the king's is never exchanged. */
extern const int see_value[PIECE_TYPES];

/* True if the exchanges that `m` begins on its destination win at least `threshold` centipawns for
 * the mover, both sides capturing with their least valuable piece and stopping when it pays. */
bool see_at_least(const position *pos, move m, int threshold);

#endif
