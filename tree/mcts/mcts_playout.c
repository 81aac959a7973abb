#include "mcts_playout.h"

#include "mcts_priors.h"
#include "mcts_stay.h"
#include "system/clock.h"

/* Goes on from the walk's last node to its child, which has the next `stay` playouts too. */
static void go_on(mcts *m, mcts_walk *w, mcts_node *child, uint32_t stay)
{
    mcts_step *from = mcts_walk_last(w);
    tree_enter(&m->tree, child, 1);
    tree_prefetch(&m->tree, child);
    from->stay = stay;
    mcts_step *to = mcts_walk_play(w, mcts_threats(m, &from->position), child->move);
    to->node = child;
    to->shared_key = mcts_shared_key(m, &to->position);
    value_table_prefetch(&m->values, to->position.key);
    line_push(&w->path, to->position.key);
}

/* Prepares the corrections at the walk's last node. */
static void key_node(const mcts *m, mcts_walk *w)
{
    if (mcts_corrects(m)) {
        mcts_step *step = mcts_walk_last(w);
        step->keys = correction_keys_of(&step->position, &step->context);
        hist_prefetch_leaf(w->history, &step->keys);
    }
}

/* Selects down to a leaf and returns its value. */
static tree_value walk_down(mcts *m, mcts_walk *w)
{
    mcts_resume(m, w);
    mcts_node *node = mcts_walk_last(w)->node;
    for (;;) {
        const node_state state = tree_state(node);
        key_node(m, w);
        /* 1. A closed node: the game is over, or the outcome is proven. A proven root is searched
         * only for its other moves. */
        if (state > NODE_OPEN && w->length > 0) {
            return tree_closed_value(&m->tree, node);
        }
        /* 2. First visit: repetition, rules, and nets. */
        if (state == NODE_NEW) {
            return mcts_visit_new(m, w);
        }
        /* 3. Second visit: moves and priors. If memory is out, the playout counts the node's value
         * again. */
        if ((!TREE_LOAD(node->block) && !mcts_expand(m, w)) || w->length == PLY_MAX - 1) {
            return tree_mean(&m->tree, node);
        }
        if (mcts_extension_is_due(m, node)) {
            mcts_extend(m, w);
        }
        if (mcts_refresh_is_due(m, node)) {
            mcts_refresh_priors(m, w);
        }
        /* 4. The best child. */
        mcts_node *child = mcts_select(m, w);
        if (!child && tree_lacks_moves(tree_block(&m->tree, node))) {
            /* No move waits where all that are stored are closed. */
            mcts_extend(m, w);
            child = mcts_select(m, w);
        }
        if (!child) {
            /* Memory is out, or another thread is storing the moves. If that thread waits for a
             * core, it gets this one, or many playouts would end here. */
            if (m->tree.crowded) {
                system_yield();
            }
            return tree_mean(&m->tree, node);
        }
        go_on(m, w, child, mcts_stay_at(m, node, child));
        node = child;
    }
}

/* Ends a playout of a thread, whose leaf has the value `v`. */
static void finish(mcts *m, mcts_walk *w, tree_value v)
{
    mcts_back_up(m, w, v);
    TREE_STORE(w->playouts, TREE_LOAD(w->playouts) + 1);
    /* A thread that sees the sum must see the playouts. */
    atomic_store_explicit(&w->length_sum, TREE_LOAD(w->length_sum) + (uint64_t)w->length,
                          memory_order_release);
    if (w->length > TREE_LOAD(w->length_max)) {
        TREE_STORE(w->length_max, w->length);
    }
}

void mcts_playout(mcts *m, mcts_walk *w)
{
    const tree_value v = walk_down(m, w);
    finish(m, w, v);
}

void mcts_play_proven(mcts *m, mcts_walk *w, int number, node_state outcome, int distance)
{
    mcts_tree *t = &m->tree;
    mcts_flush(m, w, 0);
    w->length = 0;
    line_cut(&w->path, t->game.length);
    key_node(m, w);
    tree_enter(t, &t->root, 1);
    mcts_node *child = number < tree_visited(t, &t->root) ? tree_child(t, &t->root, number)
                                                          : tree_open(t, &t->root, number);
    go_on(m, w, child, 0);
    if (!tree_close_proven(child, outcome, distance) && tree_state(child) == outcome) {
        tree_shorten_to(child, distance);
    }
    finish(m, w, tree_closed_value(t, child));
}
