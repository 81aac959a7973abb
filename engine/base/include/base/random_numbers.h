/* Random numbers by SplitMix64 (Steele, Lea and Flood 2014), the same on every machine. */
#ifndef BASE_RANDOM_NUMBERS_H
#define BASE_RANDOM_NUMBERS_H

#include <stdint.h>

/* A one-to-one hash of 64 bits. */
static inline uint64_t random_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The next 64 bits. The state may begin at any value, which is the seed. */
static inline uint64_t random_next(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return random_mix(*state);
}

/* The state for task `number` under a seed. Each task has a state of its own, so the tasks may be
 * done in any order. */
static inline uint64_t random_state(uint32_t seed, uint32_t number)
{
    return random_mix(random_mix((uint64_t)seed + 1) + number);
}

/* A whole number from 0 to bound - 1. */
static inline uint64_t random_below(uint64_t *state, uint64_t bound)
{
    return random_next(state) % bound;
}

/* A multiple of 2^-24, uniform in [0, 1). */
static inline float random_uniform(uint64_t *state)
{
    return (float)(random_next(state) >> 40) * 0x1p-24f;
}

#endif
