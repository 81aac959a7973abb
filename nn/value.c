#include "dense.h"
#include "net_internal.h"
#include "nn/real.h"

win_draw_loss value_evaluate(const value_net *net, const kernels *k, const uint16_t *rows,
                             int count)
{
    _Alignas(KERNEL_ALIGNMENT) uint8_t pairs[NET_SUMS_MAX / 2];
    float logits[NET_VALUE_OUTPUTS];
    net_first_layer(pairs, net->inputs, net->sums, net->input, net->bias, k, rows, count);
    dense_run(&net->dense, k, pairs, net->dense.buckets > 1 ? net_bucket(count) : 0, logits);
    nn_softmax(logits, NET_VALUE_OUTPUTS, 1.0f);
    return (win_draw_loss){logits[0], logits[1], logits[2]};
}
