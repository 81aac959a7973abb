/* Tests the corrections of leaf values: what playouts report to them, where they apply, and that
 * the net's own answers are kept. */
#include <criterion/criterion.h>
#include <math.h>

#include "nn/portable_math.h"
#include "walk_fixture.h"

/* Of all corrections only that by the pawns, with the whole share and no prior. */
static void begin(void)
{
    walk_begin();
    search_params *p = &f.options.params;
    p->mcts_correction_pawns_milli = 1000;
    p->mcts_correction_minors_milli = p->mcts_correction_non_pawns_milli = 0;
    p->mcts_correction_continuation_milli = p->mcts_correction_prior = 0;
}

TestSuite(mcts_correction, .init = begin, .fini = walk_end);

static const correction_keys keys = {.pawns = 11, .minors = 12, .non_pawns = {13, 14}};

/* A node keeps the net's logit in units; nothing if there are no corrections. Deeper nodes may have
 * taken their value from another one. */
static void expect_kept(mcts_walk *w)
{
    const mcts_step *step = mcts_walk_last(w);
    if (w->length > 1) {
        return;
    }
    const win_draw_loss chances = backend_value(&m->backend, &step->position, NULL);
    const double logit = nn_logit(chances.win + 0.5f * chances.draw);
    const bool corrects = m->techniques.mcts_correction;
    const int kept = step->node->net_logit;
    cr_expect_eq(kept != 0, corrects);
    cr_expect(!corrects || fabs(kept / (double)NET_LOGIT_ONE - logit) < 1.01 / NET_LOGIT_ONE);
}

Test(mcts_correction, every_node_keeps_the_net_s_own_answer)
{
    for (int on = 0; on <= 1; on++) {
        f.options.techniques.mcts_correction = on;
        walk_grow(FIXTURE_KIWIPETE, 100);
        walk_visit(expect_kept);
    }
}

/* The logit of the value of the present position as a new leaf. */
static double leaf_logit(void)
{
    const mcts_node leaf = mcts_unvisited(m, &f.position);
    return nn_logit(TREE_LOAD(leaf.value));
}

Test(mcts_correction, a_new_leaf_is_worth_what_the_net_says_corrected)
{
    for (int on = 0; on <= 1; on++) {
        f.options.techniques.mcts_correction = on;
        walk_grow(FIXTURE_KIWIPETE, 0);
        const hist_context context = {.row = {HIST_NO_MOVE}};
        const correction_keys here = correction_keys_of(&f.position, &context);
        const double before = leaf_logit();
        hist_learn_leaf_error(m->history, &here, 0.8f, 1.0f);
        cr_expect_float_eq(leaf_logit(), before + (on ? 0.8 : 0.0), 1e-4);
    }
}

/* What is learnt from a playout worth 3 / 4, whose logit is ln 3, through a node that has visited
 * two moves, and of which the net said 1 / 2. */
static float learnt(node_state state, int net_logit, int visited)
{
    walk_grow(FIXTURE_KIWIPETE, 12);
    mcts_node *node = &m->tree.root;
    node->state = (uint8_t)state;
    node->net_logit = (int16_t)net_logit;
    tree_block(&m->tree, node)->visited = (uint8_t)visited;
    hist_mcts_clear(m->history);
    mcts_report_error(m, m->history, node, 1, &keys, mcts_logit(0.75f));
    return hist_leaf_correction(m->history, &keys);
}

Test(mcts_correction, an_open_judged_node_with_moves_reports_its_playouts)
{
    const int half = NET_LOGIT_ONE / 2;
    cr_expect_float_eq(learnt(NODE_OPEN, half, 2), 1.098612 - 0.5, 1e-5);
    cr_expect_eq(learnt(NODE_OPEN, half, 0), 0.0f);
    cr_expect_eq(learnt(NODE_WON, half, 2), 0.0f);
    cr_expect_eq(learnt(NODE_OPEN, 0, 2), 0.0f);
}

/* 0 would say that no answer is kept. */
Test(mcts_correction, answers_move_by_the_correction_and_certain_ones_do_not)
{
    walk_grow(FIXTURE_KIWIPETE, 0);
    hist_mcts_clear(m->history);
    hist_learn_leaf_error(m->history, &keys, 0.5f, 1.0f);
    for (int i = 0; i <= 1000; i++) {
        const float value = (float)i / 1000.0f;
        mcts_node node = {.visits = 0};
        const double now = mcts_correct(m->history, &node, &keys, value);
        const double odds = (1.0 - (double)value) / (double)value;
        cr_expect_neq(node.net_logit, 0, "%d", i);
        cr_expect_float_eq((float)node.net_logit / NET_LOGIT_ONE, mcts_logit(value),
                           1.01 / NET_LOGIT_ONE, "%d", i);
        if (fabsf(mcts_logit(value)) < LEAF_LOGIT_MAX) {
            cr_expect_float_eq(now, 1.0 / (1.0 + odds * exp(-0.5)), 1e-5, "%d", i);
        } else {
            cr_expect_eq(now, (double)value);
        }
    }
}
