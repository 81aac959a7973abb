/* A net of Lc0 for the threads of a search: each question is answered by an evaluator that no other
 * thread uses, and answers are kept, because one costs as much time as hundreds of playouts with
 * Morpho's own nets. So a node's value and its priors cost one evaluation. */
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
 * thread. A thread's first question allocates its evaluator; if memory is short, the thread waits
 * for that of another one. */
void lc0_pool_ask(lc0_pool *p, const position *pos, const lc0_past *past, const move moves[],
                  int count, win_draw_loss *chances, float logits[]);

#endif
