/* Fully legal move generation: pins and checks by masks, nothing is made and tested except en
 * passant. */
#ifndef CHESS_MOVEGEN_H
#define CHESS_MOVEGEN_H

#include "chess/checks.h"
#include "chess/position.h"

/* Writes every legal move and returns how many; the order is fixed by the position alone. */
int gen_legal(const position *pos, move moves[MOVES_MAX]);

/* The same moves in two parts, each legal move in exactly one: captures, en passant and all
 * promotions; and the rest, castling too. `checks` is the position's pos_check_info(). */
int gen_noisy(const position *pos, const check_info *checks, move moves[MOVES_MAX]);
int gen_quiet(const position *pos, const check_info *checks, move moves[MOVES_MAX]);

/* How many legal moves there are, without writing them. */
int gen_count(const position *pos);

/* True if at least one legal move exists. */
bool gen_any(const position *pos);

/* True if gen_legal() lists `m`, which may be any 16 bits: nothing in it is trusted. Generates
 * nothing. */
bool gen_is_legal(const position *pos, move m);

/* The same for a caller that has the position's pos_check_info(). */
bool gen_is_legal_given(const position *pos, const check_info *checks, move m);

/* The legal move that UCI text names, or MOVE_NONE. Castling is understood both as e1g1 and as
 * e1h1; case matters as in the protocol (lowercase). */
move gen_from_uci(const position *pos, const char *text);

#endif
