/* Functions of position.c and checks.c for the rest of the folder. */
#ifndef CHESS_POSITION_INTERNAL_H
#define CHESS_POSITION_INTERNAL_H

#include "chess/position.h"

/* Makes the random keys of Zobrist. attacks_init() calls it. */
void pos_init_keys(void);

/* The pawns of the side to move that may legally capture en passant on `target`. The pawn that they
 * would capture stands on `target` ^ 8. */
bitboard pos_en_passant_capturers(const position *pos, square target);

static inline bool pos_en_passant_is_legal(const position *pos, square target)
{
    return pos_en_passant_capturers(pos, target) != 0;
}

/* The pieces of a side that alone shield its king from a slider. */
bitboard pos_pinned(const position *pos, colour side);

/* The same as pos_attacked_by(), with a given occupancy. */
bitboard pos_attacks_given(const position *pos, colour side, bitboard occupied);

#endif
