/* `morpho compare`: one position by both searches, for a person. */
#ifndef UCI_COMPARE_H
#define UCI_COMPARE_H

#include <stdio.h>

#include "uci/analyse.h"

/* Runs one search after the other, each with the limits of the request, the engine's options but
 * MultiPV, and its own memory. If their moves differ, each search then searches only the other's
 * move, with the same limits. Writes the board, both results side by side, both lines, and the ply
 * at which they differ. On a terminal (style.redraw) one line shows the progress. `text` is a
 * request for analysis_request_read(). Returns false, fills `why` and writes nothing if the request
 * is wrong, a net is missing, or memory is short. */
bool compare_run(engine *e, const char *text, analyse_style style, FILE *out, failure *why);

#endif
