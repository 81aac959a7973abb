/* Reads and writes standard algebraic notation. */
#ifndef CHESS_SAN_H
#define CHESS_SAN_H

#include "chess/position.h"

enum { SAN_TEXT_MAX = 12 }; /* Qa1xb2=Q+ and its NUL */

/* Writes a legal move with the shortest origin that makes it unambiguous, and with + or #. */
void san_write(const position *pos, move m, char text[SAN_TEXT_MAX]);

/* The legal move with this text, or MOVE_NONE if there is none or more than one. Like other PGN
 * readers it accepts missing or wrong +, #, x and =, castling with zeros, the suffixes ! and ?, an
 * origin that is not needed, German letters of pieces, a pawn's capture by its files alone (ed),
 * and a promotion without its piece, which is a queen. It also accepts the moves of UCI, which
 * fastchess can write. */
move san_parse(const position *pos, const char *text);

#endif
