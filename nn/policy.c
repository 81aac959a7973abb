#include "net_internal.h"
#include "nn/features.h"

void policy_evaluate(const policy_net *net, const kernels *k, const uint16_t *rows, int row_count,
                     const uint16_t *policy_rows, int count, float *logits)
{
    assert(count <= QUERY_ROWS_MAX);
    _Alignas(KERNEL_ALIGNMENT) uint8_t pairs[NET_SUMS_MAX / 2];
    net_first_layer(pairs, net->inputs, net->sums, net->input, net->bias, k, rows, row_count);

    /* The rows are known before the first layer, but prefetching them makes a whole playout 4 to 9%
     * slower (Zen 5, rows of 512 bytes): the CPU already runs ahead into them. */
    int32_t dots[QUERY_ROWS_MAX];
    k->dot_rows(dots, pairs, net->out, net->sums / 2, policy_rows, count);
    for (int i = 0; i < count; i++) {
        logits[i] = (float)dots[i] * net->out_scale + net->out_bias[policy_rows[i]];
    }
}
