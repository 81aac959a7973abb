/* Generation of legal moves. Masks of pins and checks limit the targets of pieces; only en passant
 * captures are tested one by one. Castling is the move of the king to its own rook (move.h). */
#ifndef CHESS_MOVEGEN_H
#define CHESS_MOVEGEN_H

#include "chess/checks.h"
#include "chess/position.h"

/* Writes all legal moves and returns their number. Their order depends on the position only. */
int gen_legal(const position *pos, move moves[MOVES_MAX]);

/* The same moves in two parts: gen_noisy() writes captures, en passant and all promotions,
 * gen_quiet() the rest, castling included. `checks` is the position's pos_check_info(). */
int gen_noisy(const position *pos, const check_info *checks, move moves[MOVES_MAX]);
int gen_quiet(const position *pos, const check_info *checks, move moves[MOVES_MAX]);

/* The number of legal moves. */
int gen_count(const position *pos);

/* True if at least one legal move exists. */
bool gen_any(const position *pos);

/* True if gen_legal() would write `m`, which may be any 16 bits. It generates no moves. */
bool gen_is_legal(const position *pos, move m);

/* The same with the position's pos_check_info(). */
bool gen_is_legal_given(const position *pos, const check_info *checks, move m);

/* The legal move with this UCI text, or MOVE_NONE. Castling may be written as e1g1 or as e1h1. Only
 * lower case is accepted, as the protocol demands. */
move gen_from_uci(const position *pos, const char *text);

#endif
