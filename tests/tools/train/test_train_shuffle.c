/* Tests the shuffle of positions: each occurs once, and their order looks random. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "train_shuffle.h"

Test(train_shuffle, is_a_permutation)
{
    static const uint64_t counts[] = {1, 2, 3, 4, 5, 16, 17, 1000, 65536, 65537};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        train_shuffle shuffle = train_shuffle_of(counts[k], 1, k);
        uint8_t *seen = calloc(counts[k], 1);
        for (uint64_t i = 0; i < counts[k]; i++) {
            uint64_t at = train_shuffle_at(&shuffle, i);
            cr_assert(at < counts[k] && !seen[at], "%llu of %llu", (unsigned long long)i,
                      (unsigned long long)counts[k]);
            seen[at] = 1;
        }
        free(seen);
    }
}

/* Epochs and seeds differ, neighbours are torn apart. */
Test(train_shuffle, shuffles)
{
    const uint64_t count = 100000;
    train_shuffle one = train_shuffle_of(count, 1, 0), next = train_shuffle_of(count, 1, 1);
    train_shuffle other = train_shuffle_of(count, 2, 0);
    long fixed = 0, same_next = 0, same_other = 0, ascending = 0;
    double distance = 0.0;
    for (uint64_t i = 0; i + 1 < count; i++) {
        uint64_t a = train_shuffle_at(&one, i), b = train_shuffle_at(&one, i + 1);
        fixed += a == i;
        same_next += a == train_shuffle_at(&next, i);
        same_other += a == train_shuffle_at(&other, i);
        ascending += a < b;
        distance += fabs((double)a - (double)b) / (double)count;
    }
    cr_expect(fixed < 20 && same_next < 20 && same_other < 20);
    cr_expect(ascending > 48000 && ascending < 52000);
    cr_expect(fabs(distance / (double)count - 1.0 / 3.0) < 0.01, "random pairs lie 1/3 apart");
}
