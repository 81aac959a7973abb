#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/movegen.h"
#include "mcts_tree.h"
#include "tree_fixture.h"

/* Opens the next moves of the root; their visits tell them apart. */
static void open_moves(int count)
{
    for (int i = 0; i < count; i++) {
        mcts_node *child = tree_fixture_open(&tree.root);
        child->visits = (uint32_t)tree_visited(&tree, &tree.root);
    }
}

/* The root's stored moves are these, in that order. */
static void expect_moves(const move expected[], int count)
{
    cr_assert_eq(tree_block(&tree, &tree.root)->stored, count);
    for (int i = 0; i < count; i++) {
        const move found = tree_child(&tree, &tree.root, i)->move;
        cr_expect_eq(found, expected[i], "%d at place %d", found, i);
    }
}

static uint16_t units(float prior)
{
    return (uint16_t)(prior * (float)PRIOR_ONE + 0.5f);
}

Test(mcts_tree, moves_are_sorted_by_prior_and_none_is_zero, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    const move moves[5] = {1, 2, 3, 4, 5};
    const float priors[5] = {0.1f, 0.0f, 0.5f, 0.1f, 0.3f};
    cr_assert(tree_expand(&tree, &store, &tree.root, moves, priors, 5, 5));
    expect_moves((const move[]){3, 5, 1, 4, 2}, 5);
    for (int i = 0; i < 5; i++) {
        const mcts_node *child = tree_child(&tree, &tree.root, i);
        cr_expect_gt(child->prior, 0);
        cr_expect(!child->visits && !child->block && child->state == NODE_NEW);
    }
    cr_expect_eq(tree_visited(&tree, &tree.root), 0);
}

/* The values 0.5, 0.7, 0.4 and 0.9 have the mean 0.625 and the variance 0.036875. */
Test(mcts_tree, the_spread_is_the_variance_of_the_playouts, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    tree_fixture_playout(&tree.root, 0.5f, 0.0f);
    tree_enter(&tree, &tree.root, 1);
    cr_assert(tree_fixture_expand(&tree.root, 5, 5));
    const tree_playouts second = tree_one_playout(0.7f, 0.0f);
    tree_learn(&tree, &tree.root, &second);
    cr_expect_float_eq(tree_block(&tree, &tree.root)->spread, 0.01f, 1e-6);
    tree_fixture_playout(&tree.root, 0.4f, 0.0f);
    tree_fixture_playout(&tree.root, 0.9f, 0.0f);
    cr_expect_float_eq(tree_block(&tree, &tree.root)->spread, 0.036875f, 1e-6);
    tree.usual_spread = 0.02f;
    tree_collapse(&tree, &tree.root);
    cr_assert(tree_fixture_expand(&tree.root, 5, 5));
    cr_expect_eq(tree_block(&tree, &tree.root)->spread, 0.02f, "what was forgotten is usual");
}

/* The stored moves are the best ones, and another block brings those that come next. Nodes stay
 * where they are. */
Test(mcts_tree, moves_come_when_they_are_needed, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    enum { MOVES = 50 };
    move moves[MOVES];
    float priors[MOVES];
    const mcts_node *place[MOVES];
    for (int i = 0; i < MOVES; i++) {
        moves[i] = (move)(i + 1);
        priors[i] = (float)((i * 7) % MOVES + 1) / 1275.0f;
    }
    cr_assert(tree_expand(&tree, &store, &tree.root, moves, priors, MOVES, 3));
    const node_block *block = tree_block(&tree, &tree.root);
    cr_assert_eq(block->stored, 5, "two units hold five moves");
    cr_assert_eq(tree.arena.taken, 2);
    cr_assert_eq(block->count, MOVES);
    int blocks = 1;
    for (int i = 1; i <= MOVES; i++) {
        if (tree_lacks_moves(block)) {
            const int stored = block->stored, wanted = 2 * stored < MOVES ? 2 * stored : MOVES;
            cr_assert(tree_extend(&tree, &store, &tree.root, moves, priors, MOVES, stored));
            cr_assert_geq(block->stored, wanted);
            blocks++;
        }
        mcts_node *child = tree_fixture_open(&tree.root);
        cr_assert_eq(child, tree_child(&tree, &tree.root, i - 1));
        cr_assert_eq(block->visited, i);
        cr_assert_eq((child->move - 1) * 7 % MOVES, MOVES - i, "move %d", i);
        cr_assert_eq(child->prior, units(priors[child->move - 1]));
        child->visits = (uint32_t)i;
        place[i - 1] = child;
        /* What is below a node takes memory between the blocks. */
        cr_assert(tree_fixture_expand(child, 7, 5));
    }
    cr_expect_eq(block->stored, MOVES);
    cr_expect_not(tree_lacks_moves(block));
    for (int i = 0; i < MOVES; i++) {
        cr_expect_eq(tree_child(&tree, &tree.root, i), place[i]);
        cr_expect_eq(place[i]->visits, (uint32_t)i + 1);
    }
    int held = 0, links = 0;
    for (arena_index i = tree.root.block; i; links++) {
        const node_block *part = arena_at(&tree.arena, i);
        held += part->held;
        i = part->more;
    }
    cr_expect_eq(held, MOVES);
    cr_expect_eq(links, blocks);
    cr_expect_gt(blocks, 3);
}

/* Fresh priors decide which moves come next; those that are stored keep their places and priors,
 * visited or not. */
Test(mcts_tree, more_moves_have_the_priors_of_their_time, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    const move moves[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const float before[9] = {.2f, .18f, .15f, .13f, .12f, .09f, .07f, .04f, .02f};
    const float now[9] = {.02f, .03f, .05f, .01f, .2f, .09f, .08f, .1f, .42f};
    cr_assert(tree_expand(&tree, &store, &tree.root, moves, before, 9, 5));
    open_moves(3);
    const node_block *block = tree_block(&tree, &tree.root);
    const uint8_t gini = block->gini;
    cr_expect_eq(gini, (uint8_t)((1.0f - 0.1412f) * TREE_GINI_ONE));
    cr_assert(tree_extend(&tree, &store, &tree.root, moves, now, 9, 4));
    expect_moves((const move[]){1, 2, 3, 4, 5, 9, 8, 6, 7}, 9);
    for (int i = 0; i < 9; i++) {
        const mcts_node *child = tree_child(&tree, &tree.root, i);
        const int of = child->move - 1;
        const float prior = i < 5 ? before[of] : now[of];
        cr_expect_eq(child->prior, units(prior), "move %d", child->move);
        cr_expect_eq(child->visits, i < 3 ? (uint32_t)(i + 1) : 0);
    }
    cr_expect_eq(block->visited, 3);
    cr_expect_lt(block->gini, gini, "fresh priors are more concentrated");
}

/* Unvisited moves may go to another block. */
Test(mcts_tree, moves_are_sorted_across_blocks, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    cr_assert(tree_fixture_expand(&tree.root, 10, 5));
    open_moves(2);
    cr_assert(tree_fixture_extend(&tree.root));
    move moves[10];
    float priors[10], reversed[10];
    tree_fixture_moves(moves, priors, 10);
    for (int i = 0; i < 10; i++) {
        reversed[i] = priors[9 - i];
    }
    tree_relabel(&tree, &tree.root, moves, reversed, 10);
    expect_moves((const move[]){1, 2, 10, 9, 8, 7, 6, 5, 4, 3}, 10);
    cr_expect_eq(tree_child(&tree, &tree.root, 1)->visits, 2);
    for (int i = 2; i < 10; i++) {
        const mcts_node *child = tree_child(&tree, &tree.root, i);
        cr_expect_eq(child->prior, units(reversed[child->move - 1]));
        cr_expect_eq(child->visits, 0);
    }
    /* From the third on; move 10 is last again. */
    const float later[8] = {.01f, .08f, .07f, .06f, .05f, .04f, .03f, .02f};
    tree_refresh(&tree, &tree.root, 2, later);
    expect_moves((const move[]){1, 2, 9, 8, 7, 6, 5, 4, 3, 10}, 10);
    cr_expect_eq(tree_child(&tree, &tree.root, 0)->prior, units(reversed[0]));
    cr_expect_eq(tree_child(&tree, &tree.root, 9)->prior, units(.01f));
}

/* A node stays as it is if memory for its moves is out. */
Test(mcts_tree, a_refused_block_asks_for_room, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    cr_assert(tree_fixture_expand(&tree.root, 30, 5));
    mcts_node *child = tree_fixture_open(&tree.root);
    cr_assert_neq(arena_take(&tree.arena, arena_left(&tree.arena)), 0);
    cr_expect_not(tree_fixture_expand(child, 30, 5));
    cr_expect_eq(child->block, 0);
    cr_expect(tree.starved);
    tree.starved = false;
    cr_expect_not(tree_fixture_extend(&tree.root));
    cr_expect(tree.starved);
    const node_block *block = tree_block(&tree, &tree.root);
    cr_expect(block->stored == 5 && block->visited == 1 && !block->more);
}

/* ---- Means ---- */

/* A node before its expansion has units of draws. The first playouts are worth 0.25. */
Test(mcts_tree, draws_are_counted_in_units_until_expansion, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    mcts_node *root = &tree.root;
    tree_fixture_playout(root, 0.25f, 0.3f);
    cr_expect_eq(root->visits, 1);
    cr_expect_eq(root->value, 0.25f);
    cr_expect_eq(root->draw, 77, "0.3 are 76.5 units");
    cr_expect_float_eq(tree_draw(&tree, root), 0.3, 0.5 / NODE_DRAW_ONE + 1e-6);
    tree_fixture_playout(root, 0.75f, 0.9f);
    cr_expect_eq(root->value, 0.5f);
    cr_expect_float_eq(tree_draw(&tree, root), 0.6, 1.0 / NODE_DRAW_ONE);
    for (int unit = 0; unit <= NODE_DRAW_ONE; unit++) {
        const float draw = (float)unit / NODE_DRAW_ONE;
        tree_set_means(&tree, root, 0.5, draw);
        cr_assert_eq(root->draw, unit);
        cr_assert_eq(tree_draw(&tree, root), draw);
    }
    /* From here on they are exact. */
    cr_assert(tree_fixture_expand(root, 10, 5));
    cr_expect_eq(tree_draw(&tree, root), 1.0f);
    tree_fixture_playout(root, 0.5f, 0.0f);
    cr_expect_float_eq(tree_draw(&tree, root), 2.0 / 3.0, 1e-6);
    tree_set_means(&tree, root, 0.5, 0.1234567f);
    cr_expect_eq(tree_draw(&tree, root), 0.1234567f);
}

/* After this number of playouts, floats alone would no longer change. */
Test(mcts_tree, an_expanded_node_has_its_exact_mean, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    enum { PLAYOUTS = 3000000 };
    mcts_node *root = &tree.root;
    tree_fixture_playout(root, 0.3f, 0.0f);
    cr_assert(tree_fixture_expand(root, 10, 5));
    const node_block *block = tree_block(&tree, root);
    cr_assert_eq(block->value, root->value);
    double sum = root->value;
    for (int i = 1; i < PLAYOUTS; i++) {
        const float value = (float)(i % 1000) / 1000.0f;
        sum += value;
        tree_fixture_playout(root, value, 0.0f);
        cr_assert_eq(root->value, (float)block->value);
    }
    cr_expect_eq(root->visits, PLAYOUTS);
    cr_expect_float_eq(block->value, sum / PLAYOUTS, 1e-12);
    cr_expect_eq(tree_draw(&tree, root), 0.0f);
    tree_set_means(&tree, root, 1.0 / 3.0, 0.0f);
    cr_expect_eq(block->value, 1.0 / 3.0);
    cr_expect_eq(root->value, (float)(1.0 / 3.0));
}

Test(mcts_tree, collapse_keeps_what_a_node_is_worth, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    const uint32_t empty = tree.arena.taken;
    cr_assert(tree_fixture_expand(&tree.root, 10, 5));
    mcts_node *child = tree_fixture_open(&tree.root);
    const mcts_node before = *child;
    for (int i = 0; i < 10; i++) {
        tree_fixture_playout(child, 0.1f * (float)i, i ? 0.4f : 0.9f);
        if (i == 0) {
            cr_assert(tree_fixture_expand(child, 20, 5));
        }
    }
    child->net_logit = -1234;
    cr_assert(tree_fixture_extend(child));
    cr_assert(tree_fixture_expand(tree_fixture_open(child), 20, 20));
    const float value = child->value, draw = tree_draw(&tree, child);
    const uint32_t held = tree.arena.taken;
    tree_collapse(&tree, child);
    cr_expect_eq(child->block, 0);
    cr_expect_eq(child->value, value);
    cr_expect_float_eq(value, 0.45, 1e-6);
    cr_expect_float_eq(tree_draw(&tree, child), draw, 0.5 / NODE_DRAW_ONE + 1e-6);
    cr_expect_eq(child->visits, 10);
    cr_expect_eq(child->net_logit, -1234);
    cr_expect(child->move == before.move && child->prior == before.prior);
    tree.starved = true;
    tree_make_room(&tree);
    cr_expect_lt(tree.arena.taken, held);
    cr_expect_eq(tree.arena.taken - empty, 2, "the root's block is left");
    cr_assert(tree_fixture_expand(child, 20, 5));
    cr_expect_eq(tree_block(&tree, child)->value, value);
    cr_expect_eq(tree_visited(&tree, child), 0);
}

/* ---- Memory ---- */

/* Adds playout-like growth below random nodes until memory is out, then lets the collector run: no
 * unit may be lost, whatever was collapsed. */
static void grow_once(void)
{
    mcts_node *node = &tree.root;
    for (int depth = 0; depth < 40; depth++) {
        node->visits++;
        if (!node->block) {
            tree_fixture_expand(node, 20 + rand() % 30, 5);
            return;
        }
        if (tree_lacks_moves(tree_block(&tree, node)) && !tree_fixture_extend(node)) {
            return;
        }
        const int width = tree_block(&tree, node)->count;
        const int choice = rand() % 3 ? 0 : rand() % width;
        if (choice >= tree_visited(&tree, node)) {
            tree_fixture_open(node)->visits = 1;
            return;
        }
        node = tree_child(&tree, node, choice);
    }
}

Test(mcts_tree, a_full_tree_gives_memory_back_and_loses_none, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    srand(4);
    int counted = 0;
    for (int i = 0; i < 300000; i++) {
        grow_once();
        tree_make_room(&tree);
        if (i % 10000 == 0 && !tree.orphans) {
            cr_assert_eq(tree_fixture_units(&tree.root), tree.arena.taken, "at step %d", i);
            counted += tree.root.visits > 1000;
        }
    }
    cr_expect_gt(counted, 5, "units were counted %d times", counted);
    cr_expect_gt(tree.arena.taken, tree.arena.unit_count / 4, "the tree uses its memory");
    cr_expect_gt(arena_left(&tree.arena), 0);
}

/* Opens the next move of a node: proven after two visits, `distance` plies from the mate. */
static mcts_node *prove_next(mcts_node *node, node_state state, int distance)
{
    mcts_node *child = tree_fixture_open(node);
    child->visits = 2;
    tree_close_proven(child, state, distance);
    if (distance > 0) {
        cr_assert(tree_fixture_expand(child, 2, 2));
    }
    return child;
}

/* A pass over a tree with a mate in two that was proven in few visits, behind a node that is
 * visited often. What does not lie on its line may go. */
Test(mcts_tree, the_line_of_a_mate_is_kept_to_its_end, .fini = tree_fixture_end)
{
    tree_fixture_begin(1 << 20);
    cr_assert(tree_fixture_expand(&tree.root, 2, 2));
    mcts_node *often = tree_fixture_open(&tree.root);
    cr_assert(tree_fixture_expand(often, 3, 3));
    tree.root.visits = often->visits = 1 << 30;
    mcts_node *won = prove_next(often, NODE_WON, 3);
    mcts_node *lost = prove_next(won, NODE_LOST, 2);
    mcts_node *slower = prove_next(won, NODE_LOST, 4);
    mcts_node *mates = prove_next(lost, NODE_WON, 1);
    prove_next(mates, NODE_LOST, 0);
    mcts_node *by_tables = prove_next(often, NODE_WON, TREE_BY_TABLES + 3);
    mcts_node *open = tree_fixture_open(often);
    open->visits = 2;
    cr_assert(tree_fixture_expand(open, 2, 2));
    tree.starved = true;
    tree_make_room(&tree);
    cr_expect_not(tree.starved, "something was freed");
    cr_assert(won->block && lost->block && mates->block, "the line is there");
    cr_expect_eq(tree_best_child(&tree, mates), 0, "and its last move");
    cr_expect_not(slower->block, "a slower mate is not shown");
    cr_expect_not(by_tables->block, "the tables have no line");
    cr_expect_not(open->block);

    /* The line goes with the node above it. */
    tree.threshold = often->visits;
    tree.starved = true;
    tree_make_room(&tree);
    cr_expect_not(often->block);
    cr_expect_eq(tree_fixture_units(&tree.root), tree.arena.taken);
}
