/* Rates for reports. */
#ifndef UCI_RATE_H
#define UCI_RATE_H

#include <stdint.h>

/* Count per second; 0 if no time has passed. */
static inline uint64_t rate_per_second(uint64_t count, int64_t ns)
{
    return ns > 0 ? (uint64_t)((double)count * 1e9 / (double)ns) : 0;
}

#endif
