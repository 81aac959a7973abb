/* Tests what nodes of one position share, and what they do not. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/fen.h"
#include "walk_fixture.h"

TestSuite(mcts_transpositions, .init = walk_begin, .fini = walk_end);

static void grow(void)
{
    walk_grow(FEN_START, 1);
}

enum { KEY = 12345 };

/* What the table has for the key; without visits if it has nothing. */
static shared_means known(void)
{
    shared_means means = {.visits = 0};
    (void)value_table_find(&m->values, KEY, &means);
    return means;
}

static void put(float value, float draw, uint32_t visits)
{
    value_table_put(&m->values, KEY, shared_means_of(value, draw, visits));
}

/* A playout through a node. */
static void play(mcts_node *node, tree_value v)
{
    tree_enter(&m->tree, node, 1);
    const tree_playouts learnt = tree_one_playout(v.value, v.draw);
    tree_learn(&m->tree, node, &learnt);
    mcts_share_means(m, KEY, node, 1);
}

/* Playouts of value 1 after one of value 0. */
Test(mcts_transpositions, means_of_a_first_visit_are_kept_when_visits_double)
{
    grow();
    mcts_node node = {.visits = 0};
    int changes = 0;
    for (uint32_t visits = 1; visits <= 1000; visits++) {
        const shared_means before = known();
        play(&node, (tree_value){visits > 1 ? 1.0f : 0.0f, 0.0f});
        const shared_means now = known();
        const double exponent = log2(visits);
        if (exponent == floor(exponent)) {
            cr_expect_eq(now.visits, visits);
            cr_expect_float_eq(now.value, node.value, 1e-6);
            changes++;
        } else {
            cr_expect_eq(now.visits, before.visits);
            cr_expect_eq(now.value, before.value);
        }
    }
    cr_expect_eq(changes, 10);
}

Test(mcts_transpositions, means_give_way_to_what_knows_as_much_or_more)
{
    grow();
    static const uint32_t rivals[] = {9, 8, 7};
    for (int i = 0; i < 3; i++) {
        put(0.6f, 0.3f, rivals[i]);
        mcts_node node = {.value = 0.25f, .visits = 7, .state = NODE_OPEN};
        play(&node, (tree_value){0.25f, 0.0f});
        cr_expect_eq(known().value, i ? 0.25f : 0.6f, "%u visits", rivals[i]);
        cr_expect_eq(known().visits, i ? 8 : 9);
    }
    /* At the limit the newest counts. */
    put(0.6f, 0.3f, 100000);
    mcts_node node = {.value = 0.25f, .visits = (1 << 17) - 1, .state = NODE_OPEN};
    play(&node, (tree_value){0.25f, 0.0f});
    cr_expect_eq(known().value, 0.25f);
    cr_expect_eq(known().visits, VALUE_VISITS_MAX);
}

Test(mcts_transpositions, what_depends_on_the_path_is_not_shared)
{
    grow();
    tree_value v;
    mcts_node repeated = {.state = NODE_REPEATED};
    tree_enter(&m->tree, &repeated, 1);
    mcts_share_means(m, KEY, &repeated, 1);
    cr_expect_not(mcts_shared_value(m, KEY, &v));
    mcts_node *root = &m->tree.root;
    tree_block(&m->tree, root)->repetitions = 1;
    mcts_share_means(m, KEY, root, root->visits);
    cr_expect_not(mcts_shared_value(m, KEY, &v), "a repetition below");
    position pos = f.position;
    cr_expect_eq(mcts_shared_key(m, &pos), pos.key);
    pos.halfmove_clock = 31;
    cr_expect_eq(mcts_shared_key(m, &pos), 0, "the fifty-move rule shows");
    pos.halfmove_clock = 30;
    cr_expect_eq(mcts_shared_key(m, &pos), pos.key);
    m->mate_plies = 3;
    cr_expect_eq(mcts_shared_key(m, &pos), 0, "a search for a mate");
}

/* With its moves a node loses what it knows of repetitions below, but not the draws in its mean. */
Test(mcts_transpositions, what_a_collapsed_node_has_learnt_is_not_shared)
{
    enum { BEFORE = 1, AFTER };
    walk_grow(FEN_START, 2000);
    mcts_node *node = tree_child(&m->tree, &m->tree.root, 0);
    tree_value v;
    cr_assert(node->block && node->visits > 10);
    mcts_share_means(m, BEFORE, node, node->visits);
    cr_expect(mcts_shared_value(m, BEFORE, &v));
    tree_collapse(&m->tree, node);
    for (int i = 0; i < 2000 && !node->block; i++) {
        walk_playout();
    }
    cr_assert_neq(node->block, 0);
    mcts_share_means(m, AFTER, node, node->visits);
    cr_expect_not(mcts_shared_value(m, AFTER, &v));
    tree_advance(&m->tree, &m->tree.position, &m->tree.game);
    mcts_share_means(m, AFTER, node, node->visits);
    cr_expect_not(mcts_shared_value(m, AFTER, &v), "the same root knows no more");
}

/* In a search most of what is reached by another order of moves is not evaluated again. */
Test(mcts_transpositions, a_search_finds_transpositions)
{
    walk_grow(FEN_START, 5000);
    size_t nodes = 0, open = 0;
    for (size_t i = 0; i <= m->values.bucket_mask; i++) {
        for (int k = 0; k < VALUE_BUCKET; k++) {
            const value_entry *e = &m->values.entries[i * VALUE_BUCKET + (size_t)k];
            shared_means means;
            if (e->data) {
                cr_assert(value_table_find(&m->values, e->check ^ e->data, &means));
                nodes++;
                open += means.visits > 1;
            }
        }
    }
    const double estimate = (double)value_table_used(&m->values) / sizeof(value_entry);
    cr_expect_float_eq(estimate / (double)nodes, 1.0, 0.2, "%f for %zu", estimate, nodes);
    cr_expect_lt(nodes, 4800, "%zu positions in 5,000 playouts", nodes);
    cr_expect_gt(nodes, 2500, "%zu positions in 5,000 playouts", nodes);
    cr_expect_gt(open, 500);
}
