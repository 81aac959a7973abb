/* The time that rates and time left are reckoned by. */
#ifndef TOOLS_TRAIN_CLOCK_H
#define TOOLS_TRAIN_CLOCK_H

#include <time.h>

/* Seconds on a clock that only runs forward. */
static inline double train_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
