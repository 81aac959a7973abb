/* A net in the form for inference. Private to the folder. */
#ifndef NN_LC0_NET_INTERNAL_H
#define NN_LC0_NET_INTERNAL_H

#include "blas.h"
#include "lc0_weights.h"
#include "nn/lc0_net.h"

/* Convolutions of 3x3 are computed by Winograd's F(2x2, 3x3) (Lavin and Gray 2016). The board is 16
 * tiles of 2x2 squares. The outputs of a tile come from the inputs in a window of 4x4 squares by 16
 * products with matrices of in x out. */
enum { LC0_SQUARES = 64, LC0_TILES = 16, LC0_PRODUCTS = 16, LC0_TAPS = 9 };

struct lc0_net {
    blas blas;
    /* The weights in the file's order, but for these: those of `input` are [plane][LC0_TAPS]
     * [filter]; those of other 3x3 convolutions are [LC0_PRODUCTS][in][out]; those of dense layers
     * after planes have the squares in the order of lc0_place(). */
    lc0_weights *w;
    uint16_t places[LC0_MOVES]; /* of moves in the planes of the policy: 64 * plane + lc0_place() */
};

/* The place of a square in a plane. Squares of the same place in their tiles come together, so that
 * four floats in a row belong to four tiles. */
static inline int lc0_place(int s)
{
    const int rank = s / 8, file = s % 8;
    return 32 * (rank % 2) + 16 * (file % 2) + 4 * (rank / 2) + file / 2;
}

#endif
