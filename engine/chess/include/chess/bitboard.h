/* Sets of squares. */
#ifndef CHESS_BITBOARD_H
#define CHESS_BITBOARD_H

#include "chess/types.h"

#define BB_FILE_A UINT64_C(0x0101010101010101)
#define BB_FILE_H UINT64_C(0x8080808080808080)
#define BB_RANK_1 UINT64_C(0x00000000000000ff)
#define BB_LIGHT  UINT64_C(0x55aa55aa55aa55aa)

static inline bitboard bb_of(square s)
{
    return UINT64_C(1) << s;
}
static inline bitboard bb_rank(int rank)
{
    return BB_RANK_1 << (8 * rank);
}
static inline bitboard bb_file(int file)
{
    return BB_FILE_A << file;
}
static inline int bb_count(bitboard b)
{
    return __builtin_popcountll(b);
}

/* The lowest square (a1 is the lowest of all) of a non-empty set. */
static inline square bb_first(bitboard b)
{
    return (square)__builtin_ctzll(b);
}

/* Removes the lowest square of a non-empty set and returns it. */
static inline square bb_pop(bitboard *b)
{
    square s = bb_first(*b);
    *b &= *b - 1;
    return s;
}

/* Shifts a set by one square. Squares that would leave the board vanish. */
static inline bitboard bb_east(bitboard b)
{
    return (b & ~BB_FILE_H) << 1;
}
static inline bitboard bb_west(bitboard b)
{
    return (b & ~BB_FILE_A) >> 1;
}

/* Shifts a set by one rank towards the opponent of `side`. */
static inline bitboard bb_forward(bitboard b, colour side)
{
    return side == WHITE ? b << 8 : b >> 8;
}

/* All squares that the pawns of `side` attack. */
static inline bitboard bb_pawn_attacks(bitboard pawns, colour side)
{
    bitboard ahead = bb_forward(pawns, side);
    return bb_east(ahead) | bb_west(ahead);
}

#endif
