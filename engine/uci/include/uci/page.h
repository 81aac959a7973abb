/* `morpho page`: a search of a position, or a game, as one page of HTML. */
#ifndef UCI_PAGE_H
#define UCI_PAGE_H

#include "chess/failure.h"
#include "uci/engine.h"

/* Searches a position, or each position of a game, with both searches, and writes the page. The
 * words, which NULL ends, are a FEN or the name of a PGN file, limits for mcts, and the options
 * --out (the file, needed) and --game (its number in the file) among them. Negamax gets as much CPU
 * time as mcts has used. The array is changed. The progress of a game is shown on standard error.
 * Returns false and fills `why` if the request is wrong, the output is the PGN file, the game is
 * faulty, memory is short, or the page cannot be written. */
bool page_run(engine *e, char **words, failure *why);

#endif
