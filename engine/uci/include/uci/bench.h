/* A checksum of all that decides what the engine plays, and a measurement of speed. */
#ifndef UCI_BENCH_H
#define UCI_BENCH_H

#include "chess/failure.h"
#include "tree/search.h"
#include "uci/interrupt.h"
#include "uci/writer.h"

/* Runs the checksum of one search or of both, or measures speed. `arguments` is [mcts|negamax]
 * [DEPTH], or "speed". Nets, kernels, histories, techniques and parameters come from `options`,
 * which are those of mcts; bench chooses the search, Hash and MultiPV itself. Each search has its
 * own memory, and is cleared before each position. It has one thread, but for the speed of mcts as
 * many as `options` say. The checksum writes a line for each position, then for each search "NAME:
 * N playouts ..." or "NAME: N positions ...". Its last line is "N nodes M nps", the sum of both
 * searches, by CPU time. Returns false and fills `why` if it is interrupted, for wrong arguments, a
 * missing net, or if memory is short. The last three are found before the first line is written. */
bool bench_run(const char *arguments, const search_options *options, writer *out,
               const interrupt *stop, failure *why);

#endif
