/* The input planes of a net of Lc0. Private to the folder. */
#ifndef NN_LC0_INPUT_H
#define NN_LC0_INPUT_H

#include "lc0_weights.h"
#include "nn/lc0_net.h"

/* Squares are numbered from the mover's view (for Black the ranks are mirrored), after the
 * transform of lc0_transform(). A square holds the plane's value where its bit is set, else 0. */
typedef struct lc0_planes {
    bitboard masks[LC0_PLANES];
    float values[LC0_PLANES];
} lc0_planes;

/* Fills the planes as Lc0 does with history-fill=fen_only: if fewer than LC0_PAST positions are
 * known, the oldest fills the gap, unless it is the start position of standard chess. If the oldest
 * has an en passant square, the pawn that moved last stands on its old square in the gap. Unlike in
 * Lc0, a position has an en passant square only if the capture is legal. */
void lc0_fill_planes(lc0_input_format format, const lc0_past *past, lc0_planes *planes);

/* A hash of masks and values. */
uint64_t lc0_planes_hash(const lc0_planes *planes);

/* How canonical formats turn the board, as a set of bits, which are applied in this order; always 0
 * for the other formats. */
enum {
    LC0_FLIP = 1,     /* files are mirrored */
    LC0_MIRROR = 2,   /* ranks are mirrored */
    LC0_TRANSPOSE = 4 /* squares are mirrored at the diagonal from a8 to h1 */
};
unsigned lc0_transform(lc0_input_format format, const position *pos);

/* A square of the board as planes and moves see it, for the side to move. */
square lc0_square(square s, colour to_move, unsigned transform);

#endif
