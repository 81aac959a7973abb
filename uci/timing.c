#include "uci/timing.h"

#include "system/clock.h"

int64_t timing_wall_ns(void)
{
    return system_clock_ns();
}

int64_t timing_cpu_ns(void)
{
    return system_cpu_ns();
}

uint64_t timing_rate(uint64_t count, int64_t ns)
{
    return ns > 0 ? (uint64_t)((double)count * 1e9 / (double)ns) : 0;
}
