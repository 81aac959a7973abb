/* Tests which root move would be played, in trees whose counts and values the test sets. */
#include <criterion/criterion.h>

#include "walk_fixture.h"

static mcts_node *most, *other; /* moves of the root */

/* A root with two visited moves: one with 1,000 visits and the value 0.5 for the mover, and another
 * one. */
static void begin(void)
{
    walk_begin();
    walk_grow(FIXTURE_KIWIPETE, 50);
    for (int i = 0; i < tree_visited(&m->tree, &m->tree.root); i++) {
        tree_child(&m->tree, &m->tree.root, i)->visits = 1;
    }
    most = tree_child(&m->tree, &m->tree.root, 0);
    other = tree_child(&m->tree, &m->tree.root, 1);
    most->visits = 1000;
    most->value = 0.5f;
}

TestSuite(mcts_choice, .init = begin, .fini = walk_end);

/* The choice if the other move has these visits, and this value for the mover. */
static const mcts_node *chosen(uint32_t visits, float value)
{
    other->visits = visits;
    other->value = 1.0f - value;
    const int number = mcts_chosen_number(m);
    cr_assert_eq(number, mcts_best_number(m));
    return tree_child(&m->tree, &m->tree.root, number);
}

/* The bounds: 0.5 - 0.25 / sqrt(1000) = 0.4921, and 0.25 / sqrt(400) = 0.0125 below the value. */
Test(mcts_choice, the_better_bound_is_played)
{
    cr_expect_eq(chosen(400, 0.51f), other);
    cr_expect_eq(chosen(400, 0.504f), most);
    cr_expect_eq(chosen(400, 0.3f), most);
}

Test(mcts_choice, few_visits_are_not_enough)
{
    cr_expect_eq(chosen(100, 0.9f), other);
    cr_expect_eq(chosen(99, 0.9f), most);
}

/* On a clock, a search goes on until a better move has the most visits. */
Test(mcts_choice, on_a_clock_visits_decide)
{
    m->on_clock = true;
    cr_expect_eq(chosen(400, 0.9f), most);
}

Test(mcts_choice, proofs_decide_first)
{
    other->state = NODE_WON;
    other->distance = 3;
    cr_expect_eq(chosen(900, 0.9f), most, "a lost move is not played");
    other->state = NODE_LOST;
    cr_expect_eq(chosen(1, 0.1f), other, "a mate is");
    other->state = NODE_OPEN;
    most->state = NODE_DRAWN;
    cr_expect_eq(chosen(400, 0.9f), other, "a known draw is a value as others");
}

/* A search knows whether it is on a clock. */
Test(mcts_choice, a_fixed_time_is_no_clock)
{
    fixture_set(FIXTURE_KIWIPETE);
    search_control control = {.stop = false};
    for (int exact = 0; exact < 2; exact++) {
        const search_limits limits = {.time_ms_soft = 10, .time_ms_hard = 10, .time_exact = exact};
        control_begin(&control, &limits);
        mcts_go(m, &f.position, &f.game, &control, NULL, NULL, NULL);
        cr_expect_eq(m->on_clock, !exact);
    }
}
