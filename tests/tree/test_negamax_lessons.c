/* What negamax search tells its histories and what it makes of their answers: nodes and table
 * entries made by hand, and what is learnt, reduced and skipped worked out by hand too. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "negamax_visit.h"
#include "search_fixture.h"

enum { PLY = 3 };

static fixture f;
static search_techniques *use;
static search_control control;
static negamax *n;
static ab_worker *w;
static ab_node *node;

/* A bare search with the histories alone. Gravity has tables of captures and of one kind of quiet
 * moves, of weight 1, so that a score is a cell. */
static void begin(void)
{
    failure why;
    fixture_begin_negamax(&f, 1, 4);
    use = &f.options.techniques;
    *use = (search_techniques){.killers = true,
                               .history_pruning = true,
                               .quiet_history = true,
                               .capture_history = true,
                               .quiet_rule = HIST_ORDER_SCHAEFFER,
                               .history_increment = HIST_INCREMENT_D2,
                               .butterfly_increment = HIST_INCREMENT_D,
                               .history_best = HIST_BEST_SCORE,
                               .history_prior = 500,
                               .history_pv = HIST_COUNT,
                               .history_table_cuts = HIST_COUNT,
                               .romstad_weight = 2};
    f.options.params.ab_order_butterfly_1024 = f.options.params.ab_judge_butterfly_1024 = 1024;
    n = ab_new(&f.options, &why);
    cr_assert_not_null(n, "%s", why.text);
    n->control = &control;
}
static void end(void)
{
    ab_free(n);
    fixture_end(&f);
}

TestSuite(negamax_lessons, .init = begin, .fini = end);

/* A new game, at a node amid a path; the black queen has just come to d6. */
static void start(const char *fen)
{
    failure why;
    fixture_set(&f, fen);
    cr_assert(ab_configure(n, &f.options, &why), "%s", why.text);
    ab_new_game(n);
    w = n->workers[0];
    w->path = f.game;
    w->until_look = 1 << 20;
    negamax_stack_reset(w->accumulators);
    node = ab_root(w) + PLY;
    node[-1].trial = (hist_trial){QUEEN + 6, 59, 43, HIST_QUIET, 0};
    node->history = (hist_node){.slot = {hist_slot(&node[-1].trial)}, .ply = PLY};
    node->pos = f.position;
    node->checks = pos_check_info(&node->pos);
    node->killers[0] = node->killers[1] = node->excluded = MOVE_NONE;
}

static move find(const char *uci)
{
    const move m = gen_from_uci(&node->pos, uci);
    cr_assert_neq(m, MOVE_NONE, "%s", uci);
    return m;
}

static hist_trial trial(const char *uci)
{
    return trial_of(&node->pos, ab_threats(w, node), find(uci));
}

/* What the classical rule says of a quiet move: the documented mapping, backwards. */
static float count_of(const char *uci)
{
    const hist_trial m = trial(uci);
    const int score = hist_order_score(w->order, &m);
    const int32_t bits = abs(score);
    float number;
    memcpy(&number, &bits, sizeof number);
    return score < 0 ? -number : number;
}

/* What gravity says of a move. */
static int gravity_of(const char *uci)
{
    const hist_trial m = trial(uci);
    return m.victim == HIST_QUIET ? hist_quiet_score(w->history, HIST_TO_JUDGE, &node->history, &m)
                                  : hist_capture_score(w->history, &m);
}

/* Praise of a capture would go to the tables of quiet moves. */
static void expect_no_praise(const char *capture)
{
    const hist_trial m = trial(capture);
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

enum { PLAYED_MAX = 4, MOVES = 5, ANY_BEST = HIST_BESTS };

/* A node of the window (0, 1) or, open, (0, 100), and the scores of its moves. */
typedef struct searched {
    int depth;
    bool pv;
    struct {
        const char *uci;
        int score;
    } played[PLAYED_MAX];
} searched;

static const searched quiet_cut = {
    3, false, {{"e5d7", -50}, {"a2a3", -20}, {"g2g4", -30}, {"e1g1", 5}}};
static const searched open_cut = {2, true, {{"b2b3", 30}, {"a2a3", 10}, {"e1g1", 100}}};
static const searched raised_twice = {4, true, {{"a2a3", -10}, {"b2b3", 40}, {"g2g4", 60}}};
static const searched all_failed = {
    5, false, {{"g2g4", -40}, {"a2a3", -3}, {"e5d7", -90}, {"e1g1", -60}}};
static const searched capture_cut = {6, false, {{"b2b3", -5}, {"e1g1", -8}, {"e5d7", 7}}};

static void learn(const searched *s)
{
    ab_visit v = {.alpha = 0, .beta = s->pv ? 100 : 1, .depth = s->depth, .ply = PLY, .pv = s->pv};
    ab_harvest h = {.best = -SCORE_INFINITE, .best_trial = -1, .top_trial = -1};
    for (int i = 0; i < PLAYED_MAX && s->played[i].uci; i++) {
        const hist_trial m = trial(s->played[i].uci);
        const int score = s->played[i].score;
        const hist_outcome outcome = score <= v.alpha ? HIST_FAILED
                                     : score < v.beta ? HIST_RAISED
                                                      : HIST_CUT;
        ab_note_trial(&h.trials, &m, outcome);
        h.count++;
        if (score > h.best) {
            h.best = score;
            h.top_trial = i;
        }
        if (outcome != HIST_FAILED) {
            h.best_move = find(s->played[i].uci);
            h.best_trial = i;
            v.alpha = score;
        }
    }
    ab_learn(w, node, &v, &h);
}

static void learn_all(void)
{
    start(FIXTURE_KIWIPETE);
    learn(&quiet_cut);
    learn(&open_cut);
    learn(&raised_twice);
    learn(&all_failed);
    learn(&capture_cut);
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
    learn(&all_failed);
    for (int i = 0; i < MOVES; i++) {
        cr_expect_eq(gravity_of(moves[i]), 0, "%s", moves[i]);
    }
    cr_expect_eq(gravity_of("e5d7"), 0);
    learn(&quiet_cut);
    cr_expect_eq(gravity_of("e1g1"), 630);
    cr_expect_eq(gravity_of("a2a3"), -393);
    cr_expect_eq(gravity_of("g2g4"), -393);
    cr_expect_eq(gravity_of("b2b3"), 0);
    cr_expect_eq(gravity_of("e5d7"), -658);
    start(FIXTURE_KIWIPETE);
    learn(&capture_cut);
    cr_expect_eq(gravity_of("e1g1"), 0);
    cr_expect_eq(gravity_of("e5d7"), 1380);
    start(FIXTURE_KIWIPETE);
    learn(&raised_twice);
    cr_expect_gt(gravity_of("g2g4"), 0, "the last that raised alpha");
    cr_expect_lt(gravity_of("b2b3"), 0);
}

Test(negamax_lessons, reductions_learn_too)
{
    use->reduction_rule = HIST_REDUCE_ROMSTAD;
    for (int rule = 0; rule < HIST_ORDER_RULES; rule++) {
        use->quiet_rule = rule;
        start(FIXTURE_KIWIPETE);
        learn(&quiet_cut);
        for (int i = 0; i < MOVES; i++) {
            const hist_trial m = trial(moves[i]);
            cr_expect_eq(hist_reduces(w->reductions, &m, 3), i == 0 || i == 2, "%s", moves[i]);
        }
    }
}

static void expect_refutations(const char *last, const char *before, const char *counter)
{
    cr_expect_eq(node->killers[0], last ? find(last) : MOVE_NONE);
    cr_expect_eq(node->killers[1], before ? find(before) : MOVE_NONE);
    cr_expect_eq(w->counter[QUEEN + 6][43], counter ? find(counter) : MOVE_NONE);
}

Test(negamax_lessons, killers_and_counter_moves_are_quiet_moves_that_cut)
{
    static const searched another_cut = {3, false, {{"g2g4", -1}, {"a2a3", 9}}};
    start(FIXTURE_KIWIPETE);
    learn(&capture_cut);
    learn(&raised_twice);
    learn(&all_failed);
    expect_refutations(NULL, NULL, NULL);
    learn(&quiet_cut);
    expect_refutations("e1g1", NULL, "e1g1");
    learn(&open_cut);
    expect_refutations("e1g1", NULL, "e1g1");
    learn(&another_cut);
    expect_refutations("a2a3", "e1g1", "a2a3");
    node->history.slot[HIST_AFTER_1] = HIST_SLOT_NONE;
    learn(&quiet_cut);
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
        ab_praise(w, node, find("e1g1"), 200, 5, pv);
        cr_expect_eq(gravity_of("e1g1"), 200);
        cr_expect_eq(count_of("e1g1"), cuts && (open || !pv) ? 25.0f : 0.0f, "case %d", i);
        ab_praise(w, node, find("e1g1"), 200, 2, pv);
        cr_expect_eq(gravity_of("e1g1"), 400 - 200 * 200 / HIST_LIMIT);
        cr_expect_eq(count_of("e1g1"), cuts && (open || !pv) ? 29.0f : 0.0f, "case %d", i);
        cr_expect(gravity_of("a2a3") == 0 && count_of("a2a3") == 0.0f, "no other move");
    }
}

Test(negamax_lessons, praise_knows_what_is_threatened)
{
    use->threat_history = true;
    start(FIXTURE_KIWIPETE);
    ab_praise(w, node, find("a2a3"), 300, 4, false);
    hist_trial m = trial("a2a3");
    cr_assert_eq(m.threats, 2, "the bishop on a6 does not see a3, the pawn on b4 does");
    cr_expect_eq(gravity_of("a2a3"), 300);
    m.threats = 0;
    cr_expect_eq(hist_quiet_score(w->history, HIST_TO_JUDGE, &node->history, &m), 0);
}

/* The table knows what a move is worth to its mover. */
static void know(const char *uci, int score, int depth)
{
    position after = node->pos;
    pos_make(&after, find(uci));
    const tt_data data = {
        .score = (int16_t)-score, .depth = (int8_t)depth, .bound = TT_EXACT, .now = true};
    tt_store(&n->table, after.key, &data);
}

/* The table knows the node itself. */
static void know_node(const char *uci, int score, int depth, tt_bound bound)
{
    const tt_data data = {
        .move = find(uci), .score = (int16_t)score, .depth = (int8_t)depth, .bound = bound};
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
                        .ply = PLY,
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
    node->killers[0] = find("g1f3");
    node->killers[1] = find("a2a3");
    w->counter[QUEEN + 6][43] = find("h2h3");
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
    cr_expect_eq(node->killers[0], find("a2a3"));
    cr_expect_eq(node->killers[1], find("g1f3"));
    cr_expect_eq(gravity_of("a2a3"), 4 * 16 + 214 * 4 - 48);
    const hist_trial tried[] = {trial("e2e4"), trial("g1f3"), trial("a2a3"), trial("h2h3")};
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

/* ---- Reductions by the table ---- */

static const ab_visit plain_visit = {
    .alpha = 0, .beta = 1, .depth = 8, .ply = PLY, .improving = true};

static int reduction(const ab_visit *v, const ab_candidate *c)
{
    return ab_reduction(w, node, v, c);
}

static int reduction_slowly(const ab_visit *v, const ab_candidate *c)
{
    const search_params *p = &n->params;
    const bool killer = c->move == node->killers[0] || c->move == node->killers[1];
    int sum = n->reduction[v->depth][c->number > 63 ? 63 : c->number];
    if (v->cut_node) {
        sum += p->ab_reduction_cut_1024;
    }
    if (!v->improving) {
        sum += p->ab_reduction_worse_1024;
    }
    if (v->pv) {
        sum -= p->ab_reduction_pv_1024;
    }
    if (v->table_move_noisy) {
        sum += p->ab_reduction_capture_1024;
    }
    if (c->check) {
        sum -= p->ab_reduction_check_1024;
    }
    if (killer && n->techniques.killers) {
        sum -= p->ab_reduction_killer_1024;
    }
    sum -= (int)(c->history * 1024.0 / p->ab_reduction_history);
    return (int)(sum / 1024.0);
}

static bool by_chance(void)
{
    return rand() % 2;
}

Test(negamax_lessons, table_reductions_follow_their_formula)
{
    srand(1);
    start(FEN_START);
    node->killers[0] = find("g1f3");
    node->killers[1] = find("a2a3");
    const move candidates[] = {find("g1f3"), find("a2a3"), find("e2e4"), find("d2d4")};
    n->params.ab_reduction_check_1024 = 611; /* the defaults of checks and of worse are equal */
    for (int i = 0; i < (AB_DEPTH_MAX + 1) * AB_REDUCTION_MOVES; i++) {
        n->reduction[i / AB_REDUCTION_MOVES][i % AB_REDUCTION_MOVES] = (int16_t)(rand() % 8000);
    }
    for (int i = 0; i < 20000; i++) {
        n->techniques.killers = by_chance();
        const ab_visit v = {.depth = 1 + rand() % AB_DEPTH_MAX,
                            .ply = PLY,
                            .cut_node = by_chance(),
                            .improving = by_chance(),
                            .pv = by_chance(),
                            .table_move_noisy = by_chance()};
        const ab_candidate c = {.move = candidates[rand() % 4],
                                .number = 1 + rand() % 100,
                                .check = by_chance(),
                                .history = rand() % 200001 - 100000};
        cr_assert_eq(reduction(&v, &c), reduction_slowly(&v, &c), "case %d", i);
    }
}

/* 700 + 440 * ln 8 * ln 10 = 2806.8, in 1/1024 plies. */
Test(negamax_lessons, a_reduction_by_hand)
{
    start(FEN_START);
    const ab_candidate c = {.move = find("e2e4"), .number = 10};
    ab_visit v = plain_visit;
    cr_expect_eq(n->reduction[8][10], 2806);
    cr_expect_eq(reduction(&v, &c), 2);
    v.improving = false;
    cr_expect_eq(reduction(&v, &c), 3, "2806 + 830 = 3636");
    v.cut_node = true;
    cr_expect_eq(reduction(&v, &c), 4, "3636 + 1410 = 5046");
    v.table_move_noisy = true;
    cr_expect_eq(reduction(&v, &c), 5, "5046 + 740 = 5786");
}

Test(negamax_lessons, history_is_worth_a_ply_at_its_divisor)
{
    start(FEN_START);
    const int ply = n->params.ab_reduction_history;
    ab_candidate c = {.move = find("e2e4"), .number = 10, .history = ply - 1};
    n->reduction[8][10] = 3 * 1024 - 1;
    cr_expect_eq(reduction(&plain_visit, &c), 2, "a ply less 1 / 1024");
    c.history = ply;
    cr_expect_eq(reduction(&plain_visit, &c), 1);
    n->reduction[8][10] = 2 * 1024;
    c.history = -(ply - 1);
    cr_expect_eq(reduction(&plain_visit, &c), 2);
    c.history = -ply;
    cr_expect_eq(reduction(&plain_visit, &c), 3);
    c.history = 3 * ply;
    cr_expect_eq(reduction(&plain_visit, &c), -1, "even an extension");
}

/* ---- Pruning by history ---- */

static bool is_skipped(const char *uci, int depth, int reduced_by, int history)
{
    const ab_candidate c = {.move = find(uci),
                            .trial = trial(uci),
                            .number = 5,
                            .noisy = move_is_noisy(&node->pos, find(uci)),
                            .history = history,
                            .reduction = reduced_by};
    const ab_visit v = {.alpha = 0, .beta = 1, .depth = depth, .ply = PLY};
    bool skip_quiets = false;
    const bool skipped = ab_is_skipped(w, node, &v, &c, &skip_quiets);
    cr_expect_not(skip_quiets, "a move's history is its own");
    return skipped;
}

Test(negamax_lessons, a_history_below_the_margin_of_the_reduced_depth_is_skipped)
{
    static const struct {
        int depth, reduced_by;
        bool reductions;
        int margins; /* 0: the depth is too great */
    } cases[] = {{3, 1, true, 2},  {3, 0, true, 3},  {1, 0, true, 1},  {2, 2, true, 1},
                 {2, 5, true, 1},  {5, 2, true, 3},  {5, 1, true, 0},  {4, 0, true, 0},
                 {2, -1, true, 3}, {3, 1, false, 3}, {4, 1, false, 0}, {1, 1, false, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int depth = cases[i].depth, by = cases[i].reduced_by;
        use->history_pruning = true;
        use->late_move_reductions = cases[i].reductions;
        start(FIXTURE_KIWIPETE);
        const int margin = cases[i].margins * n->params.ab_history_margin;
        if (margin == 0) {
            cr_expect_not(is_skipped("a2a3", depth, by, -10000000), "case %d", (int)i);
            continue;
        }
        cr_expect_not(is_skipped("a2a3", depth, by, -margin), "case %d", (int)i);
        cr_expect(is_skipped("a2a3", depth, by, -margin - 1), "case %d", (int)i);
        cr_expect_not(is_skipped("e5d7", depth, by, -margin - 1), "a capture");
        use->history_pruning = false;
        start(FIXTURE_KIWIPETE);
        cr_expect_not(is_skipped("a2a3", depth, by, -margin - 1), "case %d", (int)i);
    }
}

Test(negamax_lessons, romstad_prunes_by_its_counters_instead)
{
    enum { BAD = -10000000 };
    use->reduction_rule = HIST_REDUCE_ROMSTAD;
    start(FIXTURE_KIWIPETE);
    learn(&quiet_cut);
    node->killers[0] = MOVE_NONE;
    cr_expect(is_skipped("a2a3", 3, 0, 0), "it failed before a quiet move that cut");
    cr_expect(is_skipped("g2g4", 3, 0, -BAD));
    cr_expect_not(is_skipped("b2b3", 3, 0, BAD), "gravity is not asked");
    cr_expect_not(is_skipped("e1g1", 3, 0, BAD));
    cr_expect_not(is_skipped("a2a3", 4, 0, BAD), "too deep");
    node->killers[0] = find("a2a3");
    cr_expect_not(is_skipped("a2a3", 3, 0, BAD), "a killer");
    node->killers[0] = MOVE_NONE;
    n->techniques.history_pruning = false;
    cr_expect_not(is_skipped("a2a3", 3, 0, BAD));
}
