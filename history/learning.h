/* The learning rules of cells. Private to the folder. */
#ifndef HISTORY_LEARNING_H
#define HISTORY_LEARNING_H

#include <stdint.h>
#include <stdlib.h>

/* Gravity: h + b - h * |b| / limit, where the division truncates. The cell is an exponential mean
 * of bonuses and maluses. It stays within +-limit if |b| <= limit. The product of the limit and |b|
 * must fit 31 bits. */
static inline int hist_gravity(int h, int bonus, int limit)
{
    return h + bonus - h * abs(bonus) / limit;
}

/* A mean of bonuses, kept as a sum and a count, after the relative history of Winands et al.
 * (2004), which divides by the number of tries. At `limit` bonuses both are halved, so that later
 * bonuses weigh more. */
static inline void hist_add_to_mean(int32_t *sum, uint32_t *count, int bonus, uint32_t limit)
{
    *sum += bonus;
    if (++*count >= limit) {
        *sum /= 2;
        *count /= 2;
    }
}

/* A moving average: (average * (scale - share) + value * share) / scale, where the division
 * truncates. The products must fit 63 bits. */
static inline int64_t hist_moving_average(int64_t average, int64_t value, int share, int scale)
{
    return (average * (scale - share) + value * share) / scale;
}

/* A mean and its weight. */
typedef struct hist_weighted_mean {
    float mean, weight;
} hist_weighted_mean;

/* Adds a value with a weight above 0. The mean is that of all values until their weight reaches
 * `memory`; then it is an exponential mean, mean += (value - mean) * weight / memory. */
static inline void hist_add_weighted(hist_weighted_mean *m, float value, float weight, float memory)
{
    const float sum = m->weight + weight;
    const float gain = weight < memory ? weight : memory;
    m->weight = sum < memory ? sum : memory;
    m->mean += (value - m->mean) * gain / m->weight;
}

/* Two counters: successes and failures, or gain and charge, as the rule defines them. */
typedef struct hist_counts {
    int64_t good, bad;
} hist_counts;

/* Halves all counters, because one has reached its limit or a new search begins. Quotients stay
 * nearly the same. */
static inline void hist_halve_counts(hist_counts counts[], int cells)
{
    for (int i = 0; i < cells; i++) {
        counts[i].good /= 2;
        counts[i].bad /= 2;
    }
}

#endif
