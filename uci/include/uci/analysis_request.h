/* A position and limits from the command line. */
#ifndef UCI_ANALYSIS_REQUEST_H
#define UCI_ANALYSIS_REQUEST_H

#include "chess/failure.h"
#include "chess/fen.h"
#include "tree/search.h"

typedef struct analysis_request {
    position root;
    fen_notes notes; /* parts of the FEN that were dropped */
    search_limits limits;
} analysis_request;

/* Reads [FEN] [LIMITS], with limits nodes N, depth N, movetime MS and seconds S. The defaults are
 * the start position and one second. Returns false and fills `why`, which begins with `command`, if
 * the request is wrong; `request` is then undefined. */
bool analysis_request_read(const char *text, const char *command, analysis_request *request,
                           failure *why);

/* The same for LIMITS alone. */
bool analysis_limits_read(const char *text, const char *command, search_limits *limits,
                          failure *why);

#endif
