#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "mcts_tree.h"

static mcts_tree tree;

static void begin(size_t bytes)
{
    attacks_init(true);
    position pos;
    line game;
    cr_assert(fen_parse(&pos, FEN_START, NULL, NULL));
    line_start(&game, &pos);
    cr_assert(tree_init(&tree, bytes, NULL));
    tree_reset(&tree, &pos, &game);
}

static void end(void)
{
    tree_free(&tree);
}

/* Made-up moves whose priors fall evenly. */
static void make_moves(move moves[], float priors[], int count)
{
    for (int i = 0; i < count; i++) {
        moves[i] = (move)(i + 1);
        priors[i] = (float)(count - i) / (float)(count * (count + 1) / 2);
    }
}

/* Expands a node with such moves; `wanted` of them get edges. */
static bool expand_evenly(mcts_node *node, int count, int wanted)
{
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    make_moves(moves, priors, count);
    return tree_expand(&tree, node, moves, priors, count, wanted);
}

/* Gives an expanded node more edges. */
static bool extend_evenly(mcts_node *node)
{
    move moves[MOVES_MAX];
    float priors[MOVES_MAX];
    const edge_block *block = tree_edges(&tree, node);
    const int count = block->count, doubled = 2 * block->stored;
    make_moves(moves, priors, count);
    return tree_extend(&tree, node, moves, priors, count, doubled < count ? doubled : count);
}

Test(mcts_tree, edges_are_sorted_by_prior_and_none_is_zero, .fini = end)
{
    begin(1 << 20);
    const move moves[5] = {1, 2, 3, 4, 5};
    const float priors[5] = {0.1f, 0.0f, 0.5f, 0.1f, 0.3f};
    cr_assert(tree_expand(&tree, &tree.root, moves, priors, 5, 5));
    const edge_block *block = tree_edges(&tree, &tree.root);
    const move expected[5] = {3, 5, 1, 4, 2};
    for (int i = 0; i < 5; i++) {
        cr_expect_eq(block->edge[i].move, expected[i]);
        cr_expect_gt(block->edge[i].prior, 0);
    }
}

/* The edges are those of the best moves, and a block grows by those that come next. */
Test(mcts_tree, edges_come_when_they_are_needed, .fini = end)
{
    begin(1 << 20);
    enum { MOVES = 50 };
    move moves[MOVES];
    float priors[MOVES];
    for (int i = 0; i < MOVES; i++) {
        moves[i] = (move)(i + 1);
        priors[i] = (float)((i * 7) % MOVES + 1) / 1275.0f;
    }
    cr_assert(tree_expand(&tree, &tree.root, moves, priors, MOVES, 3));
    const edge_block *block = tree_edges(&tree, &tree.root);
    cr_assert_eq(block->stored, 7, "a unit holds seven edges");
    cr_assert_eq(block->count, MOVES);
    for (int i = 1; i <= MOVES; i++) {
        block = tree_edges(&tree, &tree.root);
        if (tree_lacks_edges(block, &tree.root)) {
            const int stored = block->stored, wanted = 2 * stored < MOVES ? 2 * stored : MOVES;
            cr_assert(tree_extend(&tree, &tree.root, moves, priors, MOVES, wanted));
            block = tree_edges(&tree, &tree.root);
            cr_assert_geq(block->stored, wanted);
        }
        cr_assert_eq((block->edge[i - 1].move - 1) * 7 % MOVES, MOVES - i, "edge %d", i);
        tree_add_child(&tree, &tree.root)->visits = (uint32_t)i;
    }
    cr_expect_eq(block->stored, MOVES);
    cr_expect_not(tree_lacks_edges(block, &tree.root));
    for (uint32_t i = 0; i < MOVES; i++) {
        cr_expect_eq(tree_children(&tree, &tree.root)[i].visits, i + 1);
    }
}

/* Fresh priors decide which edges come next; visited edges keep their places and priors. */
Test(mcts_tree, more_edges_have_the_priors_of_their_time, .fini = end)
{
    begin(1 << 20);
    const move moves[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const float before[9] = {.2f, .18f, .15f, .13f, .1f, .09f, .08f, .04f, .03f};
    const float now[9] = {.02f, .03f, .15f, .13f, .1f, .09f, .08f, .1f, .3f};
    cr_assert(tree_expand(&tree, &tree.root, moves, before, 9, 7));
    for (int i = 0; i < 7; i++) {
        cr_assert_not_null(tree_add_child(&tree, &tree.root));
    }
    cr_assert(tree_extend(&tree, &tree.root, moves, now, 9, 9));
    const edge_block *block = tree_edges(&tree, &tree.root);
    cr_expect_eq(block->edge[0].move, 1);
    cr_expect_eq(block->edge[0].prior, (uint16_t)(.2f * 65535.0f + .5f));
    cr_expect_eq(block->edge[7].move, 9);
    cr_expect_eq(block->edge[8].move, 8);
}

Test(mcts_tree, relabel_sorts_only_what_was_not_visited, .fini = end)
{
    begin(1 << 20);
    const move moves[4] = {1, 2, 3, 4};
    const float first[4] = {0.4f, 0.3f, 0.2f, 0.1f};
    const float second[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    cr_assert(tree_expand(&tree, &tree.root, moves, first, 4, 4));
    tree_add_child(&tree, &tree.root)->visits = 7;
    tree_add_child(&tree, &tree.root)->visits = 3;
    tree_relabel(&tree, &tree.root, moves, second, 4);
    const edge_block *block = tree_edges(&tree, &tree.root);
    const move expected[4] = {1, 2, 4, 3};
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(block->edge[i].move, expected[i]);
    }
    cr_expect_lt(block->edge[0].prior, block->edge[1].prior, "new priors, old places");
    cr_expect_eq(tree_children(&tree, &tree.root)[0].visits, 7);
    cr_expect_eq(tree_children(&tree, &tree.root)[1].visits, 3);
}

Test(mcts_tree, children_keep_what_they_hold_while_their_block_grows, .fini = end)
{
    begin(1 << 20);
    cr_assert(expand_evenly(&tree.root, 200, 200));
    for (uint32_t i = 0; i < 200; i++) {
        mcts_node *child = tree_add_child(&tree, &tree.root);
        cr_assert_not_null(child);
        cr_assert_eq(child->visits, 0);
        child->visits = i + 1;
    }
    for (uint32_t i = 0; i < 200; i++) {
        cr_expect_eq(tree_children(&tree, &tree.root)[i].visits, i + 1);
    }
    tree_collapse(&tree, &tree.root);
    cr_expect_eq(tree.root.edges, 0);
}

/* Adds playout-like growth below random nodes until memory is out, then lets the collector run: no
 * unit may be lost, whatever was collapsed. */
static uint32_t count_units(const mcts_node *node)
{
    if (!node->edges) {
        return 0;
    }
    const edge_block *block = tree_edges(&tree, node);
    uint32_t units =
        arena_units_for(sizeof *block + block->stored * sizeof(mcts_edge)) + block->child_capacity;
    for (int i = 0; i < node->child_count; i++) {
        units += count_units(&tree_children(&tree, node)[i]);
    }
    return units;
}

static void grow_once(void)
{
    mcts_node *node = &tree.root;
    for (int depth = 0; depth < 40; depth++) {
        node->visits++;
        if (!node->edges) {
            expand_evenly(node, 20 + rand() % 30, 7);
            return;
        }
        if (tree_lacks_edges(tree_edges(&tree, node), node) && !extend_evenly(node)) {
            return;
        }
        int width = tree_edges(&tree, node)->count;
        int choice = rand() % 3 ? 0 : rand() % width;
        if (choice >= node->child_count) {
            mcts_node *child = tree_add_child(&tree, node);
            if (child) {
                child->visits = 1;
            }
            return;
        }
        node = &tree_children(&tree, node)[choice];
    }
}

Test(mcts_tree, a_full_tree_gives_memory_back_and_loses_none, .fini = end)
{
    begin(1 << 20);
    srand(4);
    int counted = 0;
    for (int i = 0; i < 300000; i++) {
        grow_once();
        tree_make_room(&tree);
        if (i % 10000 == 0 && !tree.orphans) {
            cr_assert_eq(count_units(&tree.root), tree.arena.taken, "at step %d", i);
            counted += tree.root.visits > 1000;
        }
    }
    cr_expect_gt(counted, 5, "units were counted %d times", counted);
    cr_expect_gt(tree.arena.taken, tree.arena.unit_count / 4, "the tree uses its memory");
    cr_expect_gt(arena_left(&tree.arena), 0);
}

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
    begin(1 << 20);
    const move e2e4 = move_of(12, 28, MOVE_PLAIN), e7e5 = move_of(52, 36, MOVE_PLAIN);
    const float all = 1.0f;
    cr_assert(tree_expand(&tree, &tree.root, &e2e4, &all, 1, 1));
    tree.root.visits = 10;
    mcts_node *child = tree_add_child(&tree, &tree.root);
    child->visits = 9;
    cr_assert(tree_expand(&tree, child, &e7e5, &all, 1, 1));
    tree_add_child(&tree, child)->visits = 8;
    *pos = tree.position;
    *game = tree.game;
}

Test(mcts_tree, advance_keeps_the_subtree_of_a_game_that_goes_on, .fini = end)
{
    position pos;
    line game;
    make_two_plies(&pos, &game);
    play(&pos, &game, (const char *const[]){"e2e4", "e7e5"}, 2);
    tree_advance(&tree, &pos, &game);
    cr_expect_eq(tree.root.visits, 8);
    cr_expect_eq(tree.position.key, pos.key);
}

Test(mcts_tree, advance_forgets_after_a_takeback_or_a_jump, .fini = end)
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

Test(mcts_tree, advance_compares_the_repetition_history, .fini = end)
{
    begin(1 << 20);
    position pos = tree.position;
    line game = tree.game;
    tree.root.visits = 10;
    const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    play(&pos, &game, shuffle, 4);
    /* The same board, but one repetition on. */
    tree_advance(&tree, &pos, &game);
    cr_expect_eq(tree.root.visits, 0);
}
