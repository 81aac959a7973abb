#include "walk_fixture.h"

#include <criterion/criterion.h>

mcts *m;

void walk_begin(void)
{
    fixture_begin(1);
    f.options.multi_pv = 1;
    f.options.hash_mb = 16;
    f.options.techniques.mcts_quiescence = false; /* test_mcts_quiescence.c has its tests */
    /* Enough for the rare events that tests wait for. */
    f.options.params.cpuct_root_milli = 784;
    f.options.params.cpuct_milli = 557;
}

void walk_begin_with_history(void)
{
    walk_begin();
    f.options.params.history_butterfly_percent = 100;
    f.options.params.temperature_milli = 1000;
}

void walk_end(void)
{
    mcts_free(m);
    m = NULL;
    fixture_end();
}

void walk_playout(void)
{
    mcts_playout(m, m->walks[0]);
    mcts_flush(m, m->walks[0], 0);
}

void walk_grow(const char *fen, int playouts)
{
    failure why;
    mcts_free(m);
    m = mcts_new(&f.options, &why);
    cr_assert_not_null(m, "%s", why.text);
    fixture_set(fen);
    tree_reset(&m->tree, &f.position, &f.game);
    mcts_value_root(m);
    cr_assert(mcts_prepare_root(m, &(search_limits){.nodes = 0}));
    mcts_walk_begin(m->walks[0], &m->tree.position, &m->tree.game, &m->tree.root);
    for (int i = 0; i < playouts; i++) {
        walk_playout();
    }
}

void walk_start(mcts_walk *w)
{
    w->history = m->history;
    mcts_walk_begin(w, &m->tree.position, &m->tree.game, &m->tree.root);
}

void walk_on(mcts_walk *w, int child)
{
    const mcts_step *from = mcts_walk_last(w);
    mcts_node *next = tree_child(&m->tree, from->node, child);
    mcts_walk_play(w, mcts_threats(m, &from->position), next->move)->node = next;
}

static void visit_all(mcts_walk *w, walk_visitor *visit)
{
    const mcts_node *node = mcts_walk_last(w)->node;
    if (node->state != NODE_OPEN) {
        return;
    }
    visit(w);
    for (int i = 0; i < tree_visited(&m->tree, node); i++) {
        walk_on(w, i);
        visit_all(w, visit);
        w->length--;
    }
}

void walk_visit(walk_visitor *visit)
{
    static mcts_walk w;
    walk_start(&w);
    visit_all(&w, visit);
}
