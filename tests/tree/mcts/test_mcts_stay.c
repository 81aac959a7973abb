/* Tests that a chosen child has the next playouts too, that the walk finds its way there without
 * the root, and what ends a stay. */
#include <criterion/criterion.h>

#include "walk_fixture.h"

TestSuite(mcts_stay, .init = walk_begin, .fini = walk_end);

static mcts_walk *grow(const char *fen, int part, int most)
{
    f.options.params.mcts_stay_part = part;
    f.options.params.mcts_stay_most = most;
    walk_grow(fen, 0);
    return m->walks[0];
}

/* The playouts of each stay at a child of the root. */
static void expect_stays(uint32_t part, uint32_t most)
{
    mcts_walk *w = grow(FIXTURE_KIWIPETE, (int)part, (int)most);
    uint32_t stays = 0, left = 0, longest = 0;
    mcts_node *last = NULL;
    for (int i = 0; i < 5000; i++) {
        mcts_playout(m, w);
        mcts_node *child = w->step[1].node;
        if (left) {
            cr_assert_eq(child, last, "at playout %d, %u left", i, left);
            left--;
            continue;
        }
        const uint32_t before = child->visits - 1;
        left = before / part < most ? before / part : most;
        longest = left > longest ? left : longest;
        stays += left > 0;
        last = child;
    }
    cr_expect_gt(stays, 5);
    cr_expect(longest == most || longest > 30, "%u playouts", longest);
}

Test(mcts_stay, a_chosen_child_has_a_part_of_its_visits_more_up_to_a_limit)
{
    expect_stays(8, 1000);
    expect_stays(8, 20);
}

Test(mcts_stay, without_it_each_playout_chooses)
{
    mcts_walk *w = grow(FIXTURE_KIWIPETE, 0, 64);
    for (int i = 0; i < 3000; i++) {
        mcts_playout(m, w);
        for (int ply = 0; ply < w->length; ply++) {
            cr_assert_eq(w->step[ply].stay, 0);
        }
    }
}

static void expect_same_keys(const correction_keys *a, const correction_keys *b)
{
    cr_assert_eq(a->pawns, b->pawns);
    cr_assert_eq(a->minors, b->minors);
    cr_assert_arr_eq(a->non_pawns, b->non_pawns, sizeof a->non_pawns);
    cr_assert_eq(a->last, b->last);
    cr_assert_arr_eq(a->earlier, b->earlier, sizeof a->earlier);
    cr_assert_eq(a->side, b->side);
}

/* What the walk has at a step is what a walk from the root has there. */
static void expect_same(mcts_walk *w, const mcts_walk *plain, int ply)
{
    const mcts_step *step = &w->step[ply], *wanted = &plain->step[ply];
    const correction_keys keys = correction_keys_of(&wanted->position, &wanted->context);
    cr_assert_eq(step->node, wanted->node);
    cr_assert_eq(step->position.key, wanted->position.key);
    cr_assert_eq(step->position.halfmove_clock, wanted->position.halfmove_clock);
    cr_assert_arr_eq(&step->context, &wanted->context, sizeof wanted->context);
    if (ply && wanted->node->block) {
        cr_assert_eq(step->shared_key, mcts_shared_key(m, &wanted->position));
    }
    expect_same_keys(&step->keys, &keys);
    cr_assert_eq(w->path.key[w->path.length - 1 - w->length + ply], wanted->position.key);
}

Test(mcts_stay, the_walk_is_the_same_as_from_the_root)
{
    mcts_walk *w = grow(FIXTURE_KIWIPETE, 8, 64);
    int deepest = 0;
    for (int i = 0; i < 3000; i++) {
        static mcts_walk plain;
        mcts_playout(m, w);
        cr_assert_eq(w->path.length, f.game.length + w->length);
        walk_start(&plain);
        expect_same(w, &plain, 0);
        for (int ply = 0; ply < w->length; ply++) {
            mcts_node *next = w->step[ply + 1].node;
            const bitboard threats = mcts_threats(m, &plain.step[ply].position);
            mcts_walk_play(&plain, threats, next->move)->node = next;
            expect_same(w, &plain, ply + 1);
            deepest = w->step[ply].stay && ply == deepest ? ply + 1 : deepest;
        }
    }
    cr_expect_gt(deepest, 2, "stays reach down the tree");
}

/* No playout goes to a move that was proven to lose, however long its stay was. */
Test(mcts_stay, a_proof_ends_it)
{
    mcts_walk *w = grow(FIXTURE_KIWIPETE, 2, 1000);
    do {
        mcts_playout(m, w);
    } while (w->step[0].stay < 10);
    mcts_node *lost = w->step[1].node;
    mcts_flush(m, w, 0);
    const uint32_t visits = lost->visits;
    tree_close(lost, NODE_WON);
    for (int i = 0; i < 100; i++) {
        mcts_playout(m, w);
        cr_assert_neq(w->step[1].node, lost);
    }
    cr_expect_eq(lost->visits, visits);
}

/* The nodes above the next choice wait, and learn the same as without waiting. */
Test(mcts_stay, nodes_that_wait_learn_all_of_it)
{
    mcts_walk *w = grow(FIXTURE_KIWIPETE, 4, 1000);
    mcts_node *root = &m->tree.root;
    double sum = TREE_LOAD(root->value), squares = sum * sum;
    int waited = 0;
    for (int i = 0; i < 3000; i++) {
        mcts_playout(m, w);
        waited += w->step[0].pending.playouts.count > 1;
        const mcts_node *leaf = mcts_walk_last(w)->node;
        const double value =
            w->length % 2 ? 1.0 - TREE_LOAD(leaf->value) : (double)TREE_LOAD(leaf->value);
        sum += value;
        squares += value * value;
    }
    mcts_flush(m, w, 0);
    const double mean = sum / 3001;
    cr_expect_gt(waited, 1000);
    cr_expect_float_eq(TREE_LOAD(root->value), mean, 1e-5);
    cr_expect_float_eq(TREE_LOAD(tree_block(&m->tree, root)->spread), squares / 3001 - mean * mean,
                       1e-4);
    for (int i = 0; i <= w->length; i++) {
        cr_expect_eq(w->step[i].pending.playouts.count + w->step[i].pending.uncounted, 0);
    }
}

/* No stay goes beyond the visits at which the priors of its node are refreshed. */
Test(mcts_stay, it_ends_before_a_refresh)
{
    f.options.techniques.mcts_history_refresh = MCTS_REFRESH_ALL;
    mcts_walk *w = grow(FIXTURE_KIWIPETE, 2, 1000);
    const node_block *block = tree_block(&m->tree, &m->tree.root);
    int refreshed = 0;
    for (uint32_t visits = m->tree.root.visits; visits < 5000; visits++) {
        const int before = block->refreshed;
        mcts_playout(m, w);
        if (block->refreshed > before) {
            refreshed++;
            cr_expect_eq(visits & (visits - 1), 0, "%u", visits);
        }
    }
    cr_expect_gt(refreshed, 3);
}
