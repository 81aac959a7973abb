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

/* `request` is [FEN] and limits (nodes N, depth N, movetime MS, seconds S; one second if none).
 * False and `why` if it is not understood or the engine is not ready; nothing is written then. */
bool analyse_run(engine *e, const char *request, analyse_style style, FILE *out, failure *why);

#endif
