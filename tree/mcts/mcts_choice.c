#include "mcts_report.h"

#include <math.h>

/* A low estimate of what a root move is worth to the mover: its mean less a margin that shrinks
 * with the square root of its visits. */
static float lower_bound(const mcts *m, const mcts_node *child)
{
    const colour side = (colour)m->tree.position.to_move;
    return mcts_preference(m, side, child, 1.0f - TREE_LOAD(child->value)) -
           m->settings.bound / sqrtf((float)TREE_LOAD(child->visits));
}

/* True if the best move by tree_prefers() may give way to one with a better bound. */
static bool may_give_way(const mcts *m, const mcts_node *best)
{
    const node_state state = tree_state(best);
    return !m->on_clock && !node_is_proven(&m->tree.root) && state != NODE_NEW && state < NODE_WON;
}

int mcts_chosen_number(const mcts *m)
{
    const mcts_tree *t = &m->tree;
    const int most = tree_best_child(t, &t->root);
    if (most < 0 || !may_give_way(m, tree_child(t, &t->root, most))) {
        return most;
    }
    const mcts_node *best = tree_child(t, &t->root, most);
    const uint32_t enough = TREE_LOAD(best->visits) / m->settings.bound_part;
    float highest = lower_bound(m, best);
    int chosen = most;
    for (int i = 0; i < tree_visited(t, &t->root); i++) {
        const mcts_node *child = tree_child(t, &t->root, i);
        const node_state state = tree_state(child);
        if (state == NODE_NEW || state == NODE_WON || TREE_LOAD(child->visits) < enough) {
            continue;
        }
        const float bound = lower_bound(m, child);
        if (bound > highest) {
            highest = bound;
            chosen = i;
        }
    }
    return chosen;
}

int mcts_best_number(const mcts *m)
{
    const int chosen = mcts_chosen_number(m);
    return chosen >= 0 ? chosen : 0;
}
