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

mcts_value mcts_share_playout(mcts *m, uint64_t key, const mcts_node *node, mcts_value v)
{
    const bool depends_on_path =
        node->state != NODE_OPEN || (node->edges && tree_edges(&m->tree, node)->repetitions);
    if (!key || depends_on_path) {
        return v;
    }
    const float before = (float)node->visits, now = before + 1.0f;
    value_entry *e = value_table_find(&m->values, key);
    if (!e) {
        const float mean = (float)node->value + (v.value - (float)node->value) / now;
        const float draws = node->draw + (v.draw - node->draw) / now;
        value_table_add(&m->values, key, mean, draws, node->visits + 1);
        return v;
    }
    value_entry_learn(e, v.value, v.draw);
    if (m->techniques.mcts_value_hash != MCTS_SHARE_MEAN || e->visits <= node->visits + 1) {
        return v;
    }
    const float draw = (float)e->draw / (float)VALUE_DRAW_ONE;
    return (mcts_value){between_0_and_1(now * e->value - before * (float)node->value),
                        between_0_and_1(now * draw - before * node->draw)};
}
