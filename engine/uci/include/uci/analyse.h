/* `morpho analyse`: the analysis of one position, for a person. */
#ifndef UCI_ANALYSE_H
#define UCI_ANALYSE_H

#include <stdio.h>

#include "chess/failure.h"
#include "uci/engine.h"

/* The format of the page. */
typedef struct analyse_style {
    bool symbols; /* chess symbols in UTF-8 */
    bool redraw;  /* on a terminal: draw the page again while the search runs */
} analyse_style;

/* Analyses a position and writes the page, with MultiPV lines of play. `text` is a request for
 * analysis_request_read(). Returns false and fills `why` if the request is wrong, the engine is not
 * ready, or memory is short. */
bool analyse_run(engine *e, const char *text, analyse_style style, FILE *out, failure *why);

#endif
