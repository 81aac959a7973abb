#include "dense.h"

#include <assert.h>

/* The outputs of a value net: out[j] = bias[j] + x[0] * weights[0][j] + ... */
static void last_layer(float out[NET_VALUE_OUTPUTS], const float *x, const float *weights,
                       const float *bias, uint32_t inputs)
{
    for (int j = 0; j < NET_VALUE_OUTPUTS; j++) {
        out[j] = bias[j];
    }
    for (uint32_t i = 0; i < inputs; i++) {
        for (int j = 0; j < NET_VALUE_OUTPUTS; j++) {
            out[j] += x[i] * weights[j];
        }
        weights += NET_VALUE_OUTPUTS;
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
    k->activate_sums(first, dots, d->l1_scale, d->l1_bias + set * l1, l1);
    k->activate_layer(second, first, d->l2_weights + set * l1 * l2, d->l2_bias + set * l2, l1, l2);
    const float *weights = d->l3_weights + set * l2 * d->outputs;
    const float *bias = d->l3_bias + set * d->outputs;
    if (d->outputs == 1) {
        out[0] = k->dot_floats(second, weights, l2) + bias[0];
    } else {
        last_layer(out, second, weights, bias, d->l2);
    }
}
