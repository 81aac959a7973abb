/* Tests what the policy net does in negamax: its priors, and the order of quiet moves. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "node_fixture.h"

TestSuite(negamax_policy, .init = node_begin, .fini = node_end);

/* ---- Priors ---- */

static move_priors priors;

static void fill(const char *fen)
{
    node_start(fen);
    priors_fill(&priors, &n->policy.net, &node->pos);
}

Test(negamax_policy, priors_are_those_of_the_policy_net)
{
    float logits[MOVES_MAX];
    double sum = 0.0;
    fill(FIXTURE_KIWIPETE);
    cr_assert_eq(priors.count, 48);
    backend_policy(&n->policy.net, &node->pos, NULL, priors.moves, priors.count, logits);
    for (int i = 0; i < priors.count; i++) {
        sum += exp(priors.logs[i]);
        cr_expect_float_eq(priors.logs[i] - priors.logs[0], logits[i] - logits[0], 1e-4);
        cr_expect_eq(priors_log(&priors, priors.moves[i]), priors.logs[i]);
    }
    cr_expect_float_eq(sum, 1.0, 1e-5);
}

Test(negamax_policy, the_priors_of_a_position_are_computed_once)
{
    fill(FIXTURE_KIWIPETE);
    priors.logs[3] = -7.5f;
    priors_fill(&priors, &n->policy.net, &node->pos);
    cr_expect_eq(priors.logs[3], -7.5f);
    fill(FEN_START);
    cr_expect_eq(priors.count, 20);
    fill(FIXTURE_KIWIPETE);
    cr_expect_neq(priors.logs[3], -7.5f);
}

/* ---- The order ---- */

/* Random numbers are the priors of the node's moves, so that no other order agrees by chance. */
static void set_priors(void)
{
    uint32_t state = 1;
    move_priors *p = ab_priors(w, node);
    priors_fill(p, &n->policy.net, &node->pos);
    for (int i = 0; i < p->count; i++) {
        state = state * 1664525u + 1013904223u;
        p->logs[i] = -8.0f * (float)(state >> 8) / (float)(1 << 24);
    }
}

/* The quiet moves of the node, in the order in which a search of `depth` picks them. */
static int pick_quiets(int depth, move quiets[MOVES_MAX])
{
    const pick_source from = ab_pick_source(w, node, MOVE_NONE, depth);
    move_picker picker;
    move m;
    int count = 0;
    picker_begin(&picker, &from);
    while ((m = picker_next(&picker, false)) != MOVE_NONE) {
        if (!move_is_noisy(&node->pos, m)) {
            quiets[count++] = m;
        }
    }
    return count;
}

static const char *const good[] = {"a2a3", "b2b3", "g2g4", "e1g1"};

static void teach(void)
{
    for (int depth = 1; depth <= 4; depth++) {
        const node_searched cut = {depth, false, {{good[depth - 1], 5}}};
        node_learn(node, &cut);
    }
    node->killers[0] = node->killers[1] = MOVE_NONE;
}

/* The number by which an order sorts a quiet move. */
static int score_of(move m, ab_policy_order order)
{
    const hist_move described = node_described(node, fixture_text(m));
    const float log = priors_log(ab_priors(w, node), m);
    int score = 0;
    if (order != AB_POLICY_INSTEAD) {
        hist_order(w->history, &node->context, &described, 1, &score);
    }
    if (order != AB_POLICY_OFF) {
        hist_add_priors(w->history, &log, 1, &score);
    }
    return score;
}

static void expect_order(int depth, ab_policy_order order)
{
    move quiets[MOVES_MAX];
    const int count = pick_quiets(depth, quiets);
    cr_assert_eq(count, 40);
    for (int i = 1; i < count; i++) {
        cr_expect_geq(score_of(quiets[i - 1], order), score_of(quiets[i], order), "%s, order %d",
                      fixture_text(quiets[i]), (int)order);
    }
}

Test(negamax_policy, quiet_moves_come_by_the_policy_net_from_a_depth_on)
{
    use->policy_depth = 3;
    for (int rule = HIST_ORDER_GRAVITY; rule <= HIST_ORDER_SCHAEFFER; rule++) {
        for (int order = 0; order < AB_POLICY_ORDERS; order++) {
            use->quiet_rule = rule;
            use->policy_order = order;
            node_start(FIXTURE_KIWIPETE);
            set_priors();
            teach();
            expect_order(2, AB_POLICY_OFF);
            expect_order(3, (ab_policy_order)order);
        }
    }
}

/* ---- When a search asks ---- */

/* The number of priors that the search of a node leaves. The move e2e4 is known, and fails or
 * cuts. */
static int priors_after_search(int depth, int score)
{
    node_start(FEN_START);
    ab_priors(w, node)->count = 0;
    node_know(node, "e2e4", score, 20);
    node_know_itself(node, "e2e4", -1, 0, TT_UPPER);
    ab_search(w, node, 0, 1, depth, true);
    return ab_priors(w, node)->count;
}

Test(negamax_policy, a_search_asks_for_the_order_from_its_depth_on)
{
    use->policy_order = AB_POLICY_ADD;
    use->policy_depth = 3;
    cr_expect_eq(priors_after_search(3, -30), 20);
    cr_expect_eq(priors_after_search(2, -30), 0);
    cr_expect_eq(priors_after_search(3, 30), 0, "no quiet move is needed");
    use->policy_order = AB_POLICY_OFF;
    cr_expect_eq(priors_after_search(3, -30), 0);
}

Test(negamax_policy, evasions_in_quiescence_are_of_depth_0)
{
    use->policy_order = AB_POLICY_ADD;
    for (int least = 0; least < 2; least++) {
        use->policy_depth = least;
        node_start("4r1k1/8/8/8/8/8/8/4K3 w - - 0 1");
        ab_priors(w, node)->count = 0;
        ab_quiescence(w, node, 5000, 5001);
        cr_expect_eq(ab_priors(w, node)->count, least == 0 ? 4 : 0);
    }
}
