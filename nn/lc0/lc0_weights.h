/* The weights of a residual net of Leela Chess Zero, as inference needs them: float32, in the
 * file's order, with batch normalisation folded into weights and biases. Private to the folder. */
#ifndef NN_LC0_WEIGHTS_H
#define NN_LC0_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/failure.h"

enum { LC0_PLANES = 112, LC0_MOVES = 1858, LC0_POLICY_PLANES = 80 };

/* The most outputs of a layer, but for the moves of policy_dense and twice the filters of excite.
 * The largest nets in use have 512 filters. */
enum { LC0_WIDTH_MAX = 1024 };

/* What fills the input planes (lc0_input.h); the values are those of the file. */
typedef enum {
    LC0_INPUT_CLASSICAL = 1,
    LC0_INPUT_CASTLING_PLANES = 2,
    LC0_INPUT_CANONICAL = 3,
    LC0_INPUT_CANONICAL_HECTOPLIES = 4
} lc0_input_format;

/* A convolution of the 8x8 board, with zeroes around it: out[o] = biases[o] + the sum over i, y, x
 * of weights[o][i][y][x] times in[i] at (rank + y - size / 2, file + x - size / 2). */
typedef struct lc0_convolution {
    int in, out, size; /* size: 1 or 3 */
    float *weights;    /* [out][in][size][size] */
    float *biases;     /* [out] */
} lc0_convolution;

/* out[o] = biases[o] + the sum over i of weights[o][i] * in[i] */
typedef struct lc0_dense {
    int in, out;
    float *weights; /* [out][in] */
    float *biases;  /* [out] */
} lc0_dense;

/* out = relu(in + second(relu(first(in)))). With squeeze-and-excitation (Hu et al. 2018) the result
 * of `second` is multiplied by sigmoid(e[0 to filters - 1]) and e[filters to 2 filters - 1] is
 * added, before the sum with `in`; e = excite(relu(squeeze(means of the planes))). */
typedef struct lc0_block {
    lc0_convolution first, second;
    bool squeezes;
    lc0_dense squeeze, excite;
} lc0_block;

/* The body is relu(input(planes)), then the blocks. Planes are numbered [plane][square], a1 first,
 * from the view of the side to move. */
typedef struct lc0_weights {
    lc0_input_format input_format;
    int filters, block_count;
    lc0_convolution input;
    lc0_block *blocks;
    /* Classical policy: moves = policy_dense(relu(policy(body))). Convolutional: policy_last(relu(
     * policy(body))) has LC0_POLICY_PLANES planes; lc0_policy_places() says where each move is. */
    bool convolutional_policy;
    lc0_convolution policy, policy_last;
    lc0_dense policy_dense;
    /* value_last(relu(value_dense(relu(value(body))))): win, draw, loss before softmax, or one
     * output before tanh. */
    bool win_draw_loss;
    lc0_convolution value;
    lc0_dense value_dense, value_last;
    uint32_t checksum; /* CRC-32 of the file's unpacked bytes */
} lc0_weights;

/* Reads the unpacked bytes of a net file. `name` stands for the file in messages. Returns NULL and
 * fills `why`, which says what is wrong or not supported. The caller frees the result by
 * lc0_weights_free(); NULL is fine. */
lc0_weights *lc0_weights_read(const void *bytes, size_t size, const char *name, failure *why);
void lc0_weights_free(lc0_weights *w);

#endif
