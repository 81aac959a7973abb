/* The UCI protocol. */
#ifndef UCI_SESSION_H
#define UCI_SESSION_H

#include "chess/failure.h"
#include "uci/engine.h"
#include "uci/writer.h"

/* Serves the client on `descriptor` until it quits or its input ends. Engine and writer belong to
 * the caller. Returns false and fills `why` only if the session could not begin. */
bool session_run(int descriptor, engine *e, writer *out, failure *why);

#endif
