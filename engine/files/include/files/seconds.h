/* The clock for rates and for the time left. */
#ifndef FILES_SECONDS_H
#define FILES_SECONDS_H

#include "system/clock.h"

/* Seconds since some moment in the past, on a clock that never goes back. */
static inline double seconds_now(void)
{
    return 1e-9 * (double)system_clock_ns();
}

#endif
