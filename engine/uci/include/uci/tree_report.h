/* `morpho tree`: the tree of mcts after a search. */
#ifndef UCI_TREE_REPORT_H
#define UCI_TREE_REPORT_H

#include "chess/failure.h"
#include "uci/engine.h"

/* Searches a position by mcts and writes a part of the tree to standard output, or to a file. The
 * words, which NULL ends, are a request for analysis_request_read() with the options --format
 * (text, json or dot), --plies, --children, --share (percent) and --out among them. The array is
 * changed. Returns false and fills `why` if the request is wrong, memory is short, or the output
 * cannot be written. */
bool tree_report_run(engine *e, char **words, failure *why);

#endif
