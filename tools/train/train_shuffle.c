#include "train_shuffle.h"

#include <assert.h>

#include "base/random_numbers.h"

train_shuffle train_shuffle_of(uint64_t count, uint64_t seed, uint64_t epoch)
{
    assert(count >= 1);
    train_shuffle shuffle = {.count = count, .half_bits = 1};
    while (shuffle.half_bits < 31 && (UINT64_C(1) << 2 * shuffle.half_bits) < count) {
        shuffle.half_bits++;
    }
    uint64_t state = random_mix(seed + 1) ^ random_mix(~epoch);
    for (int i = 0; i < SHUFFLE_ROUNDS; i++) {
        shuffle.key[i] = random_next(&state);
    }
    return shuffle;
}

/* A Feistel network (Luby and Rackoff 1988) permutes the smallest even power of two that holds
 * `count`. A result of `count` or more is permuted again until it is smaller. */
uint64_t train_shuffle_at(const train_shuffle *shuffle, uint64_t i)
{
    assert(i < shuffle->count);
    uint64_t mask = (UINT64_C(1) << shuffle->half_bits) - 1;
    do {
        uint64_t left = i >> shuffle->half_bits, right = i & mask;
        for (int round = 0; round < SHUFFLE_ROUNDS; round++) {
            uint64_t next = left ^ (random_mix(right + shuffle->key[round]) & mask);
            left = right;
            right = next;
        }
        i = left << shuffle->half_bits | right;
    } while (i >= shuffle->count);
    return i;
}
