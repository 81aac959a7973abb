#include "mcts_refresh.h"

#include "mcts_priors.h"

bool mcts_refresh_is_due(const mcts *m, const mcts_node *node)
{
    const uint32_t visits = TREE_LOAD(node->visits) - 1;
    return m->techniques.mcts_history_refresh != MCTS_REFRESH_OFF &&
           visits >= m->settings.refresh_visits &&
           tree_doublings(visits) > TREE_LOAD(tree_block(&m->tree, node)->refreshed);
}

/* mcts_refresh_priors() while the node is busy. Pruned moves come last, with a prior of 0. */
static void refresh(mcts *m, const mcts_walk *w)
{
    mcts_node *node = w->step[w->length].node;
    const node_block *block = tree_block(&m->tree, node);
    const int first =
        m->techniques.mcts_history_refresh == MCTS_REFRESH_ALL ? 0 : tree_block_visited(block);
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    int share = 0, count = 0;
    for (int i = first; i < TREE_LOAD(block->stored); i++) {
        const mcts_node *child = tree_child(&m->tree, node, i);
        if (tree_is_pruned(child)) {
            break;
        }
        moves[count++] = child->move;
        share += TREE_LOAD(child->prior);
    }
    if (!count) {
        return;
    }
    mcts_walk_priors(m, w, moves, count, priors);
    const float scale = count < block->count ? (float)share / (float)PRIOR_ONE : 1.0f;
    for (int i = 0; i < count; i++) {
        priors[i] *= scale;
    }
    tree_refresh(&m->tree, node, first, priors);
}

void mcts_refresh_priors(mcts *m, const mcts_walk *w)
{
    const mcts_node *node = w->step[w->length].node;
    node_block *block = tree_block(&m->tree, node);
    if (tree_make_busy(block)) {
        refresh(m, w);
        const uint32_t visits = TREE_LOAD(node->visits) - 1;
        TREE_STORE(block->refreshed, (uint8_t)tree_doublings(visits));
        tree_make_free(block);
    }
}
