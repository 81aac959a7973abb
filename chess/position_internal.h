/* What position.c shares with the rest of the folder. */
#ifndef POSITION_INTERNAL_H
#define POSITION_INTERNAL_H

#include "chess/position.h"

/* Own pawns that may legally take en passant on `target`, behind which an enemy pawn stands. */
bitboard pos_en_passant_capturers(const position *pos, square target);

static inline bool pos_en_passant_is_legal(const position *pos, square target)
{
    return pos_en_passant_capturers(pos, target) != 0;
}

/* Everything `side` attacks given an occupancy. */
bitboard pos_attacks_given(const position *pos, colour side, bitboard occupied);

#endif
