/* A position and limits as a person gives them on the command line. */
#ifndef UCI_ANALYSIS_REQUEST_H
#define UCI_ANALYSIS_REQUEST_H

#include "chess/failure.h"
#include "chess/fen.h"
#include "tree/search.h"

typedef struct analysis_request {
    position root;
    fen_notes notes; /* what of the FEN meant nothing and was dropped */
    search_limits limits;
} analysis_request;

/* Reads [FEN] and limits (nodes N, depth N, movetime MS, seconds S) in that order: the start
 * position without a FEN, one second without a limit. False and `why`, which begins with
 * `command`, if it is not understood. */
bool analysis_request_read(const char *text, const char *command, analysis_request *request,
                           failure *why);

#endif
