/* Tests the histories in negamax search: the moves that nodes know before them, the classical rules
 * on several threads, and the moves that their reductions exempt. */
#include <criterion/criterion.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "negamax_parts.h"
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

static negamax *make(void)
{
    failure why;
    negamax *n = ab_new(&f.options, &why);
    cr_assert_not_null(n, "%s", why.text);
    return n;
}

/* A row is 1 + 64 times the piece, which is 6 more for Black, and its target. */
Test(negamax_histories, nodes_know_the_moves_before_them_across_a_null_move)
{
    static const char *const moves[] = {"e2e4", NULL, "g1f3", "d7d6"};
    static const int rows[] = {1 + 28, HIST_NO_MOVE, 1 + 64 * 1 + 21, 1 + 64 * 6 + 43};
    negamax *n = make();
    ab_worker *w = n->workers[0];
    fixture_set(&f, FEN_START);
    ab_root(w)->pos = f.position;
    negamax_stack_reset(w->accumulators);
    for (int ply = 0; ply < 4; ply++) {
        ab_node *node = ab_root(w) + ply;
        if (!moves[ply]) {
            ab_make_null(w, node);
        } else {
            const move m = gen_from_uci(&node->pos, moves[ply]);
            node->described = hist_move_of(&node->pos, 0, m);
            ab_make(w, node, m);
        }
        const uint16_t *known = node[1].context.row;
        cr_expect_eq(known[HIST_AFTER_1], rows[ply], "ply %d", ply);
        cr_expect_eq(known[HIST_AFTER_2], ply > 0 ? rows[ply - 1] : HIST_NO_MOVE, "ply %d", ply);
        cr_expect_eq(known[HIST_AT_PLY], ply + 1);
    }
    cr_expect_eq(ab_root(w)[4].context.row[HIST_AFTER_4], rows[0]);
    ab_free(n);
}

Test(negamax_histories, the_root_knows_the_moves_of_the_game)
{
    static const char *const moves[] = {"e2e4", "c7c5", "g1f3", "d7d6"};
    negamax *n = make();
    search_control control = {.start_us = 0};
    fixture_set(&f, FEN_START);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        fixture_play(&f, moves[i]);
    }
    control_begin(&control, &(search_limits){.nodes = 1000});
    ab_go(n, &f.position, &f.game, &control, NULL, NULL, NULL);
    const uint16_t *root = ab_root(n->workers[0])->context.row;
    cr_expect_eq(root[HIST_AFTER_1], 1 + 64 * 6 + 43);
    cr_expect_eq(root[HIST_AFTER_2], 1 + 64 * 1 + 21);
    cr_expect_eq(root[HIST_AFTER_4], 1 + 28);
    cr_expect_eq(root[HIST_AFTER_6], HIST_NO_MOVE);
    ab_free(n);
}

static search_techniques *use;

static void choose_mia(void)
{
    use = &f.options.techniques;
    *use = search_techniques_of(SETTING_MIA);
}

Test(negamax_histories, several_threads_search_under_every_rule)
{
    f.options.threads = 3;
    for (int rule = 0; rule < HIST_ORDER_RULES; rule++) {
        choose_mia();
        use->late_move_reductions = true;
        use->quiet_rule = rule;
        use->reduction_rule = rule % HIST_REDUCE_RULES;
        fixture_configure(&f);
        fixture_ask(&f, FIXTURE_KIWIPETE, &(search_limits){.nodes = 5000});
    }
}

/* ---- What is exempt, asked of the search's own function. ---- */

enum { B1 = 1, F3 = 21, G1 = 6 };

/* White's knight has failed so often that both Pro Deo and Romstad would reduce it. */
static negamax *negamax_with_bad_knight(hist_reduce_rule rule)
{
    choose_mia();
    use->late_move_reductions = true;
    use->reduction_rule = (int)rule;
    negamax *n = make();
    const hist_context nowhere = {.row = {HIST_NO_MOVE}};
    const hist_move knight = {KNIGHT, G1, F3, HIST_QUIET, 0}, rook = {ROOK, A1, B1, HIST_QUIET, 0};
    hist_result r;
    hist_result_begin(&r, &nowhere, 3, false);
    hist_result_add(&r, &knight, HIST_FAILED);
    r.best = r.top = hist_result_add(&r, &rook, HIST_CUT);
    for (int i = 0; i < 60; i++) {
        hist_learn(n->workers[0]->history, &r);
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
    return n->reducer->plies(n->workers[0], q->node, &q->visit, &q->candidate);
}

Test(negamax_histories, prodeo_has_five_exceptions)
{
    negamax *n = negamax_with_bad_knight(HIST_REDUCE_PRODEO);
    question q = plain_question(n);
    cr_expect_eq(reduction(n, &q), 1);
    cr_expect(n->reducer->applies(&q.visit, &(ab_candidate){.reduction = 1, .number = 1}));
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
