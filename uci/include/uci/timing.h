/* Clocks of the machine. */
#ifndef UCI_TIMING_H
#define UCI_TIMING_H

#include <stdint.h>

/* Nanoseconds since some fixed moment, and of CPU time of this process so far. */
int64_t timing_wall_ns(void);
int64_t timing_cpu_ns(void);

/* How many a second, 0 if no time passed. */
uint64_t timing_rate(uint64_t count, int64_t ns);

#endif
