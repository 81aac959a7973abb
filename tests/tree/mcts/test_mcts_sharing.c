/* Tests what nodes of one position share, and what they do not. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/fen.h"
#include "mcts_walk.h"
#include "walk_fixture.h"

static fixture f;
static mcts *m;

static void set_up(void)
{
    fixture_begin(&f, 1);
}

static void tear_down(void)
{
    mcts_free(m);
    m = NULL;
    fixture_end(&f);
}

TestSuite(mcts_sharing, .init = set_up, .fini = tear_down);

static void grow(int share)
{
    f.options.techniques.mcts_value_hash = share;
    m = walk_grow(&f, FEN_START, 1);
}

enum { KEY = 12345 };

Test(mcts_sharing, a_first_visit_has_the_mean_of_the_others)
{
    grow(MCTS_SHARE_FIRST);
    mcts_node node = {.value = 0.0, .visits = 0};
    mcts_value v;
    cr_assert_not(mcts_shared_value(m, KEY, &v));
    v = mcts_share_playout(m, KEY, &node, (mcts_value){0.25f, 0.5f});
    cr_expect_eq(v.value, 0.25f);
    node = (mcts_node){.value = 0.25, .draw = NODE_DRAW_ONE / 5 * 2, .visits = 1};
    v = mcts_share_playout(m, KEY, &node, (mcts_value){0.75f, 0.25f});
    cr_expect_eq(v.value, 0.75f);
    cr_assert(mcts_shared_value(m, KEY, &v));
    cr_expect_float_eq(v.value, 0.5f, 1e-6);
    cr_expect_float_eq(v.draw, 0.325f, 1e-4);
}

/* Playouts of value 1 after one of value 0. */
Test(mcts_sharing, means_of_a_first_visit_are_kept_when_visits_double)
{
    grow(MCTS_SHARE_FIRST);
    mcts_node node = {.visits = 0};
    int changes = 0;
    for (uint32_t visits = 1; visits <= 1000; visits++) {
        const value_entry before =
            visits > 1 ? *value_table_find(&m->values, KEY) : (value_entry){.visits = 0};
        const mcts_value v = {visits > 1 ? 1.0f : 0.0f, 0.0f};
        const mcts_value counted = mcts_share_playout(m, KEY, &node, v);
        cr_expect_eq(counted.value, v.value, "the others do not change it");
        tree_count(&m->tree, &node, v.value, v.draw);
        const value_entry *now = value_table_find(&m->values, KEY);
        cr_assert_not_null(now);
        const double exponent = log2(visits);
        if (exponent == floor(exponent)) {
            cr_expect_eq(now->visits, visits);
            cr_expect_float_eq(now->value, node.value, 1e-6);
            changes++;
        } else {
            cr_expect_eq(now->visits, before.visits);
            cr_expect_eq(now->value, before.value);
        }
    }
    cr_expect_eq(changes, 10);
}

Test(mcts_sharing, a_node_that_knows_less_changes_no_mean)
{
    grow(MCTS_SHARE_FIRST);
    value_table_put(&m->values, KEY, 0.6f, 0.3f, 5);
    for (uint32_t before = 1; before <= 7; before += 2) {
        const mcts_node node = {.value = 0.25f, .visits = before};
        mcts_share_playout(m, KEY, &node, (mcts_value){0.25f, 0.0f});
        mcts_value v;
        cr_assert(mcts_shared_value(m, KEY, &v));
        cr_expect_eq(v.value, before < 7 ? 0.6f : 0.25f, "at %u visits", before + 1);
    }
}

/* The share of draws of an expanded node is in its block. */
Test(mcts_sharing, an_expanded_node_shares_what_its_block_holds)
{
    grow(MCTS_SHARE_FIRST);
    mcts_node *root = &m->tree.root;
    root->visits = 3;
    tree_set_means(&m->tree, root, 0.5, 0.1234f);
    root->draw = 200;
    mcts_share_playout(m, KEY, root, (mcts_value){0.5f, 0.1234f});
    mcts_value v;
    cr_assert(mcts_shared_value(m, KEY, &v));
    cr_expect_float_eq(v.draw, 0.1234f, 2e-5);
}

/* A node whose position was visited a hundred times by another path is drawn to that mean. */
Test(mcts_sharing, a_mean_is_that_of_all_paths)
{
    grow(MCTS_SHARE_MEAN);
    value_table_put(&m->values, KEY, 0.6f, 0.3f, 100);
    mcts_node node = {.value = 0.5, .draw = 76, .visits = 4};
    const mcts_value v = mcts_share_playout(m, KEY, &node, (mcts_value){0.6f, 0.3f});
    cr_expect_float_eq(v.value, 1.0f, 1e-5, "the nearest to 5 * 0.6 - 4 * 0.5 is %f",
                       (double)v.value);
    tree_count(&m->tree, &node, v.value, v.draw);
    cr_expect_float_eq(node.value, 0.6, 1e-5);
    const value_entry *e = value_table_find(&m->values, KEY);
    cr_expect_eq(e->visits, 101);
}

Test(mcts_sharing, a_node_that_knows_most_keeps_its_mean)
{
    grow(MCTS_SHARE_MEAN);
    value_table_put(&m->values, KEY, 0.6f, 0.3f, 3);
    const mcts_node node = {.value = 0.5, .visits = 10};
    cr_expect_eq(mcts_share_playout(m, KEY, &node, (mcts_value){0.4f, 0.3f}).value, 0.4f);
}

Test(mcts_sharing, what_depends_on_the_path_is_not_shared)
{
    grow(MCTS_SHARE_FIRST);
    mcts_value v;
    mcts_node repeated = {.state = NODE_REPEATED};
    mcts_share_playout(m, KEY, &repeated, (mcts_value){0.5f, 1.0f});
    cr_expect_not(mcts_shared_value(m, KEY, &v));
    mcts_node *root = &m->tree.root;
    tree_block(&m->tree, root)->repetitions = 1;
    mcts_share_playout(m, KEY, root, (mcts_value){0.5f, 1.0f});
    cr_expect_not(mcts_shared_value(m, KEY, &v), "a repetition below");
    position pos = f.position;
    cr_expect_eq(mcts_shared_key(m, &pos), pos.key);
    pos.halfmove_clock = 31;
    cr_expect_eq(mcts_shared_key(m, &pos), 0, "the fifty-move rule shows");
    pos.halfmove_clock = 0;
    m->horizon = 3;
    cr_expect_eq(mcts_shared_key(m, &pos), 0, "a search for a mate");
    m->horizon = 0;
    m->techniques.mcts_value_hash = MCTS_SHARE_OFF;
    cr_expect_eq(mcts_shared_key(m, &pos), 0);
}

/* In a search most of what is reached by another order of moves is not evaluated again. */
Test(mcts_sharing, a_search_finds_transpositions)
{
    f.options.techniques.mcts_value_hash = MCTS_SHARE_FIRST;
    m = walk_grow(&f, FEN_START, 5000);
    size_t nodes = 0, open = 0;
    for (size_t i = 0; i <= m->values.bucket_mask; i++) {
        for (int k = 0; k < VALUE_BUCKET; k++) {
            const value_entry *e = &m->values.entries[i * VALUE_BUCKET + (size_t)k];
            nodes += e->key != 0;
            open += e->visits > 1;
        }
    }
    cr_expect_eq(nodes, m->values.used);
    cr_expect_lt(nodes, 4800, "%zu positions in 5,000 playouts", nodes);
    cr_expect_gt(nodes, 2500, "%zu positions in 5,000 playouts", nodes);
    cr_expect_gt(open, 500);
}
