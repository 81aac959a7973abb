/* The trainer's random numbers: SplitMix64 (Steele, Lea and Flood 2014), the same everywhere. */
#ifndef TOOLS_TRAIN_RANDOM_H
#define TOOLS_TRAIN_RANDOM_H

#include <stdint.h>

/* Scrambles 64 bits into 64 others, one to one. */
static inline uint64_t train_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static inline uint64_t train_random(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return train_mix(*state);
}

/* Uniform in [0, 1). */
static inline float train_uniform(uint64_t *state)
{
    return (float)(train_random(state) >> 40) * 0x1p-24f;
}

#endif
