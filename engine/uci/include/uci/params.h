/* The command params: lists of the parameters and techniques of the searches. */
#ifndef UCI_PARAMS_H
#define UCI_PARAMS_H

#include "chess/failure.h"
#include "tree/techniques.h"
#include "uci/writer.h"

/* Writes the table of parameters, then that of techniques. With the argument "--spsa" it writes the
 * parameters of the search `by` as OpenBench reads them to tune them, one a line: name, "int",
 * default, least and most value, last step, last gain. This works in tuning builds only, because
 * only these have options for parameters. Returns false and fills `why` otherwise, and for other
 * arguments. */
bool params_run(const char *arguments, search_algorithm by, writer *out, failure *why);

#endif
