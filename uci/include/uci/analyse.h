/* `morpho analyse`: one position, for a person. */
#ifndef UCI_ANALYSE_H
#define UCI_ANALYSE_H

#include <stdio.h>

#include "chess/failure.h"
#include "uci/engine.h"

/* How the page may be written. */
typedef struct analyse_style {
    bool symbols; /* chess symbols in UTF-8 */
    bool redraw;  /* a terminal: the page is drawn anew while thinking */
} analyse_style;

/* `text` is a request as analysis_request_read takes it. Writes the page of the engine's search,
 * with as many lines of play as its MultiPV asks for. False and `why` if the request is not
 * understood, the engine is not ready, or memory is short. */
bool analyse_run(engine *e, const char *text, analyse_style style, FILE *out, failure *why);

#endif
