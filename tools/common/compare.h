/* Orders of numbers for qsort(). */
#ifndef TOOLS_COMPARE_H
#define TOOLS_COMPARE_H

#include <stdint.h>

/* Doubles that are numbers. */
static inline int compare_reals(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static inline int compare_counts(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

#endif
