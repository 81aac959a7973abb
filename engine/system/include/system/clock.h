/* Clocks, and pauses of a thread. */
#ifndef SYSTEM_CLOCK_H
#define SYSTEM_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some moment in the past, on a clock that never goes back. */
int64_t system_clock_ns(void);

/* The same in seconds. */
static inline double system_seconds(void)
{
    return 1e-9 * (double)system_clock_ns();
}

/* Nanoseconds of CPU time that all threads of this process have used. */
int64_t system_cpu_ns(void);

/* The same of this thread alone. */
int64_t system_thread_cpu_ns(void);

/* Nanoseconds since 1970-01-01 00:00 UTC. */
int64_t system_date_ns(void);

/* Count per second; 0 if no time has passed. */
static inline uint64_t system_rate(uint64_t count, int64_t ns)
{
    return ns > 0 ? (uint64_t)((double)count * 1e9 / (double)ns) : 0;
}

/* The thread sleeps for this time or somewhat longer. */
void system_pause_ms(int ms);

/* Lets another thread run if one waits for this core. */
void system_yield(void);

#endif
