/* Tests that proofs which threads find at once agree in the end. One thread plays what several do.
 */
#include <criterion/criterion.h>

#include "walk_fixture.h"

TestSuite(mcts_proofs, .init = walk_begin, .fini = walk_end);

/* A node as another thread has left it. */
static void leave(mcts_node *node, node_state state, int distance)
{
    node->state = (uint8_t)state;
    node->distance = (uint16_t)distance;
}

/* Leaves all visited moves of a node open. */
static void leave_open(const mcts_node *node)
{
    for (int i = 0; i < tree_visited(&m->tree, node); i++) {
        leave(tree_child(&m->tree, node, i), NODE_OPEN, 0);
    }
}

/* The number of a move of the root to which the opponent has two answers, both expanded. */
static int move_with_two_answers(void)
{
    const mcts_node *root = &m->tree.root;
    for (int i = 0; i < tree_visited(&m->tree, root); i++) {
        const mcts_node *child = tree_child(&m->tree, root, i);
        if (tree_visited(&m->tree, child) == 2 && tree_block(&m->tree, child)->count == 2 &&
            tree_visited(&m->tree, tree_child(&m->tree, child, 0)) &&
            tree_visited(&m->tree, tree_child(&m->tree, child, 1))) {
            return i;
        }
    }
    return -1;
}

/* While a thread is three plies below the root, others prove the nodes above it by mates that take
 * longer than the one that it finds then. */
Test(mcts_proofs, a_faster_mate_shortens_what_others_have_proven)
{
    walk_grow("7k/8/1p6/6R1/8/8/8/K7 w - - 0 1", 2000);
    mcts_walk *w = m->walks[0];
    const int first = move_with_two_answers();
    cr_assert_geq(first, 0);
    mcts_node *root = &m->tree.root, *lost = tree_child(&m->tree, root, first);
    mcts_node *won = tree_child(&m->tree, lost, 0), *other = tree_child(&m->tree, lost, 1);
    mcts_node *mated = tree_child(&m->tree, won, 0);
    leave_open(root);
    leave_open(won);
    leave(root, NODE_WON, 11);
    leave(lost, NODE_LOST, 10);
    leave(won, NODE_WON, 9);
    leave(other, NODE_WON, 7);
    leave(mated, NODE_LOST, 4);
    walk_start(w);
    walk_on(w, first);
    walk_on(w, 0);
    walk_on(w, 0);
    mcts_back_up(m, w, tree_closed_value(&m->tree, mated));
    cr_expect_eq(won->distance, 5, "%d", won->distance);
    cr_expect_eq(lost->distance, 8, "%d, not 6: the other answer lasts longer", lost->distance);
    cr_expect_eq(root->distance, 9, "%d", root->distance);
    leave(mated, NODE_LOST, 6);
    mcts_back_up(m, w, tree_closed_value(&m->tree, mated));
    cr_expect_eq(won->distance, 5, "no distance grows");
    cr_expect_eq(root->distance, 9);
}
