/* `morpho annotate`: games of PGN with the opinion of a search. */
#ifndef UCI_ANNOTATE_H
#define UCI_ANNOTATE_H

#include "chess/failure.h"
#include "uci/engine.h"

/* Reads the games of a PGN file and writes them with evaluations, better lines and NAGs to standard
 * output, or to a file that grows game by game: a second call goes on where the first one was
 * killed. The words, which NULL ends, are the file, limits for each position, and the option --out
 * among them. The array is changed. A faulty game is named on standard error and left out; the
 * progress is shown there. Returns false and fills `why` if the request is wrong, a file cannot be
 * read or written, the output has anything but games of the input as this call annotates them, or
 * no game was good. */
bool annotate_run(engine *e, char **words, failure *why);

#endif
