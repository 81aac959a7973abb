/* Tests the corrections of evaluations in both searches: what they learn, where they apply, and
 * that the nets' raw outputs do not change. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "mcts_correction.h"
#include "mcts_leaf.h"
#include "mcts_search.h"
#include "mcts_walk.h"
#include "negamax_evaluation.h"
#include "nn/real.h"
#include "search_fixture.h"

static fixture f;

static const char kiwipete[] = FIXTURE_KIWIPETE;

static void end(void)
{
    fixture_end(&f);
}

static search_techniques with(bool corrections)
{
    search_techniques use = search_techniques_of(SETTING_MODERN);
    use.correction_pawns = use.correction_minors = use.correction_non_pawns =
        use.correction_continuation = corrections;
    return use;
}

/* ---- negamax ---- */

static void begin_negamax(void)
{
    fixture_begin_negamax(&f, 2, 4);
}

/* What the histories add to the evaluation of a node. */
static int correction_at(const ab_worker *w, const ab_node *node)
{
    const correction_keys keys = correction_keys_of(&node->pos, &node->context);
    return hist_correction(w->history, &keys);
}

TestSuite(ab_correction, .init = begin_negamax, .fini = end);

/* One search without its keeper, for a look inside. */
static negamax *make_negamax(void)
{
    failure why;
    negamax *n = ab_new(&f.options, &why);
    cr_assert_not_null(n, "%s", why.text);
    return n;
}

Test(ab_correction, the_table_keeps_the_net_s_own_evaluation)
{
    f.options.techniques = with(true);
    negamax *n = make_negamax();
    search_control control = {.start_us = 0};
    fixture_set(&f, kiwipete);
    control_begin(&control, &(search_limits){.nodes = 20000});
    ab_go(n, &f.position, &f.game, &control, NULL, NULL, NULL);
    ab_worker *w = n->workers[0];
    ab_node *node = ab_root(w);
    move moves[MOVES_MAX];
    const int count = gen_legal(&f.position, moves);
    int known = 0, corrected = 0;
    for (int i = 0; i < count; i++) {
        tt_data data;
        node->pos = f.position;
        pos_make(&node->pos, moves[i]);
        if (tt_probe(&n->table, node->pos.key, &data) && data.evaluation != SCORE_NONE) {
            negamax_stack_reset(w->accumulators);
            node->raw = negamax_stack_evaluate(w->accumulators, &node->pos);
            cr_expect_eq(data.evaluation, node->raw, "%s", fixture_text(moves[i]));
            corrected += correction_at(w, node) != 0;
            known++;
        }
    }
    cr_expect_gt(known, 20);
    cr_expect_gt(corrected, known / 2);
    ab_free(n);
}

/* A root whose search found `score`, with a quiet or capturing best move or none; what its
 * evaluation of 0 is corrected to afterwards. */
typedef struct found {
    int score, beta, pv_index;
    const char *best, *excluded;
    bool in_check;
} found;

static int corrected_after(const found *x)
{
    negamax *n = make_negamax();
    ab_worker *w = n->workers[0];
    ab_node *node = ab_root(w);
    search_control control = {.start_us = 0};
    control_begin(&control, &(search_limits){.nodes = 1});
    fixture_set(&f, kiwipete);
    n->control = &control;
    w->stage.pv_index = x->pv_index;
    node->pos = f.position;
    node->raw = node->eval = 0;
    node->excluded = x->excluded ? gen_from_uci(&f.position, x->excluded) : MOVE_NONE;
    const ab_visit v = {.beta = x->beta,
                        .depth = 12,
                        .in_check = x->in_check,
                        .best = x->score,
                        .best_move = x->best ? gen_from_uci(&f.position, x->best) : MOVE_NONE};
    ab_correct(w, node, &v);
    const int corrected = correction_at(w, node);
    ab_free(n);
    return corrected;
}

Test(ab_correction, a_node_reports_what_its_search_found)
{
    f.options.techniques = with(true);
    cr_expect_gt(corrected_after(&(found){.score = 80, .beta = 200, .best = "a2a3"}), 0);
    cr_expect_lt(corrected_after(&(found){.score = -80, .beta = 200, .best = "a2a3"}), 0);
    cr_expect_gt(corrected_after(&(found){.score = 80, .beta = 80, .best = "a2a3"}), 0);
    cr_expect_lt(corrected_after(&(found){.score = -80, .beta = 200}), 0);

    cr_expect_eq(corrected_after(&(found){.score = 80, .beta = 200}), 0, "an upper bound");
    cr_expect_eq(corrected_after(&(found){.score = -80, .beta = -90, .best = "a2a3"}), 0,
                 "a lower bound");
    cr_expect_eq(corrected_after(&(found){.score = 80, .beta = 200, .best = "e5g6"}), 0,
                 "a capture");
    cr_expect_eq(corrected_after(&(found){.score = 80, .beta = 200, .best = "a2a3", .pv_index = 1}),
                 0, "a second line");
    cr_expect_eq(
        corrected_after(&(found){.score = 80, .beta = 200, .best = "a2a3", .excluded = "a2a4"}), 0,
        "a move left out");
    cr_expect_eq(corrected_after(&(found){.score = 80, .beta = 200, .best = "a2a3", .in_check = 1}),
                 0, "in check");
    f.options.techniques = with(false);
    cr_expect_eq(corrected_after(&(found){.score = 80, .beta = 200, .best = "a2a3"}), 0, "off");
}

/* The root of a search that has not begun, at a position of evaluation 0. */
static ab_node *start_node(negamax *n, search_control *control)
{
    ab_node *node = ab_root(n->workers[0]);
    control_begin(control, &(search_limits){.nodes = 1});
    fixture_set(&f, kiwipete);
    n->control = control;
    node->pos = f.position;
    node->raw = node->eval = 0;
    node->excluded = MOVE_NONE;
    return node;
}

/* The move that led here with the one 2 and the one 4 plies before the position. */
Test(ab_correction, a_node_s_keys_are_the_moves_before_it)
{
    f.options.techniques = with(false);
    f.options.techniques.correction_continuation = true;
    search_control control = {.start_us = 0};
    negamax *n = make_negamax();
    ab_worker *w = n->workers[0];
    ab_node *node = start_node(n, &control);
    const hist_context usual = {
        .row = {
            [HIST_AFTER_1] = 10, [HIST_AFTER_2] = 20, [HIST_AFTER_4] = 40, [HIST_AFTER_6] = 60}};
    node->context = usual;
    const ab_visit v = {
        .beta = 500, .depth = 12, .best = 400, .best_move = gen_from_uci(&f.position, "a2a3")};
    ab_correct(w, node, &v);
    const int both = correction_at(w, node);
    cr_assert_gt(both, 0);
    node->context.row[HIST_AFTER_6] = 61;
    cr_expect_eq(correction_at(w, node), both);
    node->context.row[HIST_AFTER_2] = 21;
    const int one = correction_at(w, node);
    cr_expect(one > 0 && one < both);
    node->context.row[HIST_AFTER_4] = 41;
    cr_expect_eq(correction_at(w, node), 0);
    node->context = usual;
    node->context.row[HIST_AFTER_1] = 11;
    cr_expect_eq(correction_at(w, node), 0);
    ab_free(n);
}

/* What the net says is 60 less than the score, and what was made of it 20 more: the raw error
 * corrects upwards, that of the corrected evaluation downwards. */
Test(ab_correction, errors_are_those_of_the_evaluation_that_is_asked_for)
{
    for (int error = 0; error < CORRECTION_ERRORS; error++) {
        f.options.techniques = with(true);
        f.options.techniques.correction_error = error;
        search_control control = {.start_us = 0};
        negamax *n = make_negamax();
        ab_worker *w = n->workers[0];
        ab_node *node = start_node(n, &control);
        node->eval = 80;
        const ab_visit v = {
            .beta = 200, .depth = 12, .best = 60, .best_move = gen_from_uci(&f.position, "a2a3")};
        ab_correct(w, node, &v);
        cr_expect_eq(correction_at(w, node) > 0, error == CORRECTION_OF_RAW, "%d", error);
        cr_expect_neq(correction_at(w, node), 0);
        ab_free(n);
    }
}

Test(ab_correction, no_correction_makes_a_mate)
{
    f.options.techniques = with(true);
    f.options.params.correction_pawns_1024 = CORRECTION_WEIGHT_MAX;
    negamax *n = make_negamax();
    ab_worker *w = n->workers[0];
    ab_node *node = ab_root(w);
    search_control control = {.start_us = 0};
    control_begin(&control, &(search_limits){.nodes = 1});
    n->control = &control;
    fixture_set(&f, kiwipete);
    node->pos = f.position;
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < 100; i++) {
            node->raw = node->eval = 0;
            const ab_visit v = {.beta = SCORE_INFINITE,
                                .depth = 30,
                                .best = sign * score_mates_in(1),
                                .best_move = gen_from_uci(&f.position, "a2a3")};
            ab_correct(w, node, &v);
        }
        cr_expect_eq(ab_evaluate(w, node, sign * (SCORE_EVALUATION_MAX - 1)),
                     sign * SCORE_EVALUATION_MAX);
    }
    ab_free(n);
}

/* ---- mcts ---- */

static void begin_mcts(void)
{
    fixture_begin(&f, 4);
}

TestSuite(mcts_correction, .init = begin_mcts, .fini = end);

static mcts *make_mcts(bool corrects)
{
    failure why;
    f.options.techniques.mcts_correction = corrects;
    mcts *m = mcts_new(&f.options, &why);
    cr_assert_not_null(m, "%s", why.text);
    return m;
}

static float net_logit(const mcts *m, const position *pos)
{
    const win_draw_loss w = backend_value(&m->backend, pos);
    return nn_logit(w.win + 0.5f * w.draw);
}

/* A node keeps the net's logit in units; nothing if there are no corrections. */
static void expect_kept(const mcts *m, const mcts_node *node, const position *pos)
{
    cr_assert_eq(node->state, NODE_OPEN);
    if (!m->techniques.mcts_correction) {
        cr_expect_eq(node->net_logit, 0);
        return;
    }
    cr_expect_neq(node->net_logit, 0);
    cr_expect_float_eq((float)node->net_logit / NET_LOGIT_ONE, net_logit(m, pos),
                       1.01 / NET_LOGIT_ONE);
}

Test(mcts_correction, every_node_keeps_the_net_s_own_answer)
{
    for (int on = 0; on <= 1; on++) {
        mcts *m = make_mcts(on);
        search_control control = {.start_us = 0};
        fixture_set(&f, kiwipete);
        control_begin(&control, &(search_limits){.nodes = 2000});
        mcts_go(m, &f.position, &f.game, &control, NULL, NULL, NULL);
        const mcts_node *root = &m->tree.root;
        expect_kept(m, root, &f.position);
        for (int i = 0; i < tree_visited(&m->tree, root); i++) {
            const mcts_node *child = tree_child(&m->tree, root, i);
            position pos = f.position;
            pos_make(&pos, child->move);
            expect_kept(m, child, &pos);
            cr_expect_leq(tree_draw(&m->tree, child), 1.0f);
            cr_expect(child->value >= 0.0f && child->value <= 1.0f);
        }
        cr_expect_gt(tree_visited(&m->tree, root), 5);
        mcts_free(m);
    }
}

/* What the histories add at a position of which no moves before are known. */
static correction_keys keys_of(const position *pos)
{
    const hist_context context = {.row = {HIST_NO_MOVE}};
    return correction_keys_of(pos, &context);
}

/* The logit of the value of the present position as a new leaf. */
static double leaf_logit(const mcts *m)
{
    const mcts_node leaf = mcts_unvisited(m, &f.position);
    return nn_logit(TREE_LOAD(leaf.value));
}

Test(mcts_correction, a_new_leaf_is_worth_what_the_net_says_corrected)
{
    fixture_set(&f, kiwipete);
    const correction_keys here = keys_of(&f.position);
    for (int on = 0; on <= 1; on++) {
        mcts *m = make_mcts(on);
        const double before = leaf_logit(m);
        for (int i = 0; i < 100; i++) {
            hist_learn_leaf_error(m->history, &here, 0.8f, 1.0f);
        }
        const double added = !on ? 0.0 : hist_leaf_correction(m->history, &here);
        const double after = leaf_logit(m);
        cr_expect(!on || added > 0.1);
        cr_expect_float_eq(after, before + added, 1e-4);
        mcts_free(m);
    }
}

static const correction_keys keys = {.pawns = 11, .minors = 12, .non_pawns = {13, 14}};

/* A node with two children of known values, below no root. */
static mcts_node *make_parent(mcts *m)
{
    static const move moves[] = {796, 796 + 64, 796 + 128};
    static const float priors[] = {0.5f, 0.3f, 0.2f};
    mcts_node *node = &m->tree.root;
    cr_assert(tree_expand(&m->tree, &m->walks[0]->store, node, moves, priors, 3, 3));
    mcts_node *first = tree_open(&m->tree, node, 0);
    first->value = 0.25;
    first->visits = 2;
    first->state = NODE_OPEN;
    mcts_node *second = tree_open(&m->tree, node, 1);
    second->value = 0.5;
    second->visits = 1;
    second->state = NODE_OPEN;
    node->visits = 4;
    node->state = NODE_OPEN;
    node->net_logit = NET_LOGIT_ONE / 2;
    return node;
}

/* What the pawns' cell, with the whole share and no prior, has come to. */
static float learnt(void change(mcts *m, mcts_node *node))
{
    f.options.params.mcts_correction_pawns_milli = 1000;
    f.options.params.mcts_correction_minors_milli = 0;
    f.options.params.mcts_correction_non_pawns_milli = 0;
    f.options.params.mcts_correction_continuation_milli = 0;
    f.options.params.mcts_correction_prior = 0;
    mcts *m = make_mcts(true);
    mcts_node *node = make_parent(m);
    if (change) {
        change(m, node);
    }
    mcts_report_error(m, m->history, node, 1, &keys, mcts_logit(0.75f));
    const float result = hist_leaf_correction(m->history, &keys);
    mcts_free(m);
    return result;
}

static void make_lone(mcts *m, mcts_node *node)
{
    tree_block(&m->tree, node)->visited = 0;
}
static void make_proven(mcts *m, mcts_node *node)
{
    (void)m;
    node->state = NODE_WON;
}
static void make_unjudged(mcts *m, mcts_node *node)
{
    (void)m;
    node->net_logit = 0;
}
/* The playout was worth 3 / 4, whose logit is ln 3, and the net said 1 / 2. */
Test(mcts_correction, an_open_judged_node_with_moves_reports_its_playouts)
{
    cr_expect_float_eq(learnt(NULL), 1.098612 - 0.5, 1e-5);
    cr_expect_eq(learnt(make_lone), 0.0f);
    cr_expect_eq(learnt(make_proven), 0.0f);
    cr_expect_eq(learnt(make_unjudged), 0.0f);
}

Test(mcts_correction, answers_move_by_the_correction_and_certain_ones_do_not)
{
    mcts *m = make_mcts(true);
    mcts_node node = {.value = 0.0};
    cr_expect_eq(mcts_correct(m->history, &node, &keys, 0.6f), 0.6f, "nothing is known");
    for (int i = 0; i < 500; i++) {
        hist_learn_leaf_error(m->history, &keys, 1.0f, 1.0f);
    }
    const float correction = hist_leaf_correction(m->history, &keys);
    cr_assert_gt(correction, 0.0f);
    const float value = mcts_correct(m->history, &node, &keys, 0.6f);
    cr_expect_float_eq(value, 1.0 / (1.0 + 4.0 / 6.0 * exp(-(double)correction)), 1e-5);
    cr_expect_float_eq((float)node.net_logit / NET_LOGIT_ONE, log(1.5), 1.01 / NET_LOGIT_ONE,
                       "the raw answer is kept");
    cr_expect_eq(mcts_correct(m->history, &node, &keys, 0.9999f), 0.9999f);
    cr_expect_eq(mcts_correct(m->history, &node, &keys, 0.0f), 0.0f);
    cr_expect_eq(mcts_correct(m->history, &node, &keys, 1.0f), 1.0f);
    mcts_free(m);
}

/* 0 would say that no answer is kept. */
Test(mcts_correction, every_answer_can_be_kept)
{
    mcts *m = make_mcts(true);
    for (int i = 0; i <= 1000; i++) {
        const float value = (float)i / 1000.0f;
        mcts_node node = {.visits = 0};
        mcts_correct(m->history, &node, &keys, value);
        cr_expect_neq(node.net_logit, 0, "%f", (double)value);
        cr_expect_float_eq((float)node.net_logit / NET_LOGIT_ONE, mcts_logit(value),
                           1.01 / NET_LOGIT_ONE, "%f", (double)value);
    }
    mcts_free(m);
}
