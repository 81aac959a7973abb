#include "train_order.h"

#include <assert.h>

#include "base/random_numbers.h"

train_order train_order_of(uint64_t count, uint64_t seed, uint64_t epoch)
{
    assert(count >= 1);
    train_order order = {.count = count, .half_bits = 1};
    while (order.half_bits < 31 && (UINT64_C(1) << 2 * order.half_bits) < count) {
        order.half_bits++;
    }
    uint64_t state = random_mix(seed + 1) ^ random_mix(~epoch);
    for (int i = 0; i < ORDER_ROUNDS; i++) {
        order.key[i] = random_next(&state);
    }
    return order;
}

/* A Feistel network (Luby and Rackoff 1988) permutes the smallest even power of two that holds
 * `count`. A result of `count` or more is permuted again until it is smaller. */
uint64_t train_order_at(const train_order *order, uint64_t i)
{
    assert(i < order->count);
    uint64_t mask = (UINT64_C(1) << order->half_bits) - 1;
    do {
        uint64_t left = i >> order->half_bits, right = i & mask;
        for (int round = 0; round < ORDER_ROUNDS; round++) {
            uint64_t next = left ^ (random_mix(right + order->key[round]) & mask);
            left = right;
            right = next;
        }
        i = left << order->half_bits | right;
    } while (i >= order->count);
    return i;
}
