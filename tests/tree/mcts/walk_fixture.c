#include "walk_fixture.h"

#include <criterion/criterion.h>

#include "mcts_walk.h"

void walk_playout(mcts *m)
{
    mcts_playout(m, m->walks[0]);
    mcts_settle(m, m->walks[0], 0);
}

mcts *walk_grow(fixture *f, const char *fen, int playouts)
{
    failure why;
    f->options.multi_pv = 1;
    f->options.hash_mb = 16;
    mcts *m = mcts_new(&f->options, &why);
    cr_assert_not_null(m, "%s", why.text);
    fixture_set(f, fen);
    tree_reset(&m->tree, &f->position, &f->game);
    mcts_value_root(m);
    cr_assert(mcts_prepare_root(m, NULL, 0));
    mcts_walk_begin(m->walks[0], &m->tree.position, &m->tree.game, &m->tree.root);
    for (int i = 0; i < playouts; i++) {
        walk_playout(m);
    }
    return m;
}

void walk_start(mcts *m, mcts_walk *w)
{
    w->history = m->history;
    mcts_walk_begin(w, &m->tree.position, &m->tree.game, &m->tree.root);
}

void walk_on(mcts *m, mcts_walk *w, int child)
{
    const mcts_node *node = w->node[w->length];
    mcts_node *next = tree_child(&m->tree, node, child);
    mcts_walk_play(w, mcts_threats(m, &w->position), next->move);
    w->node[w->length] = next;
}

static void visit_all(mcts *m, mcts_walk *w, walk_visitor *visit)
{
    const mcts_node *node = w->node[w->length];
    const position here = w->position;
    if (node->state != NODE_OPEN) {
        return;
    }
    visit(w);
    for (int i = 0; i < tree_visited(&m->tree, node); i++) {
        walk_on(m, w, i);
        visit_all(m, w, visit);
        w->position = here;
        w->length--;
    }
}

void walk_visit(mcts *m, walk_visitor *visit)
{
    static mcts_walk w;
    walk_start(m, &w);
    visit_all(m, &w, visit);
}
