/* The sums of the negamax net along the path of an alpha-beta search. They are computed only where
 * a node needs its score, because most nodes end before that, by a table hit or by pruning.
 *
 * A push only records what the move changes. An evaluation updates both views from the nearest
 * ancestor that has its sums. If the view has changed in between, or if that is cheaper, the update
 * starts from a cache instead, and applies only the difference. For each side and each of its views
 * the cache has a copy of some sums and of the pieces to which they belong. It survives a reset, so
 * that the next search can use it. Source: the refresh tables of Koivisto and Luecx's engines
 * (2023), known as Finny tables.
 *
 * On any path the sums equal those of negamax_sum() bit for bit. Each search thread has its own
 * stack. Only new and free allocate or free memory. */
#ifndef NN_NEGAMAX_STACK_H
#define NN_NEGAMAX_STACK_H

#include "nn/negamax_net.h"

typedef struct negamax_stack negamax_stack;

/* Makes a stack for paths of at most `plies` moves (1 to NEGAMAX_STACK_PLIES_MAX), in one
 * allocation. It keeps the pointers `net` and `k`. Returns NULL and fills `why` if memory is short.
 * negamax_stack_free(NULL) is fine. */
enum { NEGAMAX_STACK_PLIES_MAX = 4096 };
negamax_stack *negamax_stack_new(const negamax_net *net, const kernels *k, int plies, failure *why);
void negamax_stack_free(negamax_stack *stack);

/* Empties the path. It then begins at whatever position the next push or evaluation is given. */
void negamax_stack_reset(negamax_stack *stack);

/* Add a legal move or a null move to the path. `before` is the position at the end of the path; it
 * is not needed after the call. Null moves do not count as plies; at most 255 may follow each
 * other. */
void negamax_stack_push(negamax_stack *stack, const position *before, move m);
void negamax_stack_push_null(negamax_stack *stack);

/* Takes back the last push, of which there must be one. */
void negamax_stack_pop(negamax_stack *stack);

/* The score of the position at the end of the path, in centipawns for its side to move, as
 * negamax_evaluate() computes it. */
int negamax_stack_evaluate(negamax_stack *stack, const position *pos);

#endif
