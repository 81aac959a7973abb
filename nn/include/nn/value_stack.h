/* The sums of the value net along the path of a search. They are computed only where a node needs
 * its score, because most nodes end before that, by a table hit or by pruning.
 *
 * A push only records what the move changes. An evaluation updates both views from the nearest
 * ancestor that has its sums. If the view has changed in between, or if that is cheaper, the update
 * starts from a cache instead, and applies only the difference. For each side and each of its views
 * the cache has a copy of some sums and of the pieces to which they belong. It survives a reset, so
 * that the next search can use it. Source: the refresh tables of Koivisto and Luecx's engines
 * (2023), known as Finny tables.
 *
 * On any path the sums equal those of value_sum() bit for bit. Each search thread has its own
 * stack. Only new and free allocate or free memory. */
#ifndef NN_VALUE_STACK_H
#define NN_VALUE_STACK_H

#include "nn/value_net.h"

typedef struct value_stack value_stack;

/* Makes a stack for paths of at most `plies` moves (1 to VALUE_STACK_PLIES_MAX), in one
 * allocation. It keeps the pointers `net` and `k`. Returns NULL and fills `why` if memory is short.
 * value_stack_free(NULL) is fine. */
enum { VALUE_STACK_PLIES_MAX = 4096 };
value_stack *value_stack_new(const value_net *net, const kernels *k, int plies, failure *why);
void value_stack_free(value_stack *stack);

/* Empties the path. It then begins at whatever position the next push or evaluation is given. */
void value_stack_reset(value_stack *stack);

/* Add a legal move or a null move to the path. `before` is the position at the end of the path; it
 * is not needed after the call. Null moves do not count as plies; at most 255 may follow each
 * other. */
void value_stack_push(value_stack *stack, const position *before, move m);
void value_stack_push_null(value_stack *stack);

/* Takes back the last push, of which there must be one. */
void value_stack_pop(value_stack *stack);

/* The score of the position at the end of the path, in centipawns for its side to move, as
 * value_evaluate() computes it. */
int value_stack_evaluate(value_stack *stack, const position *pos);

#endif
