/* The checksum of everything that decides what the engine plays, and a measure of speed. */
#ifndef UCI_BENCH_H
#define UCI_BENCH_H

#include "chess/failure.h"
#include "tree/search.h"
#include "uci/interrupt.h"
#include "uci/writer.h"

/* `arguments` is "" or a depth for the checksum, or "speed". Takes nets, kernels, history and
 * parameters from `options` (its Hash is bench's own), runs on a search of its own, and writes a
 * line a position; the last line of the checksum is "N nodes M nps", by CPU time. False and `why`
 * for arguments it does not know or too little memory. */
bool bench_run(const char *arguments, const search_options *options, writer *out,
               const interrupt *stop, failure *why);

#endif
