/* Transpositions: nodes of one position share its value through the value table. Only what belongs
 * to the position alone is shared. Repetitions and the fifty-move clock belong to the path. */
#include "mcts_walk.h"

/* Up to this clock the fifty-move rule moves values by 3% at most. Without MctsFiftyMoves the draws
 * below a node have the same effect. */
static const int shared_clock_max[] = {
    [MCTS_FIFTY_OFF] = 30, [MCTS_FIFTY_CUBIC] = 30, [MCTS_FIFTY_LINEAR] = 6};

uint64_t mcts_shared_key(const mcts *m, const position *pos)
{
    const bool shares = m->techniques.mcts_value_hash != MCTS_SHARE_OFF && !m->horizon &&
                        pos->halfmove_clock <= shared_clock_max[m->techniques.mcts_fifty_moves];
    return shares ? pos->key : 0;
}

bool mcts_shared_value(const mcts *m, uint64_t key, mcts_value *v)
{
    shared_means known;
    if (!key || !value_table_find(&m->values, key, &known)) {
        return false;
    }
    *v = (mcts_value){known.value, shared_means_draw(known)};
    return true;
}

/* The means of a node with a playout of the value `v`, which it has not learnt yet. */
static shared_means means_with(const mcts *m, const mcts_node *node, uint32_t visits, mcts_value v)
{
    const float part = 1.0f / (float)visits;
    const float value = TREE_LOAD(node->value), draw = tree_draw(&m->tree, node);
    return shared_means_of(value + part * (v.value - value), draw + part * (v.draw - draw), visits);
}

/* Nodes of one position have one mean: the value that brings this node's mean to the common one. */
static mcts_value share_mean(mcts *m, uint64_t key, const mcts_node *node, uint32_t visits,
                             mcts_value v)
{
    const float now = (float)visits, before = now - 1.0f;
    shared_means all;
    if (!value_table_find(&m->values, key, &all)) {
        value_table_put(&m->values, key, means_with(m, node, visits, v));
        return v;
    }
    shared_means_learn(&all, v.value, v.draw);
    value_table_put(&m->values, key, all);
    if ((float)all.visits <= now) {
        return v;
    }
    const float draw = now * shared_means_draw(all) - before * tree_draw(&m->tree, node);
    const float value = now * all.value - before * TREE_LOAD(node->value);
    return (mcts_value){(float)tree_bounded_share(value), (float)tree_bounded_share(draw)};
}

/* True if the value of a node depends on its path. */
static bool depends_on_path(const mcts *m, const mcts_node *node)
{
    return tree_state(node) > NODE_OPEN ||
           (TREE_LOAD(node->block) && TREE_LOAD(tree_block(&m->tree, node)->repetitions));
}

mcts_value mcts_share_playout(mcts *m, uint64_t key, const mcts_node *node, uint32_t visits,
                              mcts_value v)
{
    return key && m->techniques.mcts_value_hash == MCTS_SHARE_MEAN && !depends_on_path(m, node)
               ? share_mean(m, key, node, visits, v)
               : v;
}

void mcts_share_means(mcts *m, uint64_t key, const mcts_node *node, uint32_t playouts)
{
    /* A mean changes little between two powers of two, and the table is slow memory. */
    const uint32_t visits = TREE_LOAD(node->visits);
    if (!key || m->techniques.mcts_value_hash != MCTS_SHARE_FIRST ||
        !tree_has_doubled(visits, playouts) || depends_on_path(m, node)) {
        return;
    }
    const shared_means means =
        shared_means_of(TREE_LOAD(node->value), tree_draw(&m->tree, node), visits);
    shared_means known;
    if (!value_table_find(&m->values, key, &known) || known.visits <= means.visits) {
        value_table_put(&m->values, key, means);
    }
}
