/* Perft with counts for each first move: `morpho perft` and `go perft`. */
#ifndef UCI_PERFT_REPORT_H
#define UCI_PERFT_REPORT_H

#include "chess/position.h"
#include "uci/interrupt.h"
#include "uci/writer.h"

enum { PERFT_DEPTH_MAX = 20 };

/* Writes the leaves of each first move, then nodes, time and nodes per second. If it is
 * interrupted, a line says so instead of the rest. `depth` is 0 to PERFT_DEPTH_MAX. */
void perft_report(const position *root, int depth, bool chess960, writer *out,
                  const interrupt *stop);

#endif
