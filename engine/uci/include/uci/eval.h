/* `morpho eval` and the UCI command `eval`: the nets' evaluation of one position, for a person. */
#ifndef UCI_EVAL_H
#define UCI_EVAL_H

#include "chess/failure.h"
#include "tree/search.h"
#include "uci/interrupt.h"
#include "uci/writer.h"

enum { EVAL_NODES_DEFAULT = 10000 };

/* Reads [FEN] [nodes N]. Without a FEN `*root` does not change; without nodes `*nodes` is the
 * default. Returns false and fills `why` if the request is wrong; then neither changes. */
bool eval_read(const char *request, position *root, uint64_t *nodes, failure *why);

/* Writes the board, the value net's score with win, draw and loss, the worth of each piece to that
 * net, the negamax net's score, and the policy net's probability of each legal move, before and
 * after the histories' correction. The histories come from a new search of `nodes` playouts in
 * memory of its own. Nets, backend, threads, histories and parameters come from `options`, which
 * are those of mcts. Returns false and fills `why`, which begins with "eval: ", if memory is short
 * or the command was interrupted. */
bool eval_run(const position *root, uint64_t nodes, const search_options *options, writer *out,
              const interrupt *stop, failure *why);

#endif
