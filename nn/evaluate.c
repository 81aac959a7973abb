#include <assert.h>

#include "nn/negamax_net.h"
#include "nn/portable_math.h"

static_assert((int)NET_SUMS_MAX <= (int)KERNEL_DOT_WIDTH_MAX, "no row is wider");

/* Input rows to sums, and sums to pairs[sums / 2]. */
static void run_first(uint8_t *pairs, uint32_t inputs, const sums_layer *layer, const kernels *k,
                      const uint16_t *rows, int count, recent_sums *recent)
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
    if (recent) {
        k->multiply_pairs(pairs, recent_sums_of(recent, k, layer, rows, count), layer->sums);
        return;
    }
    kernels_add_rows(k, totals, layer->bias, layer->weights, layer->sums, rows, count);
    k->multiply_pairs(pairs, totals, layer->sums);
}

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

/* Computes out[d->outputs] from products[d->inputs] by the layers for a number of pieces. */
static void run_dense(const dense_layers *d, const kernels *k, const uint8_t *products, int pieces,
                      float *out)
{
    const size_t set = d->buckets > 1 ? (size_t)net_bucket(pieces) : 0, l1 = d->l1, l2 = d->l2;
    assert(set < d->buckets);
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

win_draw_loss value_evaluate(const value_net *net, const kernels *k, const uint16_t *rows,
                             int count, recent_sums *recent)
{
    const sums_layer layer = {net->input, net->bias, net->sums};
    _Alignas(KERNEL_ALIGNMENT) uint8_t pairs[NET_SUMS_MAX / 2];
    float logits[NET_VALUE_OUTPUTS];
    run_first(pairs, net->inputs, &layer, k, rows, count, recent);
    run_dense(&net->dense, k, pairs, count, logits);
    nn_softmax(logits, NET_VALUE_OUTPUTS, 1.0f);
    return (win_draw_loss){logits[0], logits[1], logits[2]};
}

float nets_scale(const nets *n)
{
    return n->lc0 || !n->has_negamax ? n->value.centipawns : n->negamax.centipawns;
}

int value_centipawns(float scale, float q)
{
    const float low = 1e-5f;
    const float p = q < low ? low : q > 1.0f - low ? 1.0f - low : q;
    const int score = (int)(scale * nn_logit(p));
    return score > NET_SCORE_MAX ? NET_SCORE_MAX : score < -NET_SCORE_MAX ? -NET_SCORE_MAX : score;
}

void policy_evaluate(const policy_net *net, const kernels *k, const uint16_t *rows, int row_count,
                     const uint16_t *policy_rows, int count, float *logits, recent_sums *recent)
{
    const sums_layer layer = {net->input, net->bias, net->sums};
    assert(count <= QUERY_ROWS_MAX);
    _Alignas(KERNEL_ALIGNMENT) uint8_t pairs[NET_SUMS_MAX / 2];
    run_first(pairs, net->inputs, &layer, k, rows, row_count, recent);

    /* The rows are known before the first layer, but prefetching them makes a whole playout 4 to 9%
     * slower (Zen 5, rows of 512 bytes): the CPU already runs ahead into them. */
    int32_t dots[QUERY_ROWS_MAX];
    k->dot_rows(dots, pairs, net->out, net->sums / 2, policy_rows, count);
    for (int i = 0; i < count; i++) {
        logits[i] = (float)dots[i] * net->out_scale + net->out_bias[policy_rows[i]];
    }
}

static float paired_logit(const negamax_net *net, const kernels *k, const int16_t *own,
                          const int16_t *other, int pieces)
{
    _Alignas(KERNEL_ALIGNMENT) uint8_t products[NET_SUMS_MAX];
    float logit;
    k->multiply_pairs(products, own, net->sums);
    k->multiply_pairs(products + net->sums / 2, other, net->sums);
    run_dense(&net->dense, k, products, pieces, &logit);
    return logit;
}

float negamax_logit(const negamax_net *net, const kernels *k, const int16_t *own,
                    const int16_t *other, int pieces)
{
    assert(pieces >= 2 && pieces <= FEATURES_MAX);
    if (net->paired) {
        return paired_logit(net, k, own, other, pieces);
    }
    const int bucket = net_bucket(pieces);
    const int16_t *out = net->out + (size_t)bucket * 2 * net->sums;
    /* The part of each view fits an int32; their sum need not. */
    const int64_t total = (int64_t)k->dot_squares(own, out, net->sums) +
                          k->dot_squares(other, out + net->sums, net->sums);
    return (float)total * net->out_scale + net->out_bias[bucket];
}

int negamax_evaluate(const negamax_net *net, const kernels *k, const int16_t *own,
                     const int16_t *other, int pieces)
{
    const float score = negamax_logit(net, k, own, other, pieces) * net->centipawns;
    if (score <= -NET_SCORE_MAX) {
        return -NET_SCORE_MAX;
    }
    if (score >= NET_SCORE_MAX) {
        return NET_SCORE_MAX;
    }
    return (int)(score + (score < 0.0f ? -0.5f : 0.5f));
}
