/* What evaluates positions: the integer nets with some kernels, or the same nets in float32. A
 * plain value; what it points to belongs to the caller. */
#ifndef NN_BACKEND_H
#define NN_BACKEND_H

#include "nn/float_nets.h"

typedef enum { BACKEND_INTEGER, BACKEND_OPENBLAS, BACKENDS } backend_kind;

typedef struct backend {
    const nets *nets;
    const kernels *kernels;
    float_nets *floats; /* of the same nets; NULL: integer arithmetic. One thread at a time. */
} backend;

/* The value net's judgement, for the side to move. */
win_draw_loss backend_value(const backend *b, const position *pos);

/* The policy net's logits of the position's legal moves. */
void backend_policy(const backend *b, const position *pos, const move moves[], int count,
                    float logits[]);

#endif
