/* The evaluation of positions: the integer nets with chosen kernels, or the same nets in float32. A
 * plain value; the caller owns what it points to. */
#ifndef NN_BACKEND_H
#define NN_BACKEND_H

#include "nn/float_nets.h"
#include "nn/negamax_stack.h"

typedef enum { BACKEND_INTEGER, BACKEND_OPENBLAS, BACKENDS } backend_kind;

typedef struct backend {
    const nets *nets;
    const kernels *kernels;
    float_nets *floats; /* the same nets in float32; NULL: integers. One thread at a time. */
} backend;

/* The value net's probabilities for the side to move. */
win_draw_loss backend_value(const backend *b, const position *pos);

/* Writes the policy net's logits of `count` legal moves (at most MOVES_MAX), one for each. */
void backend_policy(const backend *b, const position *pos, const move moves[], int count,
                    float logits[]);

#endif
