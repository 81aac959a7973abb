#include "system/clock.h"

#include <sched.h>
#include <time.h>

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t system_clock_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t system_cpu_ns(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t system_thread_cpu_ns(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

int64_t system_date_ns(void)
{
    return read_clock(CLOCK_REALTIME);
}

void system_yield(void)
{
    sched_yield();
}
