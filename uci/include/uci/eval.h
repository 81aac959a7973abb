/* `morpho eval` and the command `eval`: what the nets say of one position, for a person. */
#ifndef UCI_EVAL_H
#define UCI_EVAL_H

#include "chess/failure.h"
#include "tree/search.h"
#include "uci/interrupt.h"
#include "uci/writer.h"

enum { EVAL_NODES_DEFAULT = 10000 };

/* Reads [FEN] [nodes N]. Without a FEN `*root` stays, and without nodes `*nodes` is the default.
 * False and `why` if it is not understood. */
bool eval_read(const char *request, position *root, uint64_t *nodes, failure *why);

/* Writes the board, the value net's win, draw and loss and score, what each piece is worth to it,
 * the negamax net's score, and the policy net's share for each legal move, before and after what
 * move history adds. History is that of a search of `nodes` playouts from nothing, on a search of
 * its own: nets, backend, history and parameters come from `options`, and no other search is
 * touched. False and `why` if memory is short or the work was interrupted. */
bool eval_run(const position *root, uint64_t nodes, const search_options *options, writer *out,
              const interrupt *stop, failure *why);

#endif
