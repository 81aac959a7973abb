/* Checks against the side to move, and checks that its moves give. Each struct is computed once for
 * a position. A few masks then test each move. */
#ifndef CHESS_CHECKS_H
#define CHESS_CHECKS_H

#include <stdbool.h>

#include "chess/position.h"

/* Checks and pins of the side to move, for the generation of legal moves. */
typedef struct check_info {
    bitboard checkers; /* enemy pieces that give check */
    bitboard pinned;   /* own pieces that may move only on the line to their king */
} check_info;

check_info pos_check_info(const position *pos);

/* The ways in which the side to move can check the enemy king. */
typedef struct check_squares {
    bitboard from[PIECE_TYPES]; /* by type: where such a piece attacks that king; KING: none */
    bitboard discoverers;       /* own pieces that unmask an own slider if they leave its line */
    square king;                /* the enemy king */
} check_squares;

check_squares pos_check_squares(const position *pos);

/* True if the legal move `m` gives check, whatever its kind. It does not make the move. `squares`
 * is pos_check_squares(pos). */
bool pos_gives_check(const position *pos, const check_squares *squares, move m);

#endif
