/* An exact shuffle without memory: a keyed permutation of [0, count). */
#ifndef TOOLS_TRAIN_SHUFFLE_H
#define TOOLS_TRAIN_SHUFFLE_H

#include <stdint.h>

enum { SHUFFLE_ROUNDS = 4 };

typedef struct train_shuffle {
    uint64_t count;
    unsigned half_bits; /* the network works on numbers of twice as many bits */
    uint64_t key[SHUFFLE_ROUNDS];
} train_shuffle;

/* `count` is at least 1. Each (seed, epoch) gives another permutation. */
train_shuffle train_shuffle_of(uint64_t count, uint64_t seed, uint64_t epoch);

/* The permutation of i, for i < count. */
uint64_t train_shuffle_at(const train_shuffle *shuffle, uint64_t i);

#endif
