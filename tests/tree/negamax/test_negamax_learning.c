/* Tests what the histories learn from hand-made negamax nodes, with hand-computed values. */
#include <criterion/criterion.h>

#include "node_suite.inc"

TestSuite(negamax_learning, .init = begin, .fini = end);

enum { MOVES = 5, ANY_BEST = HIST_BESTS };

static const node_searched quiet_cut = {
    3, false, {{"e5d7", -50}, {"a2a3", -20}, {"g2g4", -30}, {"e1g1", 5}}};
static const node_searched open_cut = {2, true, {{"b2b3", 30}, {"a2a3", 10}, {"e1g1", 100}}};
static const node_searched raised_twice = {4, true, {{"a2a3", -10}, {"b2b3", 40}, {"g2g4", 60}}};
static const node_searched all_failed = {
    5, false, {{"g2g4", -40}, {"a2a3", -3}, {"e5d7", -90}, {"e1g1", -60}}};
static const node_searched capture_cut = {6, false, {{"b2b3", -5}, {"e1g1", -8}, {"e5d7", 7}}};

static void learn_all(void)
{
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &quiet_cut);
    node_learn(w, node, &open_cut);
    node_learn(w, node, &raised_twice);
    node_learn(w, node, &all_failed);
    node_learn(w, node, &capture_cut);
}

static const char *const moves[MOVES] = {"a2a3", "b2b3", "g2g4", "e1g1", "e1c1"};

/* A cut or best move of depth d gains d * d, a charge is d: e1g1 cuts at depths 3 and 2 and is
 * tried in vain at 5 and 6; a2a3 is the best of those that failed at depth 5, g2g4 the last that
 * raised alpha at depth 4. Nothing is known of e1c1. */
static const struct {
    hist_order_rule rule;
    int best; /* a hist_best, or ANY_BEST where it is not asked */
    hist_counting pv;
    float counts[MOVES];
} wanted[] = {
    {HIST_ORDER_SCHAEFFER, HIST_BEST_SCORE, HIST_COUNT, {25, 0, 16, 9 + 4, 0}},
    {HIST_ORDER_SCHAEFFER, HIST_BEST_RAISED, HIST_COUNT, {0, 0, 16, 9 + 4, 0}},
    {HIST_ORDER_SCHAEFFER, HIST_BEST_CUT, HIST_COUNT, {0, 0, 0, 9 + 4, 0}},
    {HIST_ORDER_BUTTERFLY,
     ANY_BEST,
     HIST_COUNT,
     {3 + 2 + 4 + 5, 2 + 4 + 6, 3 + 4 + 5, 3 + 2 + 5 + 6, 0}},
    {HIST_ORDER_RELATIVE,
     HIST_BEST_SCORE,
     HIST_COUNT,
     {25.0f / 14.0f, 0, 16.0f / 12.0f, 13.0f / 16.0f, 0}},
    {HIST_ORDER_HYATT, ANY_BEST, HIST_COUNT, {0, 0, 0, 13.0f / 6.0f, 0}},
    {HIST_ORDER_PLAUSIBILITY, ANY_BEST, HIST_COUNT, {-3 - 2, -2 - 6, -3, 9 + 4 - 6, 0}},
    {HIST_ORDER_PLAUSIBILITY, ANY_BEST, HIST_IGNORE, {-3, -6, -3, 9 - 6, 0}},
    {HIST_ORDER_NONE, ANY_BEST, HIST_COUNT, {0, 0, 0, 0, 0}},
};

Test(negamax_learning, every_rule_counts_what_the_nodes_of_a_search_found)
{
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        for (int best = 0; best < HIST_BESTS; best++) {
            if (wanted[i].best != ANY_BEST && wanted[i].best != best) {
                continue;
            }
            use->quiet_rule = (int)wanted[i].rule;
            use->history_best = best;
            use->history_pv = (int)wanted[i].pv;
            learn_all();
            for (int k = 0; k < MOVES; k++) {
                cr_expect_eq(node_count(w, node, moves[k]), wanted[i].counts[k],
                             "%s, best %s, open windows %s: %s",
                             hist_order_rule_words[wanted[i].rule], hist_best_words[best],
                             hist_counting_words[wanted[i].pv], moves[k]);
            }
        }
    }
}

/* The default growth: 4 * 9 + 214 * 3 - 48 = 630 at depth 3, of which a quiet move loses 640 / 1024
 * and a capture 1070 / 1024; and 4 * 36 + 214 * 6 - 48 = 1380 at depth 6. */
Test(negamax_learning, gravity_learns_where_a_move_raised_alpha_and_of_quiet_moves_by_a_quiet_one)
{
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &all_failed);
    for (int i = 0; i < MOVES; i++) {
        cr_expect_eq(node_gravity(w, node, moves[i]), 0, "%s", moves[i]);
    }
    cr_expect_eq(node_gravity(w, node, "e5d7"), 0);
    node_learn(w, node, &quiet_cut);
    cr_expect_eq(node_gravity(w, node, "e1g1"), 630);
    cr_expect_eq(node_gravity(w, node, "a2a3"), -393);
    cr_expect_eq(node_gravity(w, node, "g2g4"), -393);
    cr_expect_eq(node_gravity(w, node, "b2b3"), 0);
    cr_expect_eq(node_gravity(w, node, "e5d7"), -658);
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &capture_cut);
    cr_expect_eq(node_gravity(w, node, "e1g1"), 0);
    cr_expect_eq(node_gravity(w, node, "e5d7"), 1380);
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &raised_twice);
    cr_expect_gt(node_gravity(w, node, "g2g4"), 0, "the last that raised alpha");
    cr_expect_lt(node_gravity(w, node, "b2b3"), 0);
}

Test(negamax_learning, gravity_learns_after_the_move_that_led_to_the_node)
{
    use->butterfly_history = false;
    use->continuation_history = HIST_CONTINUE_ONE;
    f.options.params.ab_judge_after_1_1024 = 1024;
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &quiet_cut);
    cr_expect_eq(node_gravity(w, node, "e1g1"), 630);
    node->context.row[HIST_AFTER_1]++;
    cr_expect_eq(node_gravity(w, node, "e1g1"), 0);
}

Test(negamax_learning, reductions_learn_too)
{
    use->reduction_rule = HIST_REDUCE_ROMSTAD;
    for (int rule = 0; rule < HIST_ORDER_RULES; rule++) {
        use->quiet_rule = rule;
        start(FIXTURE_KIWIPETE);
        node_learn(w, node, &quiet_cut);
        for (int i = 0; i < MOVES; i++) {
            const hist_move m = node_described(w, node, moves[i]);
            cr_expect_eq(hist_reduces(w->history, &m, 3), i == 0 || i == 2, "%s", moves[i]);
        }
    }
}

static void expect_refutations(const char *last, const char *before, const char *counter)
{
    cr_expect_eq(node->killers[0], last ? node_find(node, last) : MOVE_NONE);
    cr_expect_eq(node->killers[1], before ? node_find(node, before) : MOVE_NONE);
    const int queen_to_d6 = 1 + 64 * (QUEEN + 6) + 43;
    cr_expect_eq(hist_counter_move(w->history, queen_to_d6),
                 counter ? node_find(node, counter) : MOVE_NONE);
}

Test(negamax_learning, killers_and_counter_moves_are_quiet_moves_that_cut)
{
    static const node_searched another_cut = {3, false, {{"g2g4", -1}, {"a2a3", 9}}};
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &capture_cut);
    node_learn(w, node, &raised_twice);
    node_learn(w, node, &all_failed);
    expect_refutations(NULL, NULL, NULL);
    node_learn(w, node, &quiet_cut);
    expect_refutations("e1g1", NULL, "e1g1");
    node_learn(w, node, &open_cut);
    expect_refutations("e1g1", NULL, "e1g1");
    node_learn(w, node, &another_cut);
    expect_refutations("a2a3", "e1g1", "a2a3");
    node->context.row[HIST_AFTER_1] = HIST_NO_MOVE;
    node_learn(w, node, &quiet_cut);
    expect_refutations("e1g1", "a2a3", "a2a3");
}

Test(negamax_learning, killers_may_also_be_what_raised_alpha_or_was_best)
{
    for (int best = 0; best < HIST_BESTS; best++) {
        use->killer_best = best;
        start(FIXTURE_KIWIPETE);
        node_learn(w, node, &capture_cut);
        expect_refutations(NULL, NULL, NULL);
        node_learn(w, node, &raised_twice);
        const char *const raised = best >= HIST_BEST_RAISED ? "g2g4" : NULL;
        expect_refutations(raised, NULL, NULL);
        node_learn(w, node, &all_failed);
        const bool failed = best == HIST_BEST_SCORE;
        expect_refutations(failed ? "a2a3" : raised, failed ? raised : NULL, NULL);
        node_learn(w, node, &quiet_cut);
        expect_refutations("e1g1", failed ? "a2a3" : raised, "e1g1");
    }
}

/* A search without the table move, to learn whether it is singular, finds the best of the others.
 */
Test(negamax_learning, the_best_of_the_moves_that_are_not_excluded_is_not_the_node_s_best)
{
    for (int best = 0; best < HIST_BESTS; best++) {
        use->quiet_rule = HIST_ORDER_SCHAEFFER;
        use->history_best = use->killer_best = best;
        start(FIXTURE_KIWIPETE);
        node->excluded = node_find(node, "e2a6");
        node_learn(w, node, &all_failed);
        cr_expect_eq(node_count(w, node, "a2a3"), 0);
        expect_refutations(NULL, NULL, NULL);
        node_learn(w, node, &quiet_cut);
        cr_expect_eq(node_count(w, node, "e1g1"), 9);
        expect_refutations("e1g1", NULL, "e1g1");
    }
}
