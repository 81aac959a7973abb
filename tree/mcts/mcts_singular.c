/* Singular extensions (Anantharaman, Campbell and Hsu 1988) in a tree of playouts: where one move
 * is much better than the others, the playout looks one ply further before it is backed up. */
#include "mcts_walk.h"

/* True if of the nodes above the walk's last one, the nearest with enough visits before this
 * playout had most of them at the move that the walk takes. */
static bool has_most_visits(const mcts_settings *s, const mcts_walk *w)
{
    for (int i = w->length - 1; i >= 0; i--) {
        const uint32_t visits = mcts_walk_visits(w, i) - 1;
        if (visits >= s->singular_visits) {
            const uint32_t at_child = mcts_walk_visits(w, i + 1) - 1;
            return (float)at_child >= s->singular_share * (float)visits;
        }
    }
    return false;
}

bool mcts_is_singular(const mcts *m, const mcts_walk *w)
{
    switch ((mcts_singular)m->techniques.mcts_singular) {
    case MCTS_SINGULAR_POLICY:
        return w->length && TREE_LOAD(w->node[w->length]->prior) >= m->settings.singular_prior;
    case MCTS_SINGULAR_VISITS:
        return has_most_visits(&m->settings, w);
    default:
        return false;
    }
}

/* True if a move at the walk's last node repeats a position. */
static bool repeats(mcts_walk *w, move m)
{
    const int length = w->path.length;
    position next = w->position;
    pos_make(&next, m);
    line_push(&w->path, next.key);
    const bool repeated = line_repeats(&w->path, next.halfmove_clock);
    line_cut(&w->path, length);
    return repeated;
}

mcts_value mcts_look_further(mcts *m, mcts_walk *w, mcts_value v)
{
    mcts_tree *t = &m->tree;
    mcts_node *leaf = w->node[w->length];
    if (tree_state(leaf) != NODE_NEW || w->length == PLY_MAX - 1) {
        return v;
    }
    /* The histories compare the outcome with this. */
    tree_set_means(t, leaf, v.value, v.draw);
    if (!TREE_LOAD(leaf->block) && !mcts_expand(m, w)) {
        return v;
    }
    mcts_node *child = tree_child(t, leaf, 0);
    if (repeats(w, child->move)) {
        return v;
    }
    if (!tree_visited(t, leaf)) {
        (void)tree_open(t, leaf, 0);
    }
    mcts_go_on(m, w, child, 0);
    if (mcts_corrects(m)) {
        w->keys[w->length] = correction_keys_of(&w->position, &w->context[w->length]);
    }
    return tree_state(child) == NODE_NEW ? mcts_visit_new(m, w) : mcts_known_value(t, child);
}
