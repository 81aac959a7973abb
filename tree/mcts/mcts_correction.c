#include "mcts_playout.h"

#include <math.h>

#include "nn/portable_math.h"

float mcts_logit(float q)
{
    const float low = 0.0001f; /* above 0, and its logit is beyond the limit */
    const float logit = nn_logit(q < low ? low : q > 1.0f - low ? 1.0f - low : q);
    return logit > LEAF_LOGIT_MAX    ? LEAF_LOGIT_MAX
           : logit < -LEAF_LOGIT_MAX ? -LEAF_LOGIT_MAX
                                     : logit;
}

float mcts_correct(const mcts_history *history, mcts_node *node, const correction_keys *keys,
                   float value)
{
    const float logit = mcts_logit(value);
    const float correction = hist_leaf_correction(history, keys);
    const int units = (int)(logit * (float)NET_LOGIT_ONE);
    /* Another thread may have valued the node before, and a third one may have proven it. The
     * distance of a proof has the same place. */
    int16_t none = 0;
    (void)atomic_compare_exchange_strong(&node->net_logit, &none, (int16_t)(units ? units : 1));
    /* Values of which the net is almost certain are not corrected. */
    if (correction == 0.0f || logit == LEAF_LOGIT_MAX || logit == -LEAF_LOGIT_MAX) {
        return value;
    }
    return nn_sigmoid(logit + correction);
}

void mcts_report_error(const mcts *m, mcts_history *history, const mcts_node *node,
                       uint32_t playouts, const correction_keys *keys, float outcome)
{
    const int kept = TREE_LOAD(node->net_logit);
    const float net = (float)kept / (float)NET_LOGIT_ONE;
    /* Another thread that is proving the node may have kept the distance to a table win there. */
    if (TREE_LOAD(node->state) != NODE_OPEN || !kept || fabsf(net) > LEAF_LOGIT_MAX ||
        !tree_visited(&m->tree, node)) {
        return;
    }
    hist_learn_leaf_error(history, keys, outcome - net, (float)playouts);
}
