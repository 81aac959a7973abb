/* The checksum of everything that decides what the engine plays, and a measure of speed. */
#ifndef UCI_BENCH_H
#define UCI_BENCH_H

#include "chess/failure.h"
#include "tree/search.h"
#include "uci/interrupt.h"
#include "uci/writer.h"

/* `arguments` is [mcts|negamax] [DEPTH] for the checksum of that search, or of both, or "speed".
 * Takes nets, kernels, histories, techniques and parameters from `options` (which search, Hash,
 * Threads and MultiPV are bench's own), and runs each search on one of its own, on one thread, with
 * nothing remembered from position to position. Writes a line a position, then for each search
 * "NAME: N playouts ..." or "NAME: N positions ..."; the last line of the checksum is "N nodes M
 * nps", the sum of both, by CPU time. False and `why` for arguments it does not know, nets that
 * lack one, or too little memory; all of these before the first line. */
bool bench_run(const char *arguments, const search_options *options, writer *out,
               const interrupt *stop, failure *why);

#endif
