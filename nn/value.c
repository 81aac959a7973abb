#include "nn/real.h"

#include "net_internal.h"

/* Outputs whose sums fit into vector registers. */
enum { BLOCK = 16, OUTPUTS = 3 };

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

win_draw_loss value_evaluate(const value_net *net, const kernels *k, const uint16_t *rows,
                             int count)
{
    _Alignas(KERNEL_ALIGNMENT) uint8_t pairs[NET_SUMS_MAX / 2];
    net_first_layer(pairs, net->inputs, net->sums, net->input, net->bias, k, rows, count);

    int32_t dots[NET_L1_MAX];
    float first[NET_L1_MAX], second[NET_L2_MAX], logits[OUTPUTS];
    k->dot_rows(dots, pairs, net->l1_weights, net->sums / 2, NULL, (int)net->l1);
    for (uint32_t i = 0; i < net->l1; i++) {
        first[i] = (float)dots[i] * net->l1_scale + net->l1_bias[i];
    }
    activate(first, net->l1);
    dense(second, first, net->l2_weights, net->l2_bias, net->l1, net->l2);
    activate(second, net->l2);
    dense_block(logits, second, net->l3_weights, net->l3_bias, net->l2, OUTPUTS, OUTPUTS);
    nn_softmax(logits, OUTPUTS, 1.0f);
    return (win_draw_loss){logits[0], logits[1], logits[2]};
}
