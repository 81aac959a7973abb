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
    node->net_logit = mcts_logit(value);
    const float correction = hist_leaf_correction(m->history, keys);
    /* Values of which the net is almost certain are not corrected. */
    if (correction == 0.0f || node->net_logit == LEAF_LOGIT_MAX ||
        node->net_logit == -LEAF_LOGIT_MAX) {
        return value;
    }
    return nn_sigmoid(node->net_logit + correction);
}

/* The mean of a node's children, for the node's side to move. */
static float children_mean(const mcts_tree *t, const mcts_node *node)
{
    const mcts_node *children = tree_children(t, node);
    double sum = 0.0, visits = 0.0;
    for (int i = 0; i < node->child_count; i++) {
        sum += (1.0 - children[i].value) * children[i].visits;
        visits += children[i].visits;
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
    if (node->state != NODE_OPEN || node->net_logit == 0.0f || !node->child_count) {
        return;
    }
    if (m->techniques.mcts_correction == LEAF_PLAYOUT) {
        hist_learn_leaf_error(m->history, keys, outcome - node->net_logit, 1.0f);
        return;
    }
    const int weight = doublings(node->visits);
    if (weight) {
        const float found = mcts_logit(children_mean(&m->tree, node));
        hist_learn_leaf_error(m->history, keys, found - node->net_logit, (float)weight);
    }
}
