/* What negamax search tells its histories: nodes and table entries made by hand, and what is learnt
 * worked out by hand too. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "negamax_visit.h"
#include "node_fixture.h"

static fixture f;
static search_techniques *use;
static search_control control;
static negamax *n;
static ab_worker *w;
static ab_node *node;

static void begin(void)
{
    n = node_begin(&f, &control);
    use = &f.options.techniques;
}
static void end(void)
{
    ab_free(n);
    fixture_end(&f);
}

TestSuite(negamax_lessons, .init = begin, .fini = end);

static void start(const char *fen)
{
    node = node_start(&f, n, fen);
    w = n->workers[0];
}

/* What the classical rule says of a quiet move: the documented mapping, backwards. */
static float count_of(const char *uci)
{
    const hist_trial m = node_trial(w, node, uci);
    const int score = hist_order_score(w->order, &m);
    const int32_t bits = abs(score);
    float number;
    memcpy(&number, &bits, sizeof number);
    return score < 0 ? -number : number;
}

/* What gravity says of a move. */
static int gravity_of(const char *uci)
{
    const hist_trial m = node_trial(w, node, uci);
    return m.victim == HIST_QUIET ? hist_quiet_score(w->history, HIST_TO_JUDGE, &node->history, &m)
                                  : hist_capture_score(w->history, &m);
}

/* Praise of a capture would go to the tables of quiet moves. */
static void expect_no_praise(const char *capture)
{
    const hist_trial m = node_trial(w, node, capture);
    cr_expect_eq(hist_quiet_score(w->history, HIST_TO_JUDGE, &node->history, &m), 0);
    cr_expect_eq(hist_capture_score(w->history, &m), 0);
}

/* ---- Trials ---- */

static hist_trial numbered(int i)
{
    return (hist_trial){KNIGHT, (uint8_t)i, (uint8_t)(63 - i), HIST_QUIET, 0};
}

static void expect_trial(const ab_trials *trials, int place, int number, hist_outcome outcome)
{
    cr_expect_eq(trials->tried[place].from, number, "place %d", place);
    cr_expect_eq(trials->outcomes[place], outcome, "place %d", place);
}

Test(negamax_lessons, trials_keep_their_order_and_where_they_are_full_what_is_above_alpha)
{
    static const hist_outcome outcomes[] = {HIST_FAILED, HIST_RAISED, HIST_CUT};
    ab_trials trials = {.count = 0};
    for (int i = 0; i < HIST_TRIED_MAX; i++) {
        const hist_trial m = numbered(i);
        cr_assert_eq(ab_note_trial(&trials, &m, outcomes[i % 3]), i);
        cr_assert_eq(trials.count, i + 1);
    }
    const hist_trial late[] = {numbered(20), numbered(21), numbered(22), numbered(23)};
    cr_expect_eq(ab_note_trial(&trials, &late[0], HIST_FAILED), -1);
    expect_trial(&trials, HIST_TRIED_MAX - 1, HIST_TRIED_MAX - 1, HIST_FAILED);
    cr_expect_eq(ab_note_trial(&trials, &late[1], HIST_RAISED), HIST_TRIED_MAX - 1);
    expect_trial(&trials, HIST_TRIED_MAX - 1, 21, HIST_RAISED);
    cr_expect_eq(ab_note_trial(&trials, &late[2], HIST_FAILED), -1);
    expect_trial(&trials, HIST_TRIED_MAX - 1, 21, HIST_RAISED);
    cr_expect_eq(ab_note_trial(&trials, &late[3], HIST_CUT), HIST_TRIED_MAX - 1);
    expect_trial(&trials, HIST_TRIED_MAX - 1, 23, HIST_CUT);
    cr_expect_eq(trials.count, HIST_TRIED_MAX);
    for (int i = 0; i < HIST_TRIED_MAX - 1; i++) {
        expect_trial(&trials, i, i, outcomes[i % 3]);
    }
}

/* ---- Lessons of nodes ---- */

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
 * raised alpha at depth 4. Nothing is known of e1c1, which counts as 500 / 1000 in quotients. */
static const struct {
    hist_order_rule rule;
    int best; /* a hist_best, or ANY_BEST where it is not asked */
    hist_counting pv;
    float counts[MOVES];
} wanted[] = {
    {HIST_ORDER_SCHAEFFER, HIST_BEST_SCORE, HIST_COUNT, {25, 0, 16, 9 + 4, 0}},
    {HIST_ORDER_SCHAEFFER, HIST_BEST_RAISED, HIST_COUNT, {0, 0, 16, 9 + 4, 0}},
    {HIST_ORDER_SCHAEFFER, HIST_BEST_CUT, HIST_COUNT, {0, 0, 0, 9 + 4, 0}},
    {HIST_ORDER_SCHAEFFER, HIST_BEST_SCORE, HIST_IGNORE, {25, 0, 0, 9, 0}},
    {HIST_ORDER_SCHAEFFER, HIST_BEST_RAISED, HIST_IGNORE, {0, 0, 0, 9, 0}},
    {HIST_ORDER_SCHAEFFER, HIST_BEST_CUT, HIST_IGNORE, {0, 0, 0, 9, 0}},
    {HIST_ORDER_BUTTERFLY,
     ANY_BEST,
     HIST_COUNT,
     {3 + 2 + 4 + 5, 2 + 4 + 6, 3 + 4 + 5, 3 + 2 + 5 + 6, 0}},
    {HIST_ORDER_BUTTERFLY, ANY_BEST, HIST_IGNORE, {3 + 5, 6, 3 + 5, 3 + 5 + 6, 0}},
    {HIST_ORDER_RELATIVE,
     HIST_BEST_SCORE,
     HIST_COUNT,
     {25.0f / 14.0f, 0, 16.0f / 12.0f, 13.0f / 16.0f, 0.5f}},
    {HIST_ORDER_RELATIVE, HIST_BEST_RAISED, HIST_COUNT, {0, 0, 16.0f / 12.0f, 13.0f / 16.0f, 0.5f}},
    {HIST_ORDER_RELATIVE, HIST_BEST_CUT, HIST_COUNT, {0, 0, 0, 13.0f / 16.0f, 0.5f}},
    {HIST_ORDER_RELATIVE, HIST_BEST_SCORE, HIST_IGNORE, {25.0f / 8.0f, 0, 0, 9.0f / 14.0f, 0.5f}},
    {HIST_ORDER_RELATIVE, HIST_BEST_RAISED, HIST_IGNORE, {0, 0, 0, 9.0f / 14.0f, 0.5f}},
    {HIST_ORDER_RELATIVE_MISSES, ANY_BEST, HIST_COUNT, {0, 0, 0, 13.0f / (5 + 6), 0.5f}},
    {HIST_ORDER_RELATIVE_MISSES, ANY_BEST, HIST_IGNORE, {0, 0, 0, 9.0f / (5 + 6), 0.5f}},
    {HIST_ORDER_HYATT, ANY_BEST, HIST_COUNT, {0, 0, 0, 13.0f / 6.0f, 0.5f}},
    {HIST_ORDER_HYATT, ANY_BEST, HIST_IGNORE, {0, 0, 0, 9.0f / 6.0f, 0.5f}},
    {HIST_ORDER_PLAUSIBILITY, ANY_BEST, HIST_COUNT, {-3 - 2, -2 - 6, -3, 9 + 4 - 6, 0}},
    {HIST_ORDER_PLAUSIBILITY, ANY_BEST, HIST_IGNORE, {-3, -6, -3, 9 - 6, 0}},
    {HIST_ORDER_NONE, ANY_BEST, HIST_COUNT, {0, 0, 0, 0, 0}},
};

Test(negamax_lessons, every_rule_counts_what_the_nodes_of_a_search_found)
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
                cr_expect_eq(count_of(moves[k]), wanted[i].counts[k],
                             "%s, best %s, open windows %s: %s",
                             hist_order_rule_words[wanted[i].rule], hist_best_words[best],
                             hist_counting_words[wanted[i].pv], moves[k]);
            }
        }
    }
}

/* The default growth: 4 * 9 + 214 * 3 - 48 = 630 at depth 3, of which a quiet move loses 640 / 1024
 * and a capture 1070 / 1024; and 4 * 36 + 214 * 6 - 48 = 1380 at depth 6. */
Test(negamax_lessons, gravity_learns_where_a_move_raised_alpha_and_of_quiet_moves_by_a_quiet_one)
{
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &all_failed);
    for (int i = 0; i < MOVES; i++) {
        cr_expect_eq(gravity_of(moves[i]), 0, "%s", moves[i]);
    }
    cr_expect_eq(gravity_of("e5d7"), 0);
    node_learn(w, node, &quiet_cut);
    cr_expect_eq(gravity_of("e1g1"), 630);
    cr_expect_eq(gravity_of("a2a3"), -393);
    cr_expect_eq(gravity_of("g2g4"), -393);
    cr_expect_eq(gravity_of("b2b3"), 0);
    cr_expect_eq(gravity_of("e5d7"), -658);
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &capture_cut);
    cr_expect_eq(gravity_of("e1g1"), 0);
    cr_expect_eq(gravity_of("e5d7"), 1380);
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &raised_twice);
    cr_expect_gt(gravity_of("g2g4"), 0, "the last that raised alpha");
    cr_expect_lt(gravity_of("b2b3"), 0);
}

Test(negamax_lessons, reductions_learn_too)
{
    use->reduction_rule = HIST_REDUCE_ROMSTAD;
    for (int rule = 0; rule < HIST_ORDER_RULES; rule++) {
        use->quiet_rule = rule;
        start(FIXTURE_KIWIPETE);
        node_learn(w, node, &quiet_cut);
        for (int i = 0; i < MOVES; i++) {
            const hist_trial m = node_trial(w, node, moves[i]);
            cr_expect_eq(hist_reduces(w->reductions, &m, 3), i == 0 || i == 2, "%s", moves[i]);
        }
    }
}

static void expect_refutations(const char *last, const char *before, const char *counter)
{
    cr_expect_eq(node->killers[0], last ? node_find(node, last) : MOVE_NONE);
    cr_expect_eq(node->killers[1], before ? node_find(node, before) : MOVE_NONE);
    cr_expect_eq(w->counter[QUEEN + 6][43], counter ? node_find(node, counter) : MOVE_NONE);
}

Test(negamax_lessons, killers_and_counter_moves_are_quiet_moves_that_cut)
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
    node->history.slot[HIST_AFTER_1] = HIST_SLOT_NONE;
    node_learn(w, node, &quiet_cut);
    expect_refutations("e1g1", "a2a3", "a2a3");
}

/* ---- Lessons of the table ---- */

Test(negamax_lessons, praise_is_a_bonus_to_gravity_and_a_cut_to_the_counts)
{
    for (int i = 0; i < 8; i++) {
        const bool cuts = i & 1, open = i & 2, pv = i & 4;
        use->history_table_cuts = cuts ? HIST_COUNT : HIST_IGNORE;
        use->history_pv = open ? HIST_COUNT : HIST_IGNORE;
        start(FIXTURE_KIWIPETE);
        ab_praise(w, node, node_find(node, "e1g1"), 200, 5, pv);
        cr_expect_eq(gravity_of("e1g1"), 200);
        cr_expect_eq(count_of("e1g1"), cuts && (open || !pv) ? 25.0f : 0.0f, "case %d", i);
        ab_praise(w, node, node_find(node, "e1g1"), 200, 2, pv);
        cr_expect_eq(gravity_of("e1g1"), 400 - 200 * 200 / HIST_LIMIT);
        cr_expect_eq(count_of("e1g1"), cuts && (open || !pv) ? 29.0f : 0.0f, "case %d", i);
        cr_expect(gravity_of("a2a3") == 0 && count_of("a2a3") == 0.0f, "no other move");
    }
}

Test(negamax_lessons, praise_knows_what_is_threatened)
{
    use->threat_history = true;
    start(FIXTURE_KIWIPETE);
    ab_praise(w, node, node_find(node, "a2a3"), 300, 4, false);
    hist_trial m = node_trial(w, node, "a2a3");
    cr_assert_eq(m.threats, 2, "the bishop on a6 does not see a3, the pawn on b4 does");
    cr_expect_eq(gravity_of("a2a3"), 300);
    m.threats = 0;
    cr_expect_eq(hist_quiet_score(w->history, HIST_TO_JUDGE, &node->history, &m), 0);
}

/* The table knows what a move is worth to its mover. */
static void know(const char *uci, int score, int depth)
{
    position after = node->pos;
    pos_make(&after, node_find(node, uci));
    const tt_data data = {
        .score = (int16_t)-score, .depth = (int8_t)depth, .bound = TT_EXACT, .now = true};
    tt_store(&n->table, after.key, &data);
}

/* The table knows the node itself. */
static void know_node(const char *uci, int score, int depth, tt_bound bound)
{
    const tt_data data = {.move = node_find(node, uci),
                          .score = (int16_t)score,
                          .depth = (int8_t)depth,
                          .bound = bound};
    tt_store(&n->table, node->pos.key, &data);
}

/* The bonus of depth 5 is 4 * 25 + 214 * 5 - 48 = 1122. */
Test(negamax_lessons, a_cut_by_the_table_is_half_a_lesson_to_gravity_and_one_of_its_depth_to_counts)
{
    start(FEN_START);
    know_node("d2d4", 30, 7, TT_LOWER);
    cr_assert_eq(ab_search(w, node, 0, 1, 5, true), 30);
    cr_expect_eq(gravity_of("d2d4"), 561);
    cr_expect_eq(count_of("d2d4"), 49.0f);
    start(FEN_START);
    know_node("d2d4", -30, 7, TT_UPPER);
    cr_assert_eq(ab_search(w, node, 0, 1, 5, true), -30);
    cr_expect(gravity_of("d2d4") == 0 && count_of("d2d4") == 0.0f, "no cut");
    start(FIXTURE_KIWIPETE);
    know_node("e5d7", 30, 7, TT_LOWER);
    cr_assert_eq(ab_search(w, node, 0, 1, 5, true), 30);
    expect_no_praise("e5d7");
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

Test(negamax_lessons, an_enhanced_table_cutoff_counts_as_a_node_above_its_entry)
{
    use->table_cutoffs = true;
    for (int i = 0; i < 4; i++) {
        const bool cuts = i & 1, pv = i & 2;
        use->history_table_cuts = cuts ? HIST_COUNT : HIST_IGNORE;
        use->history_pv = HIST_IGNORE;
        start(FEN_START);
        know("g1f3", -5, 20);
        know("d2d4", 50, 6);
        cr_expect_not(cuts_early(8, pv), "the entry is too shallow");
        cr_expect_eq(gravity_of("d2d4"), 0);
        cr_expect(cuts_early(5, pv));
        cr_expect_eq(gravity_of("d2d4"), 1122);
        cr_expect_eq(count_of("d2d4"), cuts && !pv ? 49.0f : 0.0f, "case %d", i);
        cr_expect(gravity_of("g1f3") == 0 && count_of("g1f3") == 0.0f);
    }
    start(FIXTURE_KIWIPETE);
    know("e5d7", 50, 6);
    cr_expect(cuts_early(5, false));
    expect_no_praise("e5d7");
}

/* The first moves that a node picks, each well known to the table. */
static void know_first_moves(int e4, int nf3, int a3, int h3)
{
    start(FEN_START);
    know("e2e4", e4, 20);
    know("g1f3", nf3, 20);
    know("a2a3", a3, 20);
    know("h2h3", h3, 20);
    node->killers[0] = node_find(node, "g1f3");
    node->killers[1] = node_find(node, "a2a3");
    w->counter[QUEEN + 6][43] = node_find(node, "h2h3");
}

static void expect_counts(float e4, float nf3, float a3, float h3)
{
    cr_expect_eq(count_of("e2e4"), e4);
    cr_expect_eq(count_of("g1f3"), nf3);
    cr_expect_eq(count_of("a2a3"), a3);
    cr_expect_eq(count_of("h2h3"), h3);
    cr_expect_eq(count_of("d2d4"), 0.0f);
}

/* At depth 5 the look is 2 plies shorter: a lesson of depth 3. */
Test(negamax_lessons, multi_cut_is_a_lesson_of_the_depth_of_its_look)
{
    use->multi_cut = use->counter_move = true;
    use->quiet_rule = HIST_ORDER_PLAUSIBILITY;
    f.options.params.ab_cut_moves = 4;
    f.options.params.ab_cut_count = 2;
    know_first_moves(-20, 1, 0, 8);
    cr_expect(cuts_early(5, false));
    expect_counts(-3.0f, 9.0f, -3.0f, 9.0f);
    know_first_moves(-20, 1, 0, 0);
    cr_expect_not(cuts_early(5, false), "one cut is not enough");
    expect_counts(0.0f, 0.0f, 0.0f, 0.0f);
    use->history_table_cuts = HIST_IGNORE;
    know_first_moves(-20, 1, 0, 8);
    cr_expect(cuts_early(5, false));
    expect_counts(0.0f, 0.0f, 0.0f, 0.0f);
}

/* ---- A whole search ---- */

Test(negamax_lessons, a_node_s_search_is_its_lesson)
{
    use->counter_move = true;
    use->quiet_rule = HIST_ORDER_PLAUSIBILITY;
    use->reduction_rule = HIST_REDUCE_PRODEO;
    use->prodeo_inc = use->prodeo_dec = 1;
    know_first_moves(-20, 0, 5, -30);
    know_node("e2e4", 0, 1, TT_EXACT);
    cr_assert_eq(ab_search(w, node, 0, 1, 4, true), 5);
    expect_counts(-4.0f, -4.0f, 16.0f, 0.0f);
    cr_expect_eq(node->killers[0], node_find(node, "a2a3"));
    cr_expect_eq(node->killers[1], node_find(node, "g1f3"));
    cr_expect_eq(gravity_of("a2a3"), 4 * 16 + 214 * 4 - 48);
    const hist_trial tried[] = {node_trial(w, node, "e2e4"), node_trial(w, node, "g1f3"),
                                node_trial(w, node, "a2a3"), node_trial(w, node, "h2h3")};
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(hist_reduces(w->reductions, &tried[i], 4), i < 2, "above alpha is a success");
    }
}

Test(negamax_lessons, where_all_moves_fail_the_best_of_them_may_count)
{
    for (int best = 0; best < HIST_BESTS; best++) {
        move legal[MOVES_MAX];
        use->history_best = best;
        start(FEN_START);
        const int count = gen_legal(&node->pos, legal);
        for (int i = 0; i < count; i++) {
            know(fixture_text(legal[i]), -30, 20);
        }
        know("g1f3", -10, 21);
        cr_assert_eq(ab_search(w, node, 0, 1, 4, true), -10);
        expect_counts(0.0f, best == HIST_BEST_SCORE ? 16.0f : 0.0f, 0.0f, 0.0f);
        cr_expect_eq(gravity_of("g1f3"), 0);
        cr_expect_eq(node->killers[0], MOVE_NONE);
    }
}

/* The king's four evasions, each known to the table. */
static void know_evasions(int d1, int d2, int f1, int f2)
{
    start("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1");
    know("e1d1", d1, 20);
    know("e1d2", d2, 20);
    know("e1f1", f1, 20);
    know("e1f2", f2, 20);
}

static void expect_evasions(float d1, float d2, float f1, float f2)
{
    cr_expect_eq(count_of("e1d1"), d1);
    cr_expect_eq(count_of("e1d2"), d2);
    cr_expect_eq(count_of("e1f1"), f1);
    cr_expect_eq(count_of("e1f2"), f2);
}

/* Gains and charges of depth 1 are 1, and of what failed relative history divides the best move's 1
 * by 1. */
Test(negamax_lessons, evasions_in_quiescence_are_a_lesson_of_depth_1_if_asked)
{
    use->history_quiescence = HIST_COUNT;
    use->history_prior = 0;
    for (int best = 0; best < HIST_BESTS; best++) {
        use->history_best = best;
        know_evasions(-40, -10, -30, -60);
        cr_assert_eq(ab_quiescence(w, node, 0, 1), -10);
        expect_evasions(0.0f, best == HIST_BEST_SCORE ? 1.0f : 0.0f, 0.0f, 0.0f);
        know_evasions(50, 50, 50, 50);
        cr_assert_eq(ab_quiescence(w, node, 0, 1), 50);
        cr_expect_eq(count_of("e1d1") + count_of("e1d2") + count_of("e1f1") + count_of("e1f2"),
                     1.0f, "the first one cuts");
    }
    use->quiet_rule = HIST_ORDER_BUTTERFLY;
    know_evasions(-40, -10, -30, -60);
    cr_assert_eq(ab_quiescence(w, node, 0, 1), -10);
    expect_evasions(1.0f, 1.0f, 1.0f, 1.0f);
    use->history_quiescence = HIST_IGNORE;
    know_evasions(-40, -10, -30, -60);
    cr_assert_eq(ab_quiescence(w, node, 0, 1), -10);
    expect_evasions(0.0f, 0.0f, 0.0f, 0.0f);
}

enum { CELLS = 12 * SQUARES };

/* How often a search tried each quiet move, in powers of two of the depths. Nothing is gained, so
 * that all quotients are equal while it searches, and what is counted orders nothing. */
static uint64_t count_trials(hist_counting table_cuts, float charges[CELLS])
{
    *use = search_techniques_of(SETTING_MIA);
    use->quiet_rule = HIST_ORDER_RELATIVE;
    use->history_key = HIST_ORDER_KEY_PIECE_TO;
    use->history_increment = HIST_INCREMENT_0;
    use->butterfly_increment = HIST_INCREMENT_2D;
    use->history_table_cuts = (int)table_cuts;
    start("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    control_begin(&control, &(search_limits){.depth = 7});
    ab_go(n, &f.position, &f.game, &control, NULL, NULL, NULL);
    /* A quotient of one gain tells the charge, of which the least is 2. */
    hist_order_params reading = ab_histories_of(use, &f.options.params).order;
    reading.gain = HIST_INCREMENT_1;
    reading.charge = HIST_INCREMENT_0;
    hist_order_configure(w->order, &reading);
    for (int i = 0; i < CELLS; i++) {
        const hist_trial m = {(uint8_t)(i / SQUARES), 0, (uint8_t)(i % SQUARES), HIST_QUIET, 0};
        ab_trials one = {.count = 0};
        ab_note_trial(&one, &m, HIST_CUT);
        ab_count_trials(w, &one, 1, false);
        const int32_t bits = hist_order_score(w->order, &m);
        float quotient;
        memcpy(&quotient, &bits, sizeof quotient);
        charges[i] = quotient == 1.0f ? 0.0f : 1.0f / quotient;
    }
    return ab_nodes(n);
}

Test(negamax_lessons, a_search_counts_its_cuts_by_the_table_and_by_many_moves_if_asked)
{
    float ignored[CELLS], counted[CELLS];
    int used = 0, more = 0;
    const uint64_t nodes = count_trials(HIST_IGNORE, ignored);
    cr_assert_eq(count_trials(HIST_COUNT, counted), nodes, "the same tree");
    for (int i = 0; i < CELLS; i++) {
        cr_assert_geq(counted[i], ignored[i], "cell %d", i);
        used += ignored[i] > 0.0f;
        more += counted[i] > ignored[i];
    }
    cr_expect_gt(used, 50, "%d of %d", more, used);
    cr_expect_gt(more, used / 2, "%d of %d", more, used);
}
