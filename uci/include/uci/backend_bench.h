/* `morpho backendbench`: how fast the integer kernels and OpenBLAS evaluate, and how far they are
 * apart. */
#ifndef UCI_BACKEND_BENCH_H
#define UCI_BACKEND_BENCH_H

#include "chess/failure.h"
#include "nn/net.h"
#include "uci/writer.h"

/* `arguments` is "" or how many milliseconds of CPU time each measure takes. Writes tables of
 * evaluations a CPU second by batch size, for the value and the policy net, and of the differences
 * from the scalar kernels, over positions of games that random moves continue from those of bench.
 * Without OpenBLAS its column is missing, which a line explains. False and `why` for arguments that
 * it does not know or too little memory. */
bool backend_bench_run(const char *arguments, const nets *n, writer *out, failure *why);

#endif
