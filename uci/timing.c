#include "uci/timing.h"

#include <time.h>

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t timing_wall_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t timing_cpu_ns(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t timing_rate(uint64_t count, int64_t ns)
{
    return ns > 0 ? (uint64_t)((double)count * 1e9 / (double)ns) : 0;
}
