#include "mcts_walk.h"
#include "nn/real.h"

float mcts_logit(float q)
{
    const float low = 0.0001f; /* above 0, and its logit is beyond the limit */
    const float logit = nn_logit(q < low ? low : q > 1.0f - low ? 1.0f - low : q);
    return logit > LEAF_LOGIT_MAX    ? LEAF_LOGIT_MAX
           : logit < -LEAF_LOGIT_MAX ? -LEAF_LOGIT_MAX
                                     : logit;
}

bool mcts_needs_keys(const mcts *m, const mcts_node *node)
{
    const uint32_t next = node->visits + 1;
    return m->techniques.mcts_correction == LEAF_PLAYOUT || (next & (next - 1)) == 0;
}

void mcts_note_keys(mcts_walk *w)
{
    w->keys[w->length] = correction_keys_of(&w->position, &w->context[w->length]);
}

float mcts_correct(const mcts *m, mcts_node *node, const correction_keys *keys, float value)
{
    const float logit = mcts_logit(value);
    const float correction = hist_leaf_correction(m->history, keys);
    const int units = (int)(logit * (float)NET_LOGIT_ONE);
    node->net_logit = (int16_t)(units ? units : 1);
    /* Values of which the net is almost certain are not corrected. */
    if (correction == 0.0f || logit == LEAF_LOGIT_MAX || logit == -LEAF_LOGIT_MAX) {
        return value;
    }
    return nn_sigmoid(logit + correction);
}

/* The mean of a node's children, for the node's side to move. */
static float children_mean(const mcts_tree *t, const mcts_node *node)
{
    double sum = 0.0, visits = 0.0;
    for (int i = 0; i < tree_visited(t, node); i++) {
        const mcts_node *child = tree_child(t, node, i);
        sum += (1.0 - child->value) * child->visits;
        visits += child->visits;
    }
    return (float)(sum / visits);
}

/* log2 of a power of two above 1; 0 for other numbers. */
static int doublings(uint32_t visits)
{
    int count = 0;
    if (visits & (visits - 1)) {
        return 0;
    }
    for (; visits > 1; visits /= 2) {
        count++;
    }
    return count;
}

void mcts_report_error(mcts *m, const mcts_node *node, const correction_keys *keys, float outcome)
{
    if (node->state != NODE_OPEN || !node->net_logit || !tree_visited(&m->tree, node)) {
        return;
    }
    const float net = (float)node->net_logit / (float)NET_LOGIT_ONE;
    if (m->techniques.mcts_correction == LEAF_PLAYOUT) {
        hist_learn_leaf_error(m->history, keys, outcome - net, 1.0f);
        return;
    }
    const int weight = doublings(node->visits);
    if (weight) {
        const float found = mcts_logit(children_mean(&m->tree, node));
        hist_learn_leaf_error(m->history, keys, found - net, (float)weight);
    }
}
