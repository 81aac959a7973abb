/* An exact shuffle without memory: a keyed permutation of [0, count). */
#ifndef TOOLS_TRAIN_ORDER_H
#define TOOLS_TRAIN_ORDER_H

#include <stdint.h>

enum { ORDER_ROUNDS = 4 };

typedef struct train_order {
    uint64_t count;
    unsigned half_bits; /* the network works on numbers of twice as many bits */
    uint64_t key[ORDER_ROUNDS];
} train_order;

/* `count` is at least 1. Each (seed, epoch) gives another permutation. */
train_order train_order_of(uint64_t count, uint64_t seed, uint64_t epoch);

/* The permutation of i, for i < count. */
uint64_t train_order_at(const train_order *order, uint64_t i);

#endif
