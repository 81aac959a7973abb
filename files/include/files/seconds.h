/* The clock for rates and for the time left. */
#ifndef FILES_SECONDS_H
#define FILES_SECONDS_H

#include <time.h>

/* Seconds since some moment in the past, on a clock that never goes back. */
static inline double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
