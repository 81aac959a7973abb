/* Tests what the histories learn from cutoffs by the table and from whole searches, with hand-made
 * trees of table entries and hand-computed values. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "node_suite.inc"

TestSuite(negamax_search_learning, .init = begin, .fini = end);

/* ---- The table ---- */

/* A capture that cuts by the table teaches nothing, neither as a capture nor as a quiet move. */
static void expect_nothing_learnt(const char *capture)
{
    hist_move m = node_described(w, node, capture);
    cr_expect_eq(hist_judge(w->history, &node->context, &m), 0);
    m.victim = HIST_QUIET;
    cr_expect_eq(hist_judge(w->history, &node->context, &m), 0);
}

Test(negamax_search_learning, a_table_cut_is_a_bonus_to_gravity_and_a_cut_to_the_counts)
{
    for (int i = 0; i < 4; i++) {
        const bool open = i & 1, pv = i & 2;
        use->history_pv = open ? HIST_COUNT : HIST_IGNORE;
        start(FIXTURE_KIWIPETE);
        const ab_visit v = {.pv = pv};
        ab_learn_table_cut(w, node, &v, node_find(node, "e1g1"), 200, 5);
        cr_expect_eq(node_gravity(w, node, "e1g1"), 200);
        cr_expect_eq(node_count(w, node, "e1g1"), open || !pv ? 25.0f : 0.0f, "case %d", i);
        ab_learn_table_cut(w, node, &v, node_find(node, "e1g1"), 200, 2);
        cr_expect_eq(node_gravity(w, node, "e1g1"), 400 - 200 * 200 / HIST_LIMIT);
        cr_expect_eq(node_count(w, node, "e1g1"), open || !pv ? 29.0f : 0.0f, "case %d", i);
        cr_expect(node_gravity(w, node, "a2a3") == 0 && node_count(w, node, "a2a3") == 0.0f,
                  "no other move");
    }
}

Test(negamax_search_learning, a_table_cut_knows_what_is_threatened)
{
    const ab_visit v = {.depth = 4};
    use->threat_history = true;
    start(FIXTURE_KIWIPETE);
    ab_learn_table_cut(w, node, &v, node_find(node, "a2a3"), 300, 4);
    hist_move m = node_described(w, node, "a2a3");
    cr_assert_eq(m.threats, 2, "the bishop on a6 does not see a3, the pawn on b4 does");
    cr_expect_eq(node_gravity(w, node, "a2a3"), 300);
    m.threats = 0;
    cr_expect_eq(hist_judge(w->history, &node->context, &m), 0);
    use->threat_history = false;
    start(FIXTURE_KIWIPETE);
    ab_learn_table_cut(w, node, &v, node_find(node, "a2a3"), 300, 4);
    cr_expect_eq(node_described(w, node, "a2a3").threats, 0, "nobody asks");
    cr_expect_eq(hist_judge(w->history, &node->context, &m), 300);
}

/* The bonus of depth 5 is 4 * 25 + 214 * 5 - 48 = 1122. */
Test(negamax_search_learning,
     a_cut_by_the_table_is_half_a_bonus_to_gravity_and_a_cut_of_its_depth_to_counts)
{
    start(FEN_START);
    node_know_itself(n, node, "d2d4", 30, 7, TT_LOWER);
    cr_assert_eq(ab_search(w, node, 0, 1, 5, true), 30);
    cr_expect_eq(node_gravity(w, node, "d2d4"), 561);
    cr_expect_eq(node_count(w, node, "d2d4"), 49.0f);
    start(FEN_START);
    node_know_itself(n, node, "d2d4", -30, 7, TT_UPPER);
    cr_assert_eq(ab_search(w, node, 0, 1, 5, true), -30);
    cr_expect(node_gravity(w, node, "d2d4") == 0 && node_count(w, node, "d2d4") == 0.0f, "no cut");
    start(FIXTURE_KIWIPETE);
    node_know_itself(n, node, "e5d7", 30, 7, TT_LOWER);
    cr_assert_eq(ab_search(w, node, 0, 1, 5, true), 30);
    expect_nothing_learnt("e5d7");
}

static bool cuts_early(int depth, bool pv)
{
    const ab_visit v = {.alpha = 0,
                        .beta = pv ? 20 : 1,
                        .depth = depth,
                        .ply = NODE_PLY,
                        .pv = pv,
                        .table_move = gen_from_uci(&node->pos, "e2e4")};
    int score;
    return ab_cut_early(w, node, &v, &score);
}

Test(negamax_search_learning, an_enhanced_table_cutoff_counts_as_a_node_above_its_entry)
{
    use->table_cutoffs = true;
    for (int pv = 0; pv < 2; pv++) {
        use->history_pv = HIST_IGNORE;
        start(FEN_START);
        node_know(n, node, "g1f3", -5, 20);
        node_know(n, node, "d2d4", 50, 6);
        cr_expect_not(cuts_early(8, pv), "the entry is too shallow");
        cr_expect_eq(node_gravity(w, node, "d2d4"), 0);
        cr_expect(cuts_early(5, pv));
        cr_expect_eq(node_gravity(w, node, "d2d4"), 1122);
        cr_expect_eq(node_count(w, node, "d2d4"), pv ? 0.0f : 49.0f);
        cr_expect(node_gravity(w, node, "g1f3") == 0 && node_count(w, node, "g1f3") == 0.0f);
    }
    start(FIXTURE_KIWIPETE);
    node_know(n, node, "e5d7", 50, 6);
    cr_expect(cuts_early(5, false));
    expect_nothing_learnt("e5d7");
}

/* The first moves that a node picks, each well known to the table. All others fail. */
static void know_first_moves(int e4, int nf3, int a3, int h3)
{
    move legal[MOVES_MAX];
    start(FEN_START);
    const int count = gen_legal(&node->pos, legal);
    for (int i = 0; i < count; i++) {
        node_know(n, node, fixture_text(legal[i]), -30, 20);
    }
    node_know(n, node, "e2e4", e4, 20);
    node_know(n, node, "g1f3", nf3, 20);
    node_know(n, node, "a2a3", a3, 20);
    node_know(n, node, "h2h3", h3, 20);
    node->killers[0] = node_find(node, "g1f3");
    node->killers[1] = node_find(node, "a2a3");
    hist_keep_counter_move(w->history, 1 + 64 * (QUEEN + 6) + 43, node_find(node, "h2h3"));
}

static void expect_counts(float e4, float nf3, float a3, float h3)
{
    cr_expect_eq(node_count(w, node, "e2e4"), e4);
    cr_expect_eq(node_count(w, node, "g1f3"), nf3);
    cr_expect_eq(node_count(w, node, "a2a3"), a3);
    cr_expect_eq(node_count(w, node, "h2h3"), h3);
    cr_expect_eq(node_count(w, node, "d2d4"), 0.0f);
}

/* Three cuts suffice. At depth 5 the searches are 2 plies shorter: results of depth 3. */
Test(negamax_search_learning, multi_cut_is_a_result_of_the_depth_of_its_look)
{
    use->multi_cut = use->counter_move = true;
    use->quiet_rule = HIST_ORDER_PLAUSIBILITY;
    know_first_moves(-20, 1, 5, 8);
    cr_expect(cuts_early(5, false));
    expect_counts(-3.0f, 9.0f, 9.0f, 9.0f);
    know_first_moves(-20, 1, 5, 0);
    cr_expect_not(cuts_early(5, false), "two cuts are not enough");
    expect_counts(0.0f, 0.0f, 0.0f, 0.0f);
}

/* ---- Whole searches ---- */

Test(negamax_search_learning, a_node_s_search_is_its_result)
{
    use->counter_move = true;
    use->quiet_rule = HIST_ORDER_PLAUSIBILITY;
    use->reduction_rule = HIST_REDUCE_PRODEO;
    use->prodeo_inc = use->prodeo_dec = 1;
    know_first_moves(-20, 0, 5, -30);
    node_know_itself(n, node, "e2e4", 0, 1, TT_EXACT);
    cr_assert_eq(ab_search(w, node, 0, 1, 4, true), 5);
    expect_counts(-4.0f, -4.0f, 16.0f, 0.0f);
    cr_expect_eq(node->killers[0], node_find(node, "a2a3"));
    cr_expect_eq(node->killers[1], node_find(node, "g1f3"));
    cr_expect_eq(node_gravity(w, node, "a2a3"), 4 * 16 + 214 * 4 - 48);
    const hist_move tried[] = {node_described(w, node, "e2e4"), node_described(w, node, "g1f3"),
                               node_described(w, node, "a2a3"), node_described(w, node, "h2h3")};
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(hist_reduces(w->history, &tried[i], 4), i < 2, "above alpha is a success");
    }
}

Test(negamax_search_learning, where_all_moves_fail_the_best_of_them_may_count)
{
    for (int best = 0; best < HIST_BESTS; best++) {
        move legal[MOVES_MAX];
        use->history_best = use->killer_best = best;
        start(FEN_START);
        const int count = gen_legal(&node->pos, legal);
        for (int i = 0; i < count; i++) {
            node_know(n, node, fixture_text(legal[i]), -30, 20);
        }
        node_know(n, node, "g1f3", -10, 21);
        cr_assert_eq(ab_search(w, node, 0, 1, 4, true), -10);
        expect_counts(0.0f, best == HIST_BEST_SCORE ? 16.0f : 0.0f, 0.0f, 0.0f);
        cr_expect_eq(node_gravity(w, node, "g1f3"), 0);
        cr_expect_eq(node->killers[0],
                     best == HIST_BEST_SCORE ? node_find(node, "g1f3") : MOVE_NONE);
    }
}

/* The cell of a move in prodeo: the greatest threshold that does not reduce it. */
static int prodeo_cell(const char *uci)
{
    const hist_move m = node_described(w, node, uci);
    hist_negamax_settings settings = ab_history_settings(use, &f.options.params);
    int *threshold = &settings.reductions.threshold;
    for (*threshold = -1000; *threshold <= 1000; (*threshold)++) {
        hist_negamax_configure(w->history, &settings);
        if (hist_reduces(w->history, &m, 2)) {
            return *threshold - 1;
        }
    }
    return *threshold;
}

/* Two knights go to one square, which is one cell of prodeo, and both fail. All other moves are
 * known. Returns the cell, which is 90 less 1 if the second knight was reduced. */
static int cell_of_knights(int moment)
{
    move legal[MOVES_MAX];
    use->late_move_reductions = true;
    use->reduction_rule = HIST_REDUCE_PRODEO;
    use->prodeo_init = use->prodeo_threshold = 50;
    use->prodeo_replace = 90;
    use->prodeo_dec = 1;
    use->prodeo_learns = moment;
    start("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    const int count = gen_legal(&node->pos, legal);
    for (int i = 0; i < count; i++) {
        if (strcmp(fixture_text(legal[i]) + 2, "d2") != 0) {
            node_know(n, node, fixture_text(legal[i]), -30, 20);
        }
    }
    ab_search(w, node, 5000, 5001, 2, true);
    return prodeo_cell("b1d2");
}

Test(negamax_search_learning, prodeo_may_know_a_move_while_its_node_is_searched)
{
    cr_expect_eq(cell_of_knights(HIST_REDUCE_LEARN_NODES), 50 - 2);
    cr_expect_eq(cell_of_knights(HIST_REDUCE_LEARN_MOVES), 90 - 1);
}
