/* Tests what a tree keeps when the game goes on. */
#include <criterion/criterion.h>

#include "chess/movegen.h"
#include "mcts_tree.h"
#include "tree_fixture.h"

/* Plays UCI moves on a position and its line. */
static void play(position *pos, line *game, const char *const moves[], int count)
{
    for (int i = 0; i < count; i++) {
        move m = gen_from_uci(pos, moves[i]);
        cr_assert_neq(m, MOVE_NONE);
        line_play(game, pos, m);
    }
}

/* A root with one visited child, whose own child is visited too: e2e4 e7e5. */
static void make_two_plies(position *pos, line *game)
{
    tree_fixture_begin(1 << 20);
    const move e2e4 = move_of(12, 28, MOVE_PLAIN), e7e5 = move_of(52, 36, MOVE_PLAIN);
    const float all = 1.0f;
    cr_assert(tree_expand(&tree, &store, &tree.root, &e2e4, &all, 1, 1));
    tree.root.visits = 10;
    mcts_node *child = tree_fixture_open(&tree.root);
    child->visits = 9;
    cr_assert(tree_expand(&tree, &store, child, &e7e5, &all, 1, 1));
    tree_fixture_open(child)->visits = 8;
    *pos = tree.position;
    *game = tree.game;
}

Test(mcts_tree_advance, it_keeps_the_subtree_of_a_game_that_goes_on, .fini = tree_fixture_end)
{
    position pos;
    line game;
    make_two_plies(&pos, &game);
    play(&pos, &game, (const char *const[]){"e2e4", "e7e5"}, 2);
    mcts_node *node = tree_child(&tree, tree_child(&tree, &tree.root, 0), 0);
    cr_assert(tree_fixture_expand(node, 30, 5));
    cr_assert(tree_fixture_extend(node));
    tree_set_means(&tree, node, 1.0 / 3.0, 0.123f);
    node->net_logit = 77;
    const mcts_node *below = tree_fixture_open(node);
    tree_advance(&tree, &pos, &game);
    cr_expect_eq(tree.root.visits, 8);
    cr_expect_eq(tree.position.key, pos.key);
    cr_expect_eq(tree.root.move, MOVE_NONE);
    cr_expect_eq(tree.root.net_logit, 77);
    cr_expect_eq(tree_block(&tree, &tree.root)->value, 1.0 / 3.0);
    cr_expect_eq(tree_draw(&tree, &tree.root), 0.123f);
    cr_expect_eq(tree_child(&tree, &tree.root, 0), below, "nodes do not move");
    tree.starved = true;
    tree_make_room(&tree);
    cr_expect_eq(tree.orphans, 0);
    cr_expect_eq(tree.arena.taken, tree_fixture_units(&tree.root), "the rest is reclaimed");
}

Test(mcts_tree_advance, it_forgets_after_a_takeback_or_a_jump, .fini = tree_fixture_end)
{
    position pos;
    line game;
    make_two_plies(&pos, &game);
    position one = pos;
    line short_game = game;
    play(&one, &short_game, (const char *const[]){"e2e4"}, 1);
    tree_advance(&tree, &one, &short_game);
    cr_expect_eq(tree.root.visits, 9);
    tree_advance(&tree, &pos, &game);
    cr_expect_eq(tree.root.visits, 0, "a takeback");
    cr_expect_eq(tree.position.key, pos.key);
}

Test(mcts_tree_advance, it_compares_the_repetition_history, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    position pos = tree.position;
    line game = tree.game;
    tree.root.visits = 10;
    const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    play(&pos, &game, shuffle, 4);
    /* The same board, but one repetition on. */
    tree_advance(&tree, &pos, &game);
    cr_expect_eq(tree.root.visits, 0);
}
