/* Tests that a draw by repetition belongs to a path: the node of a position that repeated one
 * before the present root is no longer a draw. */
#include <criterion/criterion.h>

#include "chess/movegen.h"
#include "walk_fixture.h"

TestSuite(mcts_repetition, .init = walk_begin, .fini = walk_end);

/* Blocked pawns, so that kings alone move, along their own edges, and come back. */
static const char kings[] = "k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1";

/* The node behind a line from the root; NULL if the tree does not reach it. */
static mcts_node *node_behind(const char *const played[], int length)
{
    mcts_node *node = &m->tree.root;
    position pos = m->tree.position;
    for (int i = 0; i < length; i++) {
        const move wanted = gen_from_uci(&pos, played[i]);
        int child = 0;
        const int visited = tree_visited(&m->tree, node);
        while (child < visited && tree_child(&m->tree, node, child)->move != wanted) {
            child++;
        }
        if (child == visited) {
            return NULL;
        }
        pos_make(&pos, wanted);
        node = tree_child(&m->tree, node, child);
    }
    return node;
}

static void advance(const char *const moves[], int count)
{
    for (int i = 0; i < count; i++) {
        fixture_play(moves[i]);
    }
    tree_advance(&m->tree, &f.position, &f.game);
    mcts_walk_begin(m->walks[0], &m->tree.position, &m->tree.game, &m->tree.root);
}

/* Every node's mean is that of its own first visit and of its children. */
static void expect_sums(const mcts_node *node)
{
    uint64_t visits = 0;
    for (int i = 0; i < tree_visited(&m->tree, node); i++) {
        const mcts_node *child = tree_child(&m->tree, node, i);
        visits += child->visits;
        if (child->block) {
            expect_sums(child);
        }
    }
    cr_expect_eq(visits + 1, node->visits);
}

static const char *const cycle[] = {"a1b1", "a8b8", "b1a1", "b8a8"};

Test(mcts_repetition, what_repeats_only_what_stood_before_the_new_root_is_open_again)
{
    walk_grow(kings, 3000);
    const mcts_node *repeated = node_behind(cycle, 4);
    cr_assert_not_null(repeated);
    cr_expect(repeated->state == NODE_REPEATED && repeated->value == 0.5f && !repeated->block);
    const uint32_t draws = repeated->visits;
    const uint32_t visits = node_behind(cycle, 2)->visits;
    const mcts_node *between = node_behind(cycle, 3);
    const node_block *block = tree_block(&m->tree, between);
    const double left = between->visits - draws;
    const double mean = (block->value * between->visits - 0.5 * draws) / left;
    const double drawn = ((double)block->draw * between->visits - draws) / left;
    cr_assert_gt(draws, 0);
    advance(cycle, 2);

    const mcts_node *opened = node_behind(cycle + 2, 2);
    cr_assert_not_null(opened);
    cr_expect_eq(opened->state, NODE_NEW);
    cr_expect_eq(opened->visits, 0);
    cr_expect_lt(m->tree.root.visits, visits, "draws of this path are taken back");
    between = node_behind(cycle + 2, 1);
    cr_expect_float_eq(tree_block(&m->tree, between)->value, mean, 1e-9);
    cr_expect_eq(between->value, (float)tree_block(&m->tree, between)->value);
    cr_expect_float_eq(tree_draw(&m->tree, between), drawn, 1e-5);
    cr_expect_gt(opened->prior, 0, "it keeps its prior");
    expect_sums(&m->tree.root);
    for (int i = 0; i < 3000; i++) {
        walk_playout();
    }
    opened = node_behind(cycle + 2, 2);
    cr_expect_gt(opened->visits, 1);
    cr_expect_neq(opened->block, 0, "it has moves of its own");
    cr_expect_neq(opened->value, 0.5, "the net was asked");
}

/* Nearly all playouts were draws that are taken back, and the means of as many are rounded. */
Test(mcts_repetition, what_is_left_of_many_draws_is_a_share)
{
    enum { MANY = SLOW_BUILD ? 100000 : 1000000 };
    walk_grow(kings, 3000);
    mcts_node *repeated = node_behind(cycle, 4);
    const tree_playouts drawn = tree_one_playout(0.5f, 1.0f);
    for (int i = 0; i < MANY; i++) {
        for (int plies = 0; plies <= 4; plies++) {
            mcts_node *node = node_behind(cycle, plies);
            tree_enter(&m->tree, node, 1);
            tree_learn(&m->tree, node, &drawn);
        }
    }
    cr_assert_gt(repeated->visits, MANY);
    advance(cycle, 2);
    for (int plies = 0; plies <= 2; plies++) {
        const mcts_node *node = node_behind(cycle + 2, plies);
        const float draw = tree_draw(&m->tree, node);
        cr_expect(draw >= 0.0f && draw <= 1.0f, "%f at ply %d", (double)draw, plies);
        cr_expect(node->value > 0.0f && node->value < 1.0f, "%f", (double)node->value);
    }
    const mcts_node *between = node_behind(cycle + 2, 1), *opened = node_behind(cycle + 2, 2);
    cr_expect_float_eq(opened->value, 1.0f - between->value, 1e-6);
    cr_expect_float_eq(tree_draw(&m->tree, opened), tree_draw(&m->tree, between), 1.0 / 255.0);
    expect_sums(&m->tree.root);
}

/* The new root itself, and what repeats it or what came after it, stays a draw. */
Test(mcts_repetition, what_repeats_the_new_root_is_still_a_draw)
{
    walk_grow(kings, 6000);
    static const char *const longer[] = {"a1b1", "a8b8", "b1c1", "b8c8", "c1b1", "c8b8"};
    const mcts_node *repeated = node_behind(longer, 6);
    cr_assert_not_null(repeated);
    cr_assert_eq(repeated->state, NODE_REPEATED);
    const uint32_t visits = repeated->visits;
    advance(longer, 2);
    repeated = node_behind(longer + 2, 4);
    cr_assert_not_null(repeated);
    cr_expect_eq(repeated->state, NODE_REPEATED, "it stood at the new root");
    cr_expect_eq(repeated->visits, visits);
    advance(longer + 2, 1);
    cr_expect_eq(node_behind(longer + 3, 3)->state, NODE_NEW, "and not after it");
    expect_sums(&m->tree.root);
}

/* A repetition that is played becomes the root, and the net is asked. */
Test(mcts_repetition, a_repeated_position_becomes_the_root)
{
    walk_grow(kings, 3000);
    tree_reset(&m->tree, &f.position, &f.game);
    mcts_value_root(m);
    m->tree.root.state = NODE_REPEATED;
    m->tree.root.value = 0.5;
    advance(NULL, 0);
    cr_expect_eq(m->tree.root.state, NODE_NEW);
    mcts_value_root(m);
    cr_expect_eq(m->tree.root.state, NODE_OPEN);
    cr_expect_eq(m->tree.root.visits, 1);
    cr_expect_neq(m->tree.root.value, 0.5);
}
