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

/* The same for [FEN] alone, in one word or in several, or startpos; `notes` may be NULL. The end of
 * the text or a word that is a limit ends it, and the cursor is moved there. Without a position
 * `root` and `notes` do not change, nor on failure. `why` does not name a command. */
bool analysis_position_read(const char **cursor, position *root, fen_notes *notes, failure *why);

/* True if a text, which may be one word of a request, begins with a limit or a position: startpos,
 * or the board of a FEN. */
bool analysis_request_begins(const char *text);

#endif
