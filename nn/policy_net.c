#include "nn/policy_net.h"

#include <assert.h>

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
