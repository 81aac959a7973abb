/* Tests what the histories know at a node of the search, and what they, killers and counter moves
 * learn from it, with hand-made trees of table entries and hand-computed values. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "node_fixture.h"

TestSuite(negamax_learning, .init = node_begin, .fini = node_end);

/* ---- The moves before a node ---- */

/* A row is 1 + 64 times the piece, which is 6 more for Black, and its target. */
Test(negamax_learning, nodes_know_the_moves_before_them_across_a_null_move)
{
    static const char *const moves[] = {"e2e4", NULL, "g1f3", "d7d6"};
    static const int rows[] = {1 + 28, HIST_NO_MOVE, 1 + 64 * 1 + 21, 1 + 64 * 6 + 43};
    node_start(FEN_START);
    ab_root(w)->pos = node->pos;
    node = ab_root(w);
    for (int i = 0; i < 4; i++) {
        node = node_play(node, moves[i]);
        const uint16_t *known = node->context.row;
        cr_expect_eq(known[HIST_AFTER_1], rows[i], "move %d", i);
        cr_expect(i == 0 || known[HIST_AFTER_2] == rows[i - 1], "move %d", i);
        cr_expect_eq(known[HIST_AT_PLY], i + 1);
    }
    cr_expect_eq(node->context.row[HIST_AFTER_4], rows[0]);
}

Test(negamax_learning, the_root_knows_the_moves_of_the_game)
{
    static const char *const moves[] = {"e2e4", "c7c5", "g1f3", "d7d6"};
    fixture_set(FEN_START);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        fixture_play(moves[i]);
    }
    control_begin(&control, &(search_limits){.nodes = 1000});
    ab_go(n, &f.position, &f.game, &control, NULL, NULL, NULL);
    const uint16_t *root = ab_root(n->workers[0])->context.row;
    cr_expect_eq(root[HIST_AFTER_1], 1 + 64 * 6 + 43);
    cr_expect_eq(root[HIST_AFTER_2], 1 + 64 * 1 + 21);
    cr_expect_eq(root[HIST_AFTER_4], 1 + 28);
    cr_expect_eq(root[HIST_AFTER_6], HIST_NO_MOVE);
}

/* ---- Killers and counter moves ---- */

static const node_searched quiet_cut = {
    3, false, {{"e5d7", -50}, {"a2a3", -20}, {"g2g4", -30}, {"e1g1", 5}}};
static const node_searched another_cut = {3, false, {{"g2g4", -1}, {"a2a3", 9}}};
static const node_searched raised_twice = {4, true, {{"a2a3", -10}, {"b2b3", 40}, {"g2g4", 60}}};
static const node_searched all_failed = {
    5, false, {{"g2g4", -40}, {"a2a3", -3}, {"e5d7", -90}, {"e1g1", -60}}};
static const node_searched capture_cut = {6, false, {{"b2b3", -5}, {"e1g1", -8}, {"e5d7", 7}}};

static void expect_refutations(const char *last, const char *before, const char *counter)
{
    cr_expect_eq(node->killers[0], last ? node_find(node, last) : MOVE_NONE);
    cr_expect_eq(node->killers[1], before ? node_find(node, before) : MOVE_NONE);
    const int queen_to_d6 = 1 + 64 * (QUEEN + 6) + 43;
    cr_expect_eq(hist_counter_move(w->history, queen_to_d6),
                 counter ? node_find(node, counter) : MOVE_NONE);
}

Test(negamax_learning, quiet_moves_that_cut_raised_alpha_or_were_best_become_killers)
{
    for (int best = 0; best < HIST_BESTS; best++) {
        use->killer_best = best;
        node_start(FIXTURE_KIWIPETE);
        node_learn(node, &capture_cut);
        expect_refutations(NULL, NULL, NULL);
        node_learn(node, &raised_twice);
        const char *const raised = best >= HIST_BEST_RAISED ? "g2g4" : NULL;
        expect_refutations(raised, NULL, NULL);
        node_learn(node, &all_failed);
        const bool failed = best == HIST_BEST_SCORE;
        expect_refutations(failed ? "a2a3" : raised, failed ? raised : NULL, NULL);
        node_learn(node, &quiet_cut);
        expect_refutations("e1g1", failed ? "a2a3" : raised, "e1g1");
        node_learn(node, &quiet_cut);
        expect_refutations("e1g1", failed ? "a2a3" : raised, "e1g1");
        node_learn(node, &another_cut);
        expect_refutations("a2a3", "e1g1", "a2a3");
    }
}

/* A search without the table move, to learn whether it is singular, finds the best of the others.
 */
Test(negamax_learning, the_best_of_the_moves_that_are_not_excluded_is_not_the_node_s_best)
{
    for (int best = 0; best < HIST_BESTS; best++) {
        use->history_best = use->killer_best = best;
        node_start(FIXTURE_KIWIPETE);
        node->excluded = node_find(node, "e2a6");
        node_learn(node, &all_failed);
        cr_expect_eq(node_count(node, "a2a3"), 0);
        expect_refutations(NULL, NULL, NULL);
        node_learn(node, &quiet_cut);
        cr_expect_eq(node_count(node, "e1g1"), 9);
        expect_refutations("e1g1", NULL, "e1g1");
    }
}

/* ---- The move before a node ---- */

/* What the gravity tables know of a move after the node behind it has these evaluations. */
static int learnt_by_difference(const char *fen, const char *uci, int before, int after)
{
    node_start(fen);
    node->eval = before;
    ab_node *next = node_play(node, uci);
    next->eval = after;
    const ab_visit v = {.ply = NODE_PLY + 1, .in_check = after == SCORE_NONE};
    ab_learn_difference(w, next, &v);
    return node_gravity(node, uci);
}

/* The evaluations are those of either side, so their sum is what the move lost. */
Test(negamax_learning, the_evaluation_after_a_quiet_move_teaches)
{
    use->difference_bonus = true;
    cr_expect_eq(learnt_by_difference(FEN_START, "g1f3", 30, -50), 8 * 20);
    cr_expect_eq(learnt_by_difference(FEN_START, "g1f3", 30, 10), 8 * -40);
    cr_expect_eq(learnt_by_difference(FEN_START, "g1f3", 30, -500), 700);
    cr_expect_eq(learnt_by_difference(FEN_START, "g1f3", 30, 500), -700);
    cr_expect_eq(learnt_by_difference(FEN_START, "g1f3", SCORE_NONE, -50), 0);
    cr_expect_eq(learnt_by_difference(FEN_START, "g1f3", 30, SCORE_NONE), 0);
    cr_expect_eq(learnt_by_difference(FIXTURE_KIWIPETE, "e5d7", 30, -50), 0, "a capture");
    use->difference_bonus = false;
    cr_expect_eq(learnt_by_difference(FEN_START, "g1f3", 30, -50), 0);
}

static int learnt_unanswered(const char *fen, const char *uci)
{
    node_start(fen);
    const ab_visit v = {.ply = NODE_PLY + 1, .depth = 5};
    ab_learn_unanswered(w, node_play(node, uci), &v);
    return node_gravity(node, uci);
}

/* Half of the bonus of depth 5. */
Test(negamax_learning, a_quiet_move_without_a_good_answer_gains)
{
    use->unanswered_bonus = true;
    cr_expect_eq(learnt_unanswered(FEN_START, "g1f3"), 1122 / 2);
    cr_expect_eq(learnt_unanswered(FIXTURE_KIWIPETE, "e5d7"), 0, "a capture");
    use->unanswered_bonus = false;
    cr_expect_eq(learnt_unanswered(FEN_START, "g1f3"), 0);
}

/* The depth to which a node is searched that should be searched to depth 3, by the plies of its
 * reduction and by how much the opponent lost with the last move. The window is a little above the
 * evaluation, so that no cut of the node ends the search. */
static int depth_searched(int reduction, int lost)
{
    tt_data known;
    node_start(FEN_START);
    const int eval = ab_evaluate(w, node, SCORE_NONE);
    node->reduction = reduction;
    node[-1].eval = lost - eval;
    (void)ab_search(w, node, eval + 50, eval + 51, 3, false);
    cr_assert(tt_probe(&n->table, node->pos.key, &known));
    return known.depth;
}

Test(negamax_learning, the_evaluation_says_whether_a_reduction_was_right)
{
    use->frame = AB_FRAME_MODERN;
    cr_expect_eq(depth_searched(3, -500), 4, "the last move was good");
    cr_expect_eq(depth_searched(2, -500), 3);
    cr_expect_eq(depth_searched(1, 500), 2, "the last move was bad");
    cr_expect_eq(depth_searched(1, 0), 3);
    cr_expect_eq(depth_searched(0, 500), 3, "not reduced");
    use->frame = AB_FRAME_NONE;
    cr_expect_eq(depth_searched(3, -500), 3);
}

/* ---- Cuts by the table ---- */

/* What gravity and the counts know of a quiet move. */
static void expect_learnt(const char *uci, int gravity, float count)
{
    cr_expect_eq(node_gravity(node, uci), gravity, "%s", uci);
    cr_expect_eq(node_count(node, uci), count, "%s", uci);
}

/* A capture that cuts by the table teaches nothing, neither as a capture nor as a quiet move. */
static void expect_nothing_learnt(const char *capture)
{
    hist_move m = node_described(node, capture);
    cr_expect_eq(hist_judge(w->history, &node->context, &m), 0);
    m.victim = HIST_QUIET;
    cr_expect_eq(hist_judge(w->history, &node->context, &m), 0);
}

/* The pawn on b4 attacks a3. */
Test(negamax_learning, a_table_cut_knows_what_is_threatened)
{
    const ab_visit v = {.depth = 4};
    for (int threats = 0; threats < 2; threats++) {
        use->threat_history = threats;
        node_start(FIXTURE_KIWIPETE);
        ab_learn_table_cut(w, node, &v, node_find(node, "a2a3"), 300, 4);
        hist_move m = node_described(node, "a2a3");
        cr_expect_eq(m.threats, 2 * threats);
        cr_expect_eq(hist_judge(w->history, &node->context, &m), 300);
        m.threats = 0;
        cr_expect_eq(hist_judge(w->history, &node->context, &m), threats ? 0 : 300);
    }
}

/* The bonus of depth 5 is 4 * 25 + 214 * 5 - 48 = 1122. */
Test(negamax_learning,
     a_cut_by_the_table_is_half_a_bonus_to_gravity_and_a_cut_of_its_depth_to_counts)
{
    node_start(FEN_START);
    node_know_itself(node, "d2d4", 30, 7, TT_LOWER);
    cr_assert_eq(ab_search(w, node, 0, 1, 5, true), 30);
    expect_learnt("d2d4", 561, 49.0f);
    node_start(FEN_START);
    node_know_itself(node, "d2d4", -30, 7, TT_UPPER);
    cr_assert_eq(ab_search(w, node, 0, 1, 5, true), -30);
    expect_learnt("d2d4", 0, 0.0f);
    node_start(FIXTURE_KIWIPETE);
    node_know_itself(node, "e5d7", 30, 7, TT_LOWER);
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

Test(negamax_learning, an_enhanced_table_cutoff_counts_as_a_node_above_its_entry)
{
    use->frame = AB_FRAME_MIA;
    use->history_pv = HIST_IGNORE;
    for (int pv = 0; pv < 2; pv++) {
        node_start(FEN_START);
        node_know(node, "g1f3", -5, 20);
        node_know(node, "d2d4", 50, 6);
        cr_expect_not(cuts_early(8, pv), "the entry is too shallow");
        expect_learnt("d2d4", 0, 0.0f);
        cr_expect(cuts_early(5, pv));
        expect_learnt("d2d4", 1122, pv ? 0.0f : 49.0f);
        expect_learnt("g1f3", 0, 0.0f);
    }
    node_start(FIXTURE_KIWIPETE);
    node_know(node, "e5d7", 50, 6);
    cr_expect(cuts_early(5, false));
    expect_nothing_learnt("e5d7");
}

/* ---- Searches of a node ---- */

/* The first moves that a node picks, each well known to the table. All others fail. */
static void know_first_moves(int e4, int nf3, int a3, int h3)
{
    move legal[MOVES_MAX];
    node_start(FEN_START);
    const int count = gen_legal(&node->pos, legal);
    for (int i = 0; i < count; i++) {
        node_know(node, fixture_text(legal[i]), -30, 20);
    }
    node_know(node, "e2e4", e4, 20);
    node_know(node, "g1f3", nf3, 20);
    node_know(node, "a2a3", a3, 20);
    node_know(node, "h2h3", h3, 20);
    node->killers[0] = node_find(node, "g1f3");
    node->killers[1] = node_find(node, "a2a3");
    hist_keep_counter_move(w->history, 1 + 64 * (QUEEN + 6) + 43, node_find(node, "h2h3"));
}

static void expect_counts(float e4, float nf3, float a3, float h3)
{
    cr_expect_eq(node_count(node, "e2e4"), e4);
    cr_expect_eq(node_count(node, "g1f3"), nf3);
    cr_expect_eq(node_count(node, "a2a3"), a3);
    cr_expect_eq(node_count(node, "h2h3"), h3);
    cr_expect_eq(node_count(node, "d2d4"), 0.0f);
}

/* Three cuts suffice. At depth 5 the searches are 2 plies shorter: results of depth 3. */
Test(negamax_learning, multi_cut_is_a_result_of_the_depth_of_its_look)
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

Test(negamax_learning, a_node_s_search_is_its_result)
{
    use->counter_move = true;
    use->quiet_rule = HIST_ORDER_PLAUSIBILITY;
    use->reduction_rule = HIST_REDUCE_PRODEO;
    use->prodeo_inc = use->prodeo_dec = 1;
    know_first_moves(-20, 0, 5, -30);
    node_know_itself(node, "e2e4", 0, 1, TT_EXACT);
    cr_assert_eq(ab_search(w, node, 0, 1, 4, true), 5);
    expect_counts(-4.0f, -4.0f, 16.0f, 0.0f);
    cr_expect_eq(node->killers[0], node_find(node, "a2a3"));
    cr_expect_eq(node->killers[1], node_find(node, "g1f3"));
    cr_expect_eq(node_gravity(node, "a2a3"), 4 * 16 + 214 * 4 - 48);
    const hist_move tried[] = {node_described(node, "e2e4"), node_described(node, "g1f3"),
                               node_described(node, "a2a3"), node_described(node, "h2h3")};
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(hist_reduces(w->history, &tried[i], 4), i < 2, "above alpha is a success");
    }
}

Test(negamax_learning, where_all_moves_fail_the_best_of_them_may_count)
{
    for (int best = 0; best < HIST_BESTS; best++) {
        use->history_best = use->killer_best = best;
        know_first_moves(-30, -10, -30, -30);
        node->killers[0] = node->killers[1] = MOVE_NONE;
        cr_assert_eq(ab_search(w, node, 0, 1, 4, true), -10);
        const bool counts = best == HIST_BEST_SCORE;
        expect_counts(0.0f, counts ? 16.0f : 0.0f, 0.0f, 0.0f);
        cr_expect_eq(node_gravity(node, "g1f3"), 0);
        cr_expect_eq(node->killers[0], counts ? node_find(node, "g1f3") : MOVE_NONE);
    }
}

Test(negamax_learning, a_node_with_an_open_window_counts_if_it_should)
{
    for (int pv = 0; pv < HIST_COUNTINGS; pv++) {
        use->history_pv = pv;
        use->history_best = HIST_BEST_RAISED;
        node_start(FEN_START);
        ab_search(w, node, -SCORE_INFINITE, SCORE_INFINITE, 1, false);
        cr_assert_eq(node->pv_length, 1);
        cr_expect_eq(node_count(node, fixture_text(node->pv[0])), pv == HIST_COUNT ? 1.0f : 0.0f);
    }
}

/* The cell of a move in prodeo: the greatest threshold that does not reduce it. */
static int prodeo_cell(const char *uci)
{
    const hist_move m = node_described(node, uci);
    hist_negamax_settings settings = ab_history_settings(use, &f.options.params);
    int *threshold = &settings.reductions.threshold;
    for (*threshold = -1000; *threshold <= 1000; (*threshold)++) {
        hist_negamax_configure(w->history, &settings);
        if (hist_reduces(w->history, &m, 2)) {
            break;
        }
    }
    return *threshold - 1;
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
    node_start("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    const int count = gen_legal(&node->pos, legal);
    for (int i = 0; i < count; i++) {
        if (strcmp(fixture_text(legal[i]) + 2, "d2") != 0) {
            node_know(node, fixture_text(legal[i]), -30, 20);
        }
    }
    ab_search(w, node, 5000, 5001, 2, true);
    return prodeo_cell("b1d2");
}

Test(negamax_learning, prodeo_may_know_a_move_while_its_node_is_searched)
{
    cr_expect_eq(cell_of_knights(HIST_REDUCE_LEARN_NODES), 50 - 2);
    cr_expect_eq(cell_of_knights(HIST_REDUCE_LEARN_MOVES), 90 - 1);
}
