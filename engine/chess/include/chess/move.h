/* A move in 16 bits, and its UCI text. */
#ifndef CHESS_MOVE_H
#define CHESS_MOVE_H

#include <stdbool.h>

#include "chess/types.h"

/* Bits 0-5 from, 6-11 to, 12-14 kind, 15 always zero. Castling is written as king takes own rook,
 * in standard chess too. Kinds 1 to 4 are promotions, coded as in the game file. */
typedef uint16_t move;

/* ORDER: promotion kinds are the piece type itself (KNIGHT = 1 ... QUEEN = 4). */
typedef enum {
    MOVE_PLAIN = 0,
    MOVE_TO_KNIGHT = 1,
    MOVE_TO_BISHOP = 2,
    MOVE_TO_ROOK = 3,
    MOVE_TO_QUEEN = 4,
    MOVE_CASTLING = 5,
    MOVE_EN_PASSANT = 6
} move_kind;

/* The known maximum in a game is 218 legal moves. With 15 queens, which a FEN may have, it is about
 * 240. */
enum {
    MOVE_NONE = 0,    /* a1a1, never legal */
    MOVES_MAX = 256,  /* room for the legal moves of any position that a FEN can give */
    MOVE_TEXT_MAX = 6 /* "e7e8q" and its NUL */
};

static inline move move_of(square from, square to, move_kind kind)
{
    return (move)(from | to << 6 | (int)kind << 12);
}
static inline square move_from(move m)
{
    return (square)(m & 63);
}
static inline square move_to(move m)
{
    return (square)(m >> 6 & 63);
}
static inline move_kind move_kind_of(move m)
{
    return (move_kind)(m >> 12);
}
static inline bool move_is_promotion(move m)
{
    return move_kind_of(m) >= MOVE_TO_KNIGHT && move_kind_of(m) <= MOVE_TO_QUEEN;
}

/* The squares that king and rook reach by a castling move: file g or c for the king, f or d for the
 * rook, on the mover's first rank. */
square castling_king_to(move m);
square castling_rook_to(move m);

/* Writes UCI text in lower case. Castling is e1h1 if `chess960`, else e1g1; MOVE_NONE is "0000". */
void move_to_uci(move m, bool chess960, char text[MOVE_TEXT_MAX]);

#endif
