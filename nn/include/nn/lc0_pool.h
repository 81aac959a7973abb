/* A net of Lc0 for the threads of a search. An evaluator serves one thread at a time. Answers are
 * kept, so that the value and the priors of a node usually cost one evaluation, which takes as long
 * as hundreds of playouts with Morpho's own nets. */
#ifndef NN_LC0_POOL_H
#define NN_LC0_POOL_H

#include "nn/lc0_net.h"
#include "nn/net.h"

typedef struct lc0_pool lc0_pool;

/* Takes over the net, also on failure (NULL and `why`: memory is short). lc0_pool_free() frees
 * both; NULL is fine. */
lc0_pool *lc0_pool_new(lc0_net *net, failure *why);
void lc0_pool_free(lc0_pool *p);

const lc0_net *lc0_pool_net(const lc0_pool *p);

/* Fills in the chances of the side to move, unless `chances` is NULL, and the logits of `count`
 * legal moves of `pos`. `past` begins with `pos`; NULL if nothing before `pos` is known. Any
 * thread. If all evaluators are in use, the call allocates another one, or waits for one if memory
 * is short. */
void lc0_pool_ask(lc0_pool *p, const position *pos, const lc0_past *past, const move moves[],
                  int count, win_draw_loss *chances, float logits[]);

#endif
