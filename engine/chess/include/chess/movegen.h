/* Fully legal move generation: pins and checks by masks, nothing is made and tested except en
 * passant. */
#ifndef CHESS_MOVEGEN_H
#define CHESS_MOVEGEN_H

#include "chess/position.h"

/* Writes every legal move and returns how many; the order is fixed by the position alone. */
int gen_legal(const position *pos, move moves[MOVES_MAX]);

/* How many legal moves there are, without writing them. */
int gen_count(const position *pos);

/* True if at least one legal move exists. */
bool gen_any(const position *pos);

/* True if `m`, of any origin, is legal here. */
bool gen_is_legal(const position *pos, move m);

/* The legal move that UCI text names, or MOVE_NONE. Castling is understood both as e1g1 and as
 * e1h1; case matters as in the protocol (lowercase). */
move gen_from_uci(const position *pos, const char *text);

#endif
