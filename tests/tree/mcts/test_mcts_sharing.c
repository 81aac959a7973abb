/* Tests what nodes of one position share, and what they do not. */
#include <criterion/criterion.h>

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
    node = (mcts_node){.value = 0.25, .draw = 0.5f, .visits = 1};
    v = mcts_share_playout(m, KEY, &node, (mcts_value){0.75f, 0.25f});
    cr_expect_eq(v.value, 0.75f);
    cr_assert(mcts_shared_value(m, KEY, &v));
    cr_expect_float_eq(v.value, 0.5f, 1e-6);
    cr_expect_float_eq(v.draw, 0.375f, 1e-4);
}

/* A node whose position was visited a hundred times by another path is drawn to that mean. */
Test(mcts_sharing, a_mean_is_that_of_all_paths)
{
    grow(MCTS_SHARE_MEAN);
    value_table_add(&m->values, KEY, 0.6f, 0.3f, 100);
    mcts_node node = {.value = 0.5, .draw = 0.3f, .visits = 4};
    const mcts_value v = mcts_share_playout(m, KEY, &node, (mcts_value){0.6f, 0.3f});
    cr_expect_float_eq(v.value, 1.0f, 1e-5, "the nearest to 5 * 0.6 - 4 * 0.5 is %f",
                       (double)v.value);
    node.value += ((double)v.value - node.value) / 5.0;
    cr_expect_float_eq(node.value, 0.6, 1e-5);
    const value_entry *e = value_table_find(&m->values, KEY);
    cr_expect_eq(e->visits, 101);
}

Test(mcts_sharing, a_node_that_knows_most_keeps_its_mean)
{
    grow(MCTS_SHARE_MEAN);
    value_table_add(&m->values, KEY, 0.6f, 0.3f, 3);
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
    tree_edges(&m->tree, root)->repetitions = 1;
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
