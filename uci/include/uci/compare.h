/* `morpho compare`: both searches on one position, for a person. */
#ifndef UCI_COMPARE_H
#define UCI_COMPARE_H

#include <stdio.h>

#include "uci/analyse.h"

/* `text` is a request as analysis_request_read takes it; each search gets its limits, one after the
 * other, with the engine's options and a search of its own. If they choose different moves, each
 * then searches the other's choice alone, to the same limits. Writes the board, both findings side
 * by side, both lines, and where they part. On a terminal (style.redraw) one line tells meanwhile
 * how far the work is. False and `why` if the request is not understood, a net is missing or memory
 * is short; nothing is written then. */
bool compare_run(engine *e, const char *text, analyse_style style, FILE *out, failure *why);

#endif
