/* The clocks of the machine. */
#ifndef UCI_TIMING_H
#define UCI_TIMING_H

#include <stdint.h>

/* timing_wall_ns(): nanoseconds of a monotonic clock. timing_cpu_ns(): nanoseconds of CPU time of
 * this process. */
int64_t timing_wall_ns(void);
int64_t timing_cpu_ns(void);

/* Count per second; 0 if no time has passed. */
uint64_t timing_rate(uint64_t count, int64_t ns);

#endif
