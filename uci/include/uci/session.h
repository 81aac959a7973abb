/* The UCI protocol, from the first line to the last. */
#ifndef UCI_SESSION_H
#define UCI_SESSION_H

#include "chess/failure.h"
#include "uci/engine.h"
#include "uci/writer.h"

/* Serves the client on `descriptor` with the caller's engine until it quits or its input ends.
 * False and `why` only if it could not begin. */
bool session_run(int descriptor, engine *e, writer *out, failure *why);

#endif
