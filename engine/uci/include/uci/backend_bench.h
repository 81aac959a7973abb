/* `morpho backendbench`: the speed of the integer kernels and of OpenBLAS, and the differences
 * between their results. */
#ifndef UCI_BACKEND_BENCH_H
#define UCI_BACKEND_BENCH_H

#include "chess/failure.h"
#include "nn/net.h"
#include "uci/writer.h"

/* `arguments` is "" or the milliseconds of CPU time for each measurement (1 to 10000). Writes
 * tables for the value and the policy net: evaluations per second of CPU time by batch size, and
 * differences from the scalar kernels. The positions come from random games that start from the
 * positions of bench. Without OpenBLAS a line says why, and its column is missing. Returns false
 * and fills `why` for wrong arguments or if memory is short. */
bool backend_bench_run(const char *arguments, const nets *n, writer *out, failure *why);

#endif
