/* The common parts of the value and the policy net. */
#ifndef NN_NET_INTERNAL_H
#define NN_NET_INTERNAL_H

#include <assert.h>

#include "nn/features.h"
#include "nn/net.h"

/* Input rows to sums, and sums to pairs[sums / 2]. */
static inline void net_first_layer(uint8_t *pairs, uint32_t inputs, uint32_t sums,
                                   const int8_t *input, const int16_t *bias, const kernels *k,
                                   const uint16_t *rows, int count)
{
    _Alignas(KERNEL_ALIGNMENT) int16_t totals[NET_SUMS_MAX];
    uint16_t plain[FEATURES_MAX];
    assert(count <= FEATURES_MAX);
    if (inputs == FEATURE_ROWS_PLAIN) {
        for (int i = 0; i < count; i++) {
            plain[i] = rows[i] % FEATURE_ROWS_PLAIN;
        }
        rows = plain;
    }
    kernels_add_rows(k, totals, bias, input, sums, rows, count);
    k->multiply_pairs(pairs, totals, sums);
}

#endif
