/* How a cell learns: each rule once. Private to the folder. */
#ifndef HISTORY_LEARNING_H
#define HISTORY_LEARNING_H

#include <stdint.h>
#include <stdlib.h>

/* Gravity: h + b - h * |b| / limit, an exponential mean of bonuses and maluses that stays within
 * +-limit if |bonus| <= limit. A bonus and the limit multiply in 32 bits. Division truncates. */
static inline int hist_gravity(int h, int bonus, int limit)
{
    return h + bonus - h * abs(bonus) / limit;
}

/* A mean of so many reports, kept as a sum; after Winands et al. 2004, whose score is relative to
 * how often a move was tried. At `limit` reports both are halved: what came last weighs more. */
static inline void hist_add_to_mean(int32_t *sum, uint32_t *count, int bonus, uint32_t limit)
{
    *sum += bonus;
    if (++*count >= limit) {
        *sum /= 2;
        *count /= 2;
    }
}

/* Two counters: successes and failures, or gain and charge; what they mean is the rule's. */
typedef struct hist_counts {
    int64_t good, bad;
} hist_counts;

/* All counters, when one has grown too large or a new search begins. Quotients stay. */
static inline void hist_halve_counts(hist_counts counts[], int cells)
{
    for (int i = 0; i < cells; i++) {
        counts[i].good /= 2;
        counts[i].bad /= 2;
    }
}

#endif
