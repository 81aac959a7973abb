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

int value_centipawns(const value_net *net, float q)
{
    const float low = 1e-5f;
    const float p = q < low ? low : q > 1.0f - low ? 1.0f - low : q;
    const int score = (int)(net->centipawns * nn_logit(p));
    return score > NET_SCORE_MAX ? NET_SCORE_MAX : score < -NET_SCORE_MAX ? -NET_SCORE_MAX : score;
}
