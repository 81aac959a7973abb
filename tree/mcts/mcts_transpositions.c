#include "mcts_playout.h"

/* Up to this clock the fifty-move rule moves values by 3% at most. */
enum { SHARED_CLOCK_MAX = 30 };

uint64_t mcts_shared_key(const mcts *m, const position *pos)
{
    return !m->mate_plies && pos->halfmove_clock <= SHARED_CLOCK_MAX ? pos->key : 0;
}

bool mcts_shared_value(const mcts *m, uint64_t key, tree_value *v)
{
    shared_means known;
    if (!key || !value_table_find(&m->values, key, &known)) {
        return false;
    }
    *v = (tree_value){known.value, shared_means_draw(known)};
    return true;
}

/* True if the value of a node depends on its path. */
static bool depends_on_path(const mcts *m, const mcts_node *node)
{
    return tree_state(node) > NODE_OPEN ||
           (TREE_LOAD(node->block) && TREE_LOAD(tree_block(&m->tree, node)->repetitions));
}

/* True if the last `playouts` of these visits have reached a power of two. */
static bool has_doubled(uint32_t visits, uint32_t playouts)
{
    return visits - playouts < 1u << tree_doublings(visits);
}

void mcts_share_means(mcts *m, uint64_t key, const mcts_node *node, uint32_t playouts)
{
    /* A mean changes little between two powers of two, and the table is slow memory. */
    const uint32_t visits = TREE_LOAD(node->visits);
    if (!key || !has_doubled(visits, playouts) || depends_on_path(m, node)) {
        return;
    }
    const shared_means means =
        shared_means_of(TREE_LOAD(node->value), tree_draw(&m->tree, node), visits);
    shared_means known;
    if (!value_table_find(&m->values, key, &known) || known.visits <= means.visits) {
        value_table_put(&m->values, key, means);
    }
}
