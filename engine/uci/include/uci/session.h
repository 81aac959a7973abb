/* The UCI protocol. */
#ifndef UCI_SESSION_H
#define UCI_SESSION_H

#include "base/failure.h"
#include "uci/engine.h"
#include "uci/inbox.h"
#include "uci/writer.h"

/* Serves the client that sends these lines until it quits or they end. Engine and writer belong to
 * the caller. Returns false and fills `why` only if the session could not begin; the lines are
 * freed in any case. */
bool session_run(const inbox_input *input, engine *e, writer *out, failure *why);

#endif
