/* The basic types of all other headers: colours, pieces, squares, bitboards. */
#ifndef CHESS_TYPES_H
#define CHESS_TYPES_H

#include <stdint.h>

/* ORDER: WHITE is 0, so `colour ^ 1` is the opponent. */
typedef enum { WHITE, BLACK } colour;

/* ORDER: promotion codes, feature indices and the game file depend on this order. */
typedef enum { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, PIECE_TYPES } piece_type;

/* A square's content: piece type + 8 * colour, or PIECE_NONE. */
typedef uint8_t piece;
enum { PIECE_NONE = 7 };

/* a1 = 0, b1 = 1, ..., h8 = 63. */
typedef uint8_t square;
enum { A1 = 0, H1 = 7, A8 = 56, H8 = 63, SQUARE_NONE = 64, SQUARES = 64 };

/* One bit for each square; bit 0 is a1. */
typedef uint64_t bitboard;

static inline piece piece_of(colour side, piece_type type)
{
    return (piece)(type + 8 * side);
}
static inline piece_type piece_kind(piece p)
{
    return (piece_type)(p & 7);
}
static inline colour piece_side(piece p)
{
    return (colour)(p >> 3);
}

static inline int square_file(square s)
{
    return s & 7;
}
static inline int square_rank(square s)
{
    return s >> 3;
}
static inline square square_at(int file, int rank)
{
    return (square)(8 * rank + file);
}

#endif
