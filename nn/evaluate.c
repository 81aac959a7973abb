#include <assert.h>

#include "nn/portable_math.h"
#include "nn/value_net.h"

static_assert((int)NET_SUMS_MAX <= (int)KERNEL_DOT_WIDTH_MAX, "no row is wider");

/* Input rows to sums, and sums to pairs[sums / 2]. */
static void run_first(uint8_t *pairs, const policy_net *net, const kernels *k, const uint16_t *rows,
                      int count, recent_sums *recent)
{
    const sums_layer layer = {net->input, net->bias, net->sums};
    _Alignas(KERNEL_ALIGNMENT) int16_t totals[NET_SUMS_MAX];
    uint16_t plain[FEATURES_MAX];
    assert(count <= FEATURES_MAX);
    if (net->inputs == FEATURE_ROWS_PLAIN) {
        for (int i = 0; i < count; i++) {
            plain[i] = rows[i] % FEATURE_ROWS_PLAIN;
        }
        rows = plain;
    }
    if (recent) {
        k->multiply_pairs(pairs, recent_sums_of(recent, k, &layer, rows, count), net->sums);
        return;
    }
    kernels_add_rows(k, totals, net->bias, net->input, net->sums, rows, count);
    k->multiply_pairs(pairs, totals, net->sums);
}

void policy_evaluate(const policy_net *net, const kernels *k, const uint16_t *rows, int row_count,
                     const uint16_t *policy_rows, int count, float *logits, recent_sums *recent)
{
    assert(count <= QUERY_ROWS_MAX);
    _Alignas(KERNEL_ALIGNMENT) uint8_t pairs[NET_SUMS_MAX / 2];
    run_first(pairs, net, k, rows, row_count, recent);

    /* The rows are known before the first layer, but prefetching them makes a whole playout 4 to 9%
     * slower (Zen 5, rows of 512 bytes): the CPU already runs ahead into them. */
    int32_t dots[QUERY_ROWS_MAX];
    k->dot_rows(dots, pairs, net->out, net->sums / 2, policy_rows, count);
    for (int i = 0; i < count; i++) {
        logits[i] = (float)dots[i] * net->out_scale + net->out_bias[policy_rows[i]];
    }
}

/* The output for products[d->inputs] by the layers for a number of pieces. */
static float run_dense(const dense_layers *d, const kernels *k, const uint8_t *products, int pieces)
{
    const size_t set = d->buckets > 1 ? (size_t)net_bucket(pieces) : 0, l1 = d->l1, l2 = d->l2;
    assert(set < d->buckets);
    int32_t dots[NET_L1_MAX];
    float first[NET_L1_MAX], second[NET_L2_MAX];
    k->dot_rows(dots, products, d->l1_weights + set * l1 * d->inputs, d->inputs, NULL, (int)l1);
    k->activate_sums(first, dots, d->l1_scale, d->l1_bias + set * l1, l1);
    k->activate_layer(second, first, d->l2_weights + set * l1 * l2, d->l2_bias + set * l2, l1, l2);
    return k->dot_floats(second, d->l3_weights + set * l2, l2) + d->l3_bias[set];
}

float value_logit(const value_net *net, const kernels *k, const int16_t *own, const int16_t *other,
                  int pieces)
{
    assert(pieces >= 2 && pieces <= FEATURES_MAX);
    _Alignas(KERNEL_ALIGNMENT) uint8_t products[NET_SUMS_MAX];
    k->multiply_pairs(products, own, net->sums);
    k->multiply_pairs(products + net->sums / 2, other, net->sums);
    return run_dense(&net->dense, k, products, pieces);
}

int value_evaluate(const value_net *net, const kernels *k, const int16_t *own, const int16_t *other,
                   int pieces)
{
    const float score = value_logit(net, k, own, other, pieces) * net->centipawns;
    if (score <= -NET_SCORE_MAX) {
        return -NET_SCORE_MAX;
    }
    if (score >= NET_SCORE_MAX) {
        return NET_SCORE_MAX;
    }
    return (int)(score + (score < 0.0f ? -0.5f : 0.5f));
}

win_draw_loss win_draw_loss_of(float q)
{
    const float most = 0.35f, draw = 4.0f * most * q * (1.0f - q);
    return (win_draw_loss){q - 0.5f * draw, draw, 1.0f - q - 0.5f * draw};
}

int value_centipawns(float scale, float q)
{
    const float low = 1e-5f;
    const float p = q < low ? low : q > 1.0f - low ? 1.0f - low : q;
    const int score = (int)(scale * nn_logit(p));
    return score > NET_SCORE_MAX ? NET_SCORE_MAX : score < -NET_SCORE_MAX ? -NET_SCORE_MAX : score;
}
