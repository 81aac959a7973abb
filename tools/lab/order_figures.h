/* How the sizes of two searches compare over many positions. */
#ifndef TOOLS_ORDER_FIGURES_H
#define TOOLS_ORDER_FIGURES_H

#include <stdint.h>

/* A geometric mean of ratios with its bounds of 95%, by the bootstrap (Efron 1979). */
typedef struct order_ratio {
    double mean, low, high;
} order_ratio;

/* Of nodes[i] by base[i], all above 0; count at least 1. The same pairs in any order, the same
 * bounds. NANs if memory is short. */
order_ratio order_ratio_of(const uint64_t nodes[], const uint64_t base[], int count);

#endif
