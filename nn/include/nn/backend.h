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

/* The same, but in quiet positions the expected score is a mean with that of the negamax net, which
 * has the weight `weight` (0 to 1). Two nets that were trained apart err apart, so their mean errs
 * less (Hansen and Salamon 1990). A position is quiet if the side to move is not in check and
 * attacks no hanging piece: the negamax net was trained on such positions, where a search would
 * stop. `sums` is of that net; its path is lost. NULL: the value net alone. The negamax net is
 * always computed in integers. */
win_draw_loss backend_joint_value(const backend *b, negamax_stack *sums, float weight,
                                  const position *pos);

/* Writes the policy net's logits of `count` legal moves (at most MOVES_MAX), one for each. */
void backend_policy(const backend *b, const position *pos, const move moves[], int count,
                    float logits[]);

#endif
