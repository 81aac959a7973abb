#include "reference_net.h"

#include <math.h>

static double clip(double x, double most)
{
    return fmin(fmax(x, 0.0), most);
}

static double clipped_square(double x)
{
    return clip(x, 1.0) * clip(x, 1.0);
}

/* The sums of a first layer, in its units. */
static void reference_sums(double sums[], uint32_t count, uint32_t inputs, const int8_t *input,
                           const int16_t *bias, const uint16_t *rows, int row_count)
{
    for (uint32_t i = 0; i < count; i++) {
        sums[i] = bias[i];
        for (int r = 0; r < row_count; r++) {
            sums[i] += input[(size_t)(rows[r] % inputs) * count + i];
        }
    }
}

void reference_pairs(double pairs[], const double sums[], uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        pairs[i] = floor(clip(sums[i], 127) * clip(sums[i + count / 2], 127) / 128) / 128;
    }
}

double reference_layers(const dense_layers *d, size_t bucket, const double pairs[])
{
    const size_t l1 = d->l1, l2 = d->l2;
    double first[NET_L1_MAX], second[NET_L2_MAX];
    for (size_t j = 0; j < l1; j++) {
        double sum = (double)d->l1_bias[bucket * l1 + j];
        for (size_t i = 0; i < d->inputs; i++) {
            sum += pairs[i] * d->l1_weights[(bucket * l1 + j) * d->inputs + i] / 256.0;
        }
        first[j] = clipped_square(sum);
    }
    for (size_t j = 0; j < l2; j++) {
        double sum = (double)d->l2_bias[bucket * l2 + j];
        for (size_t i = 0; i < l1; i++) {
            sum += first[i] * (double)d->l2_weights[(bucket * l1 + i) * l2 + j];
        }
        second[j] = clipped_square(sum);
    }
    double out = (double)d->l3_bias[bucket];
    for (size_t i = 0; i < l2; i++) {
        out += second[i] * (double)d->l3_weights[bucket * l2 + i];
    }
    return out;
}

void reference_policy(const policy_net *net, const uint16_t *rows, int row_count,
                      const uint16_t *policy_rows, int count, double logits[])
{
    static double sums[NET_SUMS_MAX], pairs[NET_SUMS_MAX / 2];
    const size_t half = net->sums / 2;
    reference_sums(sums, net->sums, net->inputs, net->input, net->bias, rows, row_count);
    reference_pairs(pairs, sums, net->sums);
    for (int i = 0; i < count; i++) {
        logits[i] = (double)net->out_bias[policy_rows[i]];
        for (size_t j = 0; j < half; j++) {
            logits[i] += pairs[j] * net->out[policy_rows[i] * half + j] / 128.0;
        }
    }
}

int fresh_score(const value_net *net, const kernels *k, const position *pos, float *logit)
{
    _Alignas(KERNEL_ALIGNMENT) static int16_t sums[2][NET_SUMS_MAX];
    uint16_t rows[FEATURES_MAX];
    int count = 0;
    for (colour side = WHITE; side <= BLACK; side++) {
        count = value_rows(pos, side, net->places, rows);
        value_sum(net, k, sums[side], rows, count);
    }
    const int16_t *own = sums[pos->to_move], *other = sums[pos->to_move ^ 1];
    *logit = value_logit(net, k, own, other, count);
    return value_evaluate(net, k, own, other, count);
}
