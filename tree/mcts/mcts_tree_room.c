#include "mcts_tree.h"

/* Blocks are chained by their own links, so that reclaiming needs neither memory nor recursion. */
void tree_orphan(mcts_tree *t, const mcts_node *node)
{
    for (arena_index i = node->block, next; i; i = next) {
        node_block *block = arena_at(&t->arena, i);
        next = block->more;
        block->more = t->orphans;
        t->orphans = i;
    }
}

/* Frees one orphaned block and chains the blocks below it. */
static void reclaim_orphan(mcts_tree *t)
{
    const uint32_t before = t->arena.taken;
    const arena_index i = t->orphans;
    const node_block *block = arena_at(&t->arena, i);
    t->orphans = block->more;
    for (int k = 0; k < block->held; k++) {
        tree_orphan(t, &block->node[k]);
    }
    arena_give(&t->arena, i, tree_block_units(block->held));
    t->reclaimed += before - t->arena.taken;
}

void tree_collapse(mcts_tree *t, mcts_node *node)
{
    const float draw = tree_draw(t, node);
    tree_orphan(t, node);
    node->block = 0;
    tree_set_means(t, node, node->value, draw);
}

/* A pass should free a good part of the arena, so that the next one is far off. The threshold
 * depends on the amount that the last pass freed. */
static void begin_pass(mcts_tree *t)
{
    enum { PASS_SHARE_MIN = 8, PASS_SHARE_MAX = 2 };
    if (t->reclaimed < t->arena.unit_count / PASS_SHARE_MIN && t->threshold < UINT32_MAX / 2) {
        t->threshold *= 2;
    } else if (t->reclaimed > t->arena.unit_count / PASS_SHARE_MAX &&
               t->threshold > TREE_THRESHOLD_MIN) {
        t->threshold /= 2;
    }
    t->reclaimed = 0;
    t->cursor_length = 0;
}

/* True if the line of a mate goes through move number k of a node. A proof outlasts what proved it,
 * but its line is shown, and most of the nodes near the mate have few visits. Of a proven node only
 * the best move counts; of an open one each proven move may become the best, and the root shows
 * several. */
static bool is_mate_line(const mcts_tree *t, const mcts_node *node, int k)
{
    const mcts_node *child = tree_child(t, node, k);
    return tree_state(child) >= NODE_WON && !node_is_by_tables(child) &&
           (node == &t->root || !node_is_proven(node) || tree_best_child(t, node) == k);
}

/* Visits the next nodes in depth-first order and collapses those with few visits, but not on the
 * lines of mates. The cursor is a path of child numbers, because nodes may be freed. A path that no
 * longer exists is shortened. */
static void collect_slice(mcts_tree *t, int steps)
{
    enum { CURSOR_MAX = sizeof t->cursor };
    mcts_node *path[CURSOR_MAX + 1] = {&t->root};
    int depth = 0;
    while (depth < t->cursor_length && t->cursor[depth] < tree_visited(t, path[depth])) {
        path[depth + 1] = tree_child(t, path[depth], t->cursor[depth]);
        depth++;
    }
    int next = depth < t->cursor_length ? t->cursor[depth] : 0;
    for (; steps > 0; steps--) {
        mcts_node *node = path[depth];
        if (depth > 0 && next == 0 && node->block && node->visits <= t->threshold &&
            !is_mate_line(t, path[depth - 1], t->cursor[depth - 1])) {
            tree_collapse(t, node);
        }
        if (next < tree_visited(t, node) && depth < CURSOR_MAX) {
            t->cursor[depth] = (uint8_t)next;
            path[depth + 1] = tree_child(t, node, next);
            depth++;
            next = 0;
        } else if (depth == 0) {
            begin_pass(t);
            next = 0;
        } else {
            depth--;
            next = t->cursor[depth] + 1;
        }
    }
    t->cursor[depth < CURSOR_MAX ? depth : CURSOR_MAX - 1] = (uint8_t)next;
    t->cursor_length = depth < CURSOR_MAX ? depth + 1 : CURSOR_MAX;
}

/* The units that should be left. */
static uint32_t reserve(const mcts_tree *t)
{
    /* A playout takes at most one large block. Where the free units are scattered, it may still be
     * refused; that refusal asks for more room. */
    enum { RESERVE_MIN = 256, RESERVE_SHARE = 64 };
    const uint32_t share = t->arena.unit_count / RESERVE_SHARE;
    return share > RESERVE_MIN ? share : RESERVE_MIN;
}

bool tree_wants_room(const mcts_tree *t)
{
    return TREE_LOAD(t->starved) || arena_left(&t->arena) < reserve(t);
}

void tree_make_room(mcts_tree *t)
{
    /* All threads have to wait for it, so then it is done seldom and thoroughly. */
    enum { STEPS_A_SLICE = 256, SLICES_MAX = 16, SLICES_OF_MANY = 256, SHARE_OF_MANY = 32 };
    const int slices = t->crowded ? SLICES_OF_MANY : SLICES_MAX;
    const uint32_t more = t->crowded ? t->arena.unit_count / SHARE_OF_MANY : 0;
    for (int i = 0; i < slices; i++) {
        if (!TREE_LOAD(t->starved) && arena_left(&t->arena) >= reserve(t) + more) {
            return;
        }
        if (!t->orphans) {
            collect_slice(t, STEPS_A_SLICE);
        }
        for (int k = 0; t->orphans && k < STEPS_A_SLICE; k++) {
            reclaim_orphan(t);
            TREE_STORE(t->starved, false);
        }
    }
}
