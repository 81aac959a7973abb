/* Checks: what the side to move suffers, and what its moves give. Each struct is computed once a
 * node, after which a move costs a few masks. */
#ifndef CHESS_CHECKS_H
#define CHESS_CHECKS_H

#include <stdbool.h>

#include "chess/position.h"

/* Pins and checks of the side to move: what legal generation needs. */
typedef struct check_info {
    bitboard checkers; /* enemy pieces that give check */
    bitboard pinned;   /* own pieces that may move only on the line to their king */
} check_info;

check_info pos_check_info(const position *pos);

/* How the side to move can check the enemy king. */
typedef struct check_squares {
    bitboard
        from[PIECE_TYPES]; /* by type: squares where it would attack that king; none for KING */
    bitboard discoverers;  /* own pieces that open an own slider's line when they leave it */
    square king;           /* the enemy's */
} check_squares;

check_squares pos_check_squares(const position *pos);

/* True if the enemy is in check after `m`, which is legal; `squares` is of this position. Exact for
 * every kind of move, and makes none. */
bool pos_gives_check(const position *pos, const check_squares *squares, move m);

#endif
