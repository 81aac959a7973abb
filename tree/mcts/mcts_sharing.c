/* Transpositions: nodes of one position share its value through the value table. Only what belongs
 * to the position alone is shared. Repetitions and the fifty-move clock belong to the path. */
#include "mcts_walk.h"

/* From this clock on the fifty-move rule shows in values: the cube of 0.3 is 3%. */
enum { SHARED_CLOCK_MAX = 30 };

uint64_t mcts_shared_key(const mcts *m, const position *pos)
{
    const bool shares = m->techniques.mcts_value_hash != MCTS_SHARE_OFF && !m->horizon &&
                        pos->halfmove_clock <= SHARED_CLOCK_MAX;
    return shares ? pos->key : 0;
}

bool mcts_shared_value(const mcts *m, uint64_t key, mcts_value *v)
{
    const value_entry *e = key ? value_table_find(&m->values, key) : NULL;
    if (e) {
        *v = (mcts_value){e->value, (float)e->draw / (float)VALUE_DRAW_ONE};
    }
    return e != NULL;
}

static float between_0_and_1(float x)
{
    return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
}

/* The mean of a node when a playout with the value `v` will have been counted there. */
static mcts_value mean_with(const mcts *m, const mcts_node *node, mcts_value v)
{
    const float part = 1.0f / (float)(node->visits + 1), draw = tree_draw(&m->tree, node);
    return (mcts_value){node->value + part * (v.value - node->value),
                        draw + part * (v.draw - draw)};
}

/* Nodes of one position have one mean: the value that brings this node's mean to the common one. */
static mcts_value share_mean(mcts *m, uint64_t key, const mcts_node *node, mcts_value v)
{
    const float before = (float)node->visits, now = before + 1.0f;
    value_entry *e = value_table_find(&m->values, key);
    if (!e) {
        const mcts_value mean = mean_with(m, node, v);
        value_table_put(&m->values, key, mean.value, mean.draw, node->visits + 1);
        return v;
    }
    value_entry_learn(e, v.value, v.draw);
    if (e->visits <= node->visits + 1) {
        return v;
    }
    const float draw = (float)e->draw / (float)VALUE_DRAW_ONE;
    return (mcts_value){between_0_and_1(now * e->value - before * node->value),
                        between_0_and_1(now * draw - before * tree_draw(&m->tree, node))};
}

mcts_value mcts_share_playout(mcts *m, uint64_t key, const mcts_node *node, mcts_value v)
{
    const bool depends_on_path =
        node->state != NODE_OPEN || (node->block && tree_block(&m->tree, node)->repetitions);
    if (!key || depends_on_path) {
        return v;
    }
    if (m->techniques.mcts_value_hash == MCTS_SHARE_MEAN) {
        return share_mean(m, key, node, v);
    }
    /* A mean changes little between two powers of two, and the table is slow memory. */
    const uint32_t visits = node->visits + 1;
    if ((visits & (visits - 1)) == 0) {
        const mcts_value mean = mean_with(m, node, v);
        value_table_put(&m->values, key, mean.value, mean.draw, visits);
    }
    return v;
}
