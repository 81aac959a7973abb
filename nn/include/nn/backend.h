/* The evaluation of positions by the nets of a file: the integer nets with chosen kernels, or a net
 * of Lc0. A plain value; the caller owns what it points to. Any number of threads may use a backend
 * without recent sums and logits. */
#ifndef NN_BACKEND_H
#define NN_BACKEND_H

#include "nn/lc0_pool.h"
#include "nn/recent_logits.h"
#include "nn/recent_sums.h"
#include "nn/value_stack.h"

typedef struct backend {
    const nets *nets;
    const kernels *kernels; /* not used by a net of Lc0 */
    /* Of one thread, whose policy is then faster; NULL: none. A net of Lc0 uses neither. */
    recent_sums *recent;
    recent_logits *logits;
} backend;

/* The probabilities of win, draw and loss for the side to move by the value net, or by a net of
 * Lc0. The latter also looks at the positions before `pos`: `past` has them and begins with `pos`;
 * NULL if none is known. */
win_draw_loss backend_value(const backend *b, const position *pos, const lc0_past *past);

/* Writes the policy net's logits of `count` legal moves (at most MOVES_MAX), one for each. `past`
 * is as above. */
void backend_policy(const backend *b, const position *pos, const lc0_past *past, const move moves[],
                    int count, float logits[]);

#endif
