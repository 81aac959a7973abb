/* A match, run of fastchess by run of fastchess, each of them recorded. */
#ifndef TOOLS_MATCH_RUN_H
#define TOOLS_MATCH_RUN_H

#include "match_record.h"

/* Plays what the record does not hold of a match, until its games are played or its test has
 * ended; counts all of it. `record` may be NULL. Progress goes to standard error, if that is a
 * terminal. SIGINT and SIGTERM are to be blocked; they end it. *played counts new games. */
bool match_run(const match_plan *plan, lab_record *record, match_counts *counts, long *played,
               failure *why);

#endif
