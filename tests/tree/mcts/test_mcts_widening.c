/* Progressive widening of MCTS: when late moves of a node may be visited. Uses private headers to
 * walk the tree. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/fen.h"
#include "walk_fixture.h"

TestSuite(mcts_widening, .init = walk_begin_with_history, .fini = walk_end);

/* With so much exploration each open move is tried at once, so the visited moves are the open ones:
 * two, and one more at 10, 20, 40 visits and so on. */
Test(mcts_widening, opens_a_move_at_its_visits)
{
    f.options.techniques.mcts_widening = true;
    f.options.params.mcts_widening_first = 2;
    f.options.params.mcts_widening_visits = 10;
    f.options.params.mcts_widening_growth_milli = 2000;
    f.options.params.mcts_widening_history_milli = 0;
    f.options.params.cpuct_root_milli = 10000000;
    f.options.params.mcts_stay_part = 0;
    walk_grow(FIXTURE_KIWIPETE, 0);
    const mcts_node *root = &m->tree.root;
    for (int i = 0; i < 1000; i++) {
        const uint32_t before = root->visits;
        mcts_playout(m, m->walks[0]);
        int open = 2;
        for (uint32_t at = 10; before >= at; at *= 2) {
            open++;
        }
        const int visited = tree_visited(&m->tree, root);
        cr_assert(visited == open || i < 3, "%d of %d at %u visits", visited, open, before);
    }
    cr_expect_eq(tree_visited(&m->tree, root), 2 + 7);
}

/* Where every stored move loses, the others come at once, however long they would have to wait. */
Test(mcts_widening, does_not_wait_where_all_moves_seen_are_lost)
{
    walk_grow(FIXTURE_KIWIPETE, 200);
    mcts_node *root = &m->tree.root, *only = NULL;
    for (int i = 0; i < tree_visited(&m->tree, root); i++) {
        mcts_node *child = tree_child(&m->tree, root, i);
        if (!only && child->block) {
            only = child;
        } else {
            child->state = NODE_WON;
        }
    }
    cr_assert_not_null(only);
    for (int i = 0; i < MOVES_MAX; i++) {
        m->settings.widening[i] = UINT32_MAX;
    }
    node_block *block = tree_block(&m->tree, only);
    cr_assert_lt(block->stored, block->count);
    while (block->visited < block->stored) {
        tree_open(&m->tree, only, block->visited)->visits = 1;
    }
    for (int i = 0; i < block->visited; i++) {
        tree_child(&m->tree, only, i)->state = NODE_WON;
    }
    const int lost = block->visited;
    mcts_playout(m, m->walks[0]);
    cr_expect_eq(block->visited, lost + 1);
    cr_expect_gt(block->stored, lost);
    cr_expect_eq(tree_child(&m->tree, only, lost)->visits, 1);
}

/* One move at the bound: history alone decides. */
Test(mcts_widening, listens_to_history)
{
    int children[2];
    for (int good = 0; good < 2; good++) {
        f.options.techniques.mcts_widening = true;
        f.options.params.mcts_widening_first = 1;
        f.options.params.mcts_widening_visits = 400;
        f.options.params.mcts_widening_growth_milli = 3000;
        f.options.params.mcts_widening_history_milli = 20000;
        f.options.params.cpuct_root_milli = 5000;
        walk_grow(FEN_START, 0);
        hist_context none = {.row = {HIST_NO_MOVE}};
        for (int i = 0; i < 200; i++) {
            mcts_playout(m, m->walks[0]);
            const mcts_node *root = &m->tree.root;
            const int visited = tree_visited(&m->tree, root);
            if (visited < tree_block(&m->tree, root)->count) {
                const move next = tree_child(&m->tree, root, visited)->move;
                const hist_move described = hist_move_of(&m->tree.position, 0, next);
                hist_learn_playout(m->history, &none, &described,
                                   hist_playout_of(good ? 0.99f : 0.01f), 0.5f);
            }
        }
        children[good] = tree_visited(&m->tree, &m->tree.root);
    }
    cr_expect_eq(children[0], 1);
    cr_expect_gt(children[1], 3);
}
