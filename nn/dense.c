#include "dense.h"

#include <assert.h>

/* Outputs whose sums fit into vector registers. */
enum { BLOCK = 16 };

/* Clamps to [0, 1] and squares. Each step is a loop of its own, which compiles to vector
 * instructions; in a single loop gcc makes branches that a CPU cannot predict. */
static void activate(float *x, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        x[i] = x[i] > 0.0f ? x[i] : 0.0f;
    }
    for (uint32_t i = 0; i < count; i++) {
        x[i] = x[i] < 1.0f ? x[i] : 1.0f;
    }
    for (uint32_t i = 0; i < count; i++) {
        x[i] *= x[i];
    }
}

/* out[j] = bias[j] + sum over i of x[i] * weights[i][j], for `width` adjacent outputs of a layer
 * with `outputs`. Each output adds its terms in the order of i, and vectors run along j, so the
 * vector length changes no bit. Always inlined with a constant `width`, so that the sums stay in
 * registers. */
static inline __attribute__((always_inline)) void
dense_block(float *restrict out, const float *restrict x, const float *restrict weights,
            const float *restrict bias, uint32_t inputs, uint32_t outputs, int width)
{
    float sum[BLOCK];
    for (int j = 0; j < width; j++) {
        sum[j] = bias[j];
    }
    for (uint32_t i = 0; i < inputs; i++) {
        for (int j = 0; j < width; j++) {
            sum[j] += x[i] * weights[j];
        }
        weights += outputs;
    }
    for (int j = 0; j < width; j++) {
        out[j] = sum[j];
    }
}

static void dense(float *restrict out, const float *restrict x, const float *restrict weights,
                  const float *restrict bias, uint32_t inputs, uint32_t outputs)
{
    uint32_t j = 0;
    for (; outputs - j >= BLOCK; j += BLOCK) {
        dense_block(out + j, x, weights + j, bias + j, inputs, outputs, BLOCK);
    }
    for (; j < outputs; j++) {
        dense_block(out + j, x, weights + j, bias + j, inputs, outputs, 1);
    }
}

void dense_run(const dense_layers *d, const kernels *k, const uint8_t *products, int bucket,
               float *out)
{
    assert(bucket >= 0 && (uint32_t)bucket < d->buckets);
    const size_t set = (size_t)bucket, l1 = d->l1, l2 = d->l2;
    int32_t dots[NET_L1_MAX];
    float first[NET_L1_MAX], second[NET_L2_MAX];
    k->dot_rows(dots, products, d->l1_weights + set * l1 * d->inputs, d->inputs, NULL, (int)l1);
    for (size_t i = 0; i < l1; i++) {
        first[i] = (float)dots[i] * d->l1_scale + d->l1_bias[set * l1 + i];
    }
    activate(first, d->l1);
    dense(second, first, d->l2_weights + set * l1 * l2, d->l2_bias + set * l2, d->l1, d->l2);
    activate(second, d->l2);
    const float *weights = d->l3_weights + set * l2 * d->outputs;
    const float *bias = d->l3_bias + set * d->outputs;
    if (d->outputs == NET_VALUE_OUTPUTS) {
        dense_block(out, second, weights, bias, d->l2, NET_VALUE_OUTPUTS, NET_VALUE_OUTPUTS);
    } else {
        dense(out, second, weights, bias, d->l2, d->outputs);
    }
}
