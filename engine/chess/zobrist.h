/* Random keys whose XOR identifies a position (Zobrist 1970). Private to the folder. */
#ifndef CHESS_ZOBRIST_H
#define CHESS_ZOBRIST_H

#include "chess/types.h"

/* zobrist_init() fills them from one fixed seed, so the keys are the same in every run and
 * build. */
extern uint64_t zobrist_piece[16][SQUARES]; /* by piece code, then square */
extern uint64_t zobrist_castling[16];       /* by position.castling */
extern uint64_t zobrist_en_passant[8];      /* by file */
extern uint64_t zobrist_black_to_move;

/* Called by attacks_init(). */
void zobrist_init(void);

#endif
