/* The classical histories in negamax search: each rule and each of its options searches legally and
 * the same every time, and makes a difference where it should; and what reductions are exempt. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/movegen.h"
#include "negamax_visit.h"
#include "search_fixture.h"

static fixture f;

static void begin(void)
{
    fixture_begin_negamax(&f, 2, 4);
}
static void end(void)
{
    fixture_end(&f);
}

TestSuite(negamax_histories, .init = begin, .fini = end);

static const char kiwipete[] = FIXTURE_KIWIPETE;
static const char middlegame[] =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8";
static const char endgame[] = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

static search_techniques *use;

static void choose(search_setting setting)
{
    use = &f.options.techniques;
    *use = search_techniques_of(setting);
}

/* Nodes to a fixed depth over all positions, from a new game, each searched twice over so that
 * ageing shows; asserts that all repeats. */
static uint64_t work(int depth)
{
    static const char *const fens[] = {kiwipete, middlegame, endgame};
    uint64_t nodes[2] = {0, 0};
    fixture_configure(&f);
    for (int round = 0; round < 2; round++) {
        search_new_game(f.search);
        for (int i = 0; i < 6; i++) {
            const search_limits limits = {.depth = depth + i / 3, .nodes = 60000};
            nodes[round] += fixture_ask(&f, fens[i % 3], &limits).nodes;
        }
    }
    cr_assert_eq(nodes[0], nodes[1], "the same every time");
    return nodes[0];
}

/* Every value of a choice makes a search of its own. */
static void expect_choices_differ(const char *option, int depth)
{
    const search_technique_row *row = search_technique_find(option);
    uint64_t nodes[16];
    cr_assert_not_null(row, "%s", option);
    const int before = search_technique_get(use, row);
    for (int i = 0; row->choice.words[i]; i++) {
        search_technique_put(use, row, i);
        nodes[i] = work(depth);
        for (int k = 0; k < i; k++) {
            cr_expect_neq(nodes[i], nodes[k], "%s: %s and %s", option, row->choice.words[i],
                          row->choice.words[k]);
        }
    }
    search_technique_put(use, row, before);
}

Test(negamax_histories, every_rule_orders_in_its_own_way)
{
    choose(SETTING_MIA);
    expect_choices_differ("QuietRule", 4);
    choose(SETTING_MODERN);
    expect_choices_differ("QuietRule", 5);
}

Test(negamax_histories, every_option_of_a_rule_matters)
{
    choose(SETTING_MIA);
    expect_choices_differ("HistoryIncrement", 4);
    expect_choices_differ("HistoryKey", 4);
    expect_choices_differ("HistoryBest", 4);
    expect_choices_differ("HistoryAge", 4);
    expect_choices_differ("HistoryPv", 4);
    expect_choices_differ("HistoryTableCuts", 4);
    expect_choices_differ("HistoryQuiescence", 4);
    use->quiet_rule = HIST_ORDER_RELATIVE;
    expect_choices_differ("ButterflyIncrement", 4);
    const uint64_t usual = work(4);
    use->history_prior = 700;
    cr_expect_neq(work(4), usual, "HistoryPrior");
    use->history_prior = 0;
    use->history_scale = 3;
    cr_expect_neq(work(4), usual, "HistoryScale");
}

Test(negamax_histories, continuations_are_learnt_one_by_one)
{
    choose(SETTING_MODERN);
    expect_choices_differ("ContinuationHistory", 5);
}

Test(negamax_histories, an_increment_of_nothing_is_no_rule)
{
    choose(SETTING_MIA);
    use->history_increment = HIST_INCREMENT_0;
    const uint64_t nothing = work(4);
    use->quiet_rule = HIST_ORDER_NONE;
    cr_expect_eq(work(4), nothing);
}

Test(negamax_histories, gravity_orders_the_mia_setting_if_it_is_asked_to)
{
    choose(SETTING_MIA);
    use->quiet_rule = HIST_ORDER_GRAVITY;
    const uint64_t with = work(4);
    use->butterfly_history = false;
    cr_expect_neq(work(4), with);
}

Test(negamax_histories, every_rule_reduces_in_its_own_way)
{
    for (int setting = 0; setting < SETTINGS; setting++) {
        choose((search_setting)setting);
        use->late_move_reductions = true;
        expect_choices_differ("ReductionRule", 5);
        use->reduction_rule = HIST_REDUCE_PRODEO;
        expect_choices_differ("ReductionKey", 5);
    }
    expect_choices_differ("ProDeoReduces", 5);
    use->reduction_rule = HIST_REDUCE_ROMSTAD;
    const uint64_t pruned = work(5);
    use->history_pruning = !use->history_pruning;
    cr_expect_neq(work(5), pruned, "HistoryPruning");
}

Test(negamax_histories, every_number_of_a_reduction_matters)
{
    choose(SETTING_MIA);
    use->late_move_reductions = true;
    const struct {
        hist_reduce_rule rule;
        int *number, value;
    } cases[] = {{HIST_REDUCE_PRODEO, &use->prodeo_init, 60},
                 {HIST_REDUCE_PRODEO, &use->prodeo_inc, 9},
                 {HIST_REDUCE_PRODEO, &use->prodeo_dec, 3},
                 {HIST_REDUCE_PRODEO, &use->prodeo_threshold, 90},
                 {HIST_REDUCE_PRODEO, &use->prodeo_replace, 40},
                 {HIST_REDUCE_PRODEO, &use->prodeo_margin, 25},
                 {HIST_REDUCE_PEAK, &use->peak_share, 300},
                 {HIST_REDUCE_ROMSTAD, &use->romstad_weight, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int before = *cases[i].number;
        use->reduction_rule = (int)cases[i].rule;
        const uint64_t usual = work(5);
        *cases[i].number = cases[i].value;
        cr_expect_neq(work(5), usual, "case %d", (int)i);
        *cases[i].number = before;
    }
}

Test(negamax_histories, several_threads_search_under_every_rule)
{
    f.options.threads = 3;
    for (int rule = 0; rule < HIST_ORDER_RULES; rule++) {
        choose(SETTING_MIA);
        use->late_move_reductions = true;
        use->history_quiescence = HIST_COUNT;
        use->quiet_rule = rule;
        use->reduction_rule = rule % HIST_REDUCE_RULES;
        fixture_configure(&f);
        fixture_ask(&f, kiwipete, &(search_limits){.nodes = 5000});
    }
}

/* ---- What is exempt, asked of the search's own function. ---- */

enum { B1 = 1, F3 = 21, G1 = 6 };

/* White's knight has failed so often that both Pro Deo and Romstad would reduce it. */
static negamax *negamax_with_bad_knight(hist_reduce_rule rule)
{
    failure why;
    choose(SETTING_MIA);
    use->late_move_reductions = true;
    use->reduction_rule = (int)rule;
    negamax *n = ab_new(&f.options, &why);
    cr_assert_not_null(n, "%s", why.text);
    const hist_move tried[] = {{KNIGHT, G1, F3, HIST_QUIET, 0}, {ROOK, A1, B1, HIST_QUIET, 0}};
    const uint8_t outcomes[] = {HIST_FAILED, HIST_CUT};
    const hist_node_result result = {
        .tried = tried, .outcomes = outcomes, .count = 2, .best = 1, .top = 1, .depth = 3};
    for (int i = 0; i < 60; i++) {
        hist_learn_node(n->workers[0]->history, &result);
    }
    return n;
}

typedef struct question {
    ab_node *node;
    ab_visit visit;
    ab_candidate candidate;
} question;

static question plain_question(negamax *n)
{
    ab_node *node = ab_root(n->workers[0]) + 3;
    node->eval = -10;
    node->killers[0] = node->killers[1] = MOVE_NONE;
    const hist_move described = {KNIGHT, G1, F3, HIST_QUIET, 0};
    return (question){
        .node = node,
        .visit = {.alpha = 0, .beta = 1, .depth = 4, .ply = 3},
        .candidate = {.move = move_of(G1, F3, MOVE_PLAIN), .number = 5, .described = described}};
}

static int reduction(const negamax *n, const question *q)
{
    return ab_reduction(n->workers[0], q->node, &q->visit, &q->candidate);
}

Test(negamax_histories, prodeo_has_five_exceptions)
{
    negamax *n = negamax_with_bad_knight(HIST_REDUCE_PRODEO);
    question q = plain_question(n);
    cr_expect_eq(reduction(n, &q), 1);
    cr_expect(ab_is_reduced(n->workers[0], &q.visit, &(ab_candidate){.reduction = 1, .number = 1}));
    q.visit.table_move = q.candidate.move;
    cr_expect_eq(reduction(n, &q), 0, "the hash move");
    q = plain_question(n);
    q.visit.in_check = true;
    cr_expect_eq(reduction(n, &q), 0, "in check");
    q = plain_question(n);
    q.candidate.check = true;
    cr_expect_eq(reduction(n, &q), 0, "a check");
    q = plain_question(n);
    q.candidate.described.victim = PAWN;
    cr_expect_eq(reduction(n, &q), 0, "a capture");
    q = plain_question(n);
    q.node->eval = 1;
    cr_expect_eq(reduction(n, &q), 0, "static score above alpha");
    n->techniques.prodeo_margin = 1;
    cr_expect_eq(reduction(n, &q), 1, "within the margin");
    q.node->eval = 0;
    n->techniques.prodeo_margin = 0;
    cr_expect_eq(reduction(n, &q), 1, "at alpha");
    q.candidate.number = 1;
    cr_expect_eq(reduction(n, &q), 1, "even the first move");
    q.visit.pv = true;
    cr_expect_eq(reduction(n, &q), 0, "but not of the principal variation");
    ab_free(n);
}

Test(negamax_histories, the_counters_have_exceptions_of_their_own)
{
    negamax *n = negamax_with_bad_knight(HIST_REDUCE_ROMSTAD);
    question q = plain_question(n);
    q.node->eval = 50;
    cr_expect_eq(reduction(n, &q), 1);
    q.candidate.number = 1;
    cr_expect_eq(reduction(n, &q), 0, "the first move");
    q = plain_question(n);
    q.candidate.noisy = true;
    cr_expect_eq(reduction(n, &q), 0, "a capture or promotion");
    q = plain_question(n);
    q.node->killers[1] = q.candidate.move;
    cr_expect_eq(reduction(n, &q), 0, "a killer");
    q = plain_question(n);
    q.candidate.move = move_of(G1, F3, MOVE_CASTLING);
    cr_expect_eq(reduction(n, &q), 0, "castling");
    q = plain_question(n);
    q.candidate.described.from = B1;
    cr_expect_eq(reduction(n, &q), 1, "the same piece and target");
    q = plain_question(n);
    q.visit.table_move = q.candidate.move;
    cr_expect_eq(reduction(n, &q), 0, "the table move");
    q = plain_question(n);
    q.visit.in_check = true;
    cr_expect_eq(reduction(n, &q), 0, "an evasion");
    q = plain_question(n);
    q.candidate.check = true;
    cr_expect_eq(reduction(n, &q), 0, "a check");
    ab_free(n);
}

/* Of peak the rook has the greatest gain, and the knight none. */
Test(negamax_histories, the_root_and_the_leaves_are_not_reduced)
{
    static const hist_reduce_rule rules[] = {HIST_REDUCE_PRODEO, HIST_REDUCE_PEAK,
                                             HIST_REDUCE_ROMSTAD};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        negamax *n = negamax_with_bad_knight(rules[i]);
        question q = plain_question(n);
        q.visit.depth = 2;
        cr_expect_eq(reduction(n, &q), 1, "rule %d", (int)rules[i]);
        q.visit.depth = 1;
        cr_expect_eq(reduction(n, &q), 0, "rule %d, depth 1", (int)rules[i]);
        q = plain_question(n);
        q.visit.ply = 0;
        cr_expect_eq(reduction(n, &q), 0, "rule %d, root", (int)rules[i]);
        ab_free(n);
    }
}
