/* Checks against the side to move, and checks that its moves give. Each struct is computed once per
 * node; then a move costs a few masks. */
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
    bitboard
        from[PIECE_TYPES]; /* by type: squares from which it attacks that king; none for KING */
    bitboard discoverers;  /* own pieces that give check by leaving the line of an own slider */
    square king;           /* the enemy king */
} check_squares;

check_squares pos_check_squares(const position *pos);

/* True if the legal move `m` gives check. `squares` belongs to this position. It is exact for all
 * kinds of moves and does not make the move. */
bool pos_gives_check(const position *pos, const check_squares *squares, move m);

#endif
