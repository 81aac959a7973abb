/* The sums of the negamax net along the path of an alpha-beta search, made only where a node asks
 * for its score: most nodes end by a table hit or by pruning before they need theirs.
 *
 * A push only notes what the move changes. A score brings both views up to date from the nearest
 * ancestor that has its sums, or, after a king has crossed the middle, from a cache: for each side
 * and each of its two views a copy of sums and of the pieces they stand for, to which only the
 * difference is applied. The cache outlives a reset, so that the next search starts with it.
 * Source: the refresh tables of Koivisto and Luecx's engines (2023), known as Finny tables.
 *
 * Sums are the same bit for bit as those of negamax_refresh(), whatever the path. One stack a
 * search thread; no function but new and free allocates. */
#ifndef NN_NEGAMAX_STACK_H
#define NN_NEGAMAX_STACK_H

#include "nn/negamax.h"

typedef struct negamax_stack negamax_stack;

/* A stack for paths of at most `plies` moves (from 1 to NEGAMAX_STACK_PLIES_MAX), made of one
 * allocation. `net` and `k` are kept, not copied. NULL and `why` without memory; free with
 * negamax_stack_free (NULL is fine). */
enum { NEGAMAX_STACK_PLIES_MAX = 4096 };
negamax_stack *negamax_stack_new(const negamax_net *net, const kernels *k, int plies, failure *why);
void negamax_stack_free(negamax_stack *stack);

/* Starts a path at any position, which need not be given: the first score sees it. */
void negamax_stack_reset(negamax_stack *stack);

/* Follows a legal move from `before`, which need not outlive the call; or a null move, of which
 * there may be 255 in a row and which need no room among the plies. */
void negamax_stack_push(negamax_stack *stack, const position *before, move m);
void negamax_stack_push_null(negamax_stack *stack);

/* Takes the last push back. */
void negamax_stack_pop(negamax_stack *stack);

/* The score of the position at the end of the path for its side to move, in centipawns, as
 * negamax_evaluate() gives it. */
int negamax_stack_evaluate(negamax_stack *stack, const position *pos);

/* The sums of `side`'s view of that position, valid until the next push, pop or reset. */
const int16_t *negamax_stack_sums(negamax_stack *stack, const position *pos, colour side);

#endif
