/* Standard algebraic notation, both ways. */
#ifndef CHESS_SAN_H
#define CHESS_SAN_H

#include "chess/position.h"

enum { SAN_TEXT_MAX = 12 }; /* Qa1xb2=Q+ and its end fit */

/* Writes a legal move with the shortest origin that is unambiguous, and + or #. */
void san_write(const position *pos, move m, char text[SAN_TEXT_MAX]);

/* The one legal move that the text names, or MOVE_NONE (none or several). Forgiving as PGN readers
 * must be: missing or wrong +, #, x and = signs, castling with zeros, !? suffixes, superfluous
 * origin. */
move san_parse(const position *pos, const char *text);

#endif
