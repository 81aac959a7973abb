/* Tests the quiescence search of new nodes: against a plain reference, at its ends, and in the
 * values of nodes. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "nn/portable_math.h"
#include "walk_fixture.h"

enum { MATED = -NET_SCORE_MAX - 1 };

static value_stack *sums;

static void begin(void)
{
    failure why;
    fixture_begin_negamax(1, 3);
    f.options.multi_pv = 1;
    f.options.hash_mb = 16;
    f.options.techniques.mcts_correction = 0;
    sums = value_stack_new(&f.nets->value, f.options.kernels, QUIESCENCE_PLIES, &why);
    cr_assert_not_null(sums, "%s", why.text);
}

static void end(void)
{
    value_stack_free(sums);
    walk_end();
}

TestSuite(mcts_quiescence, .init = begin, .fini = end);

static int net_score(const position *pos)
{
    value_stack_reset(sums);
    return value_stack_evaluate(sums, pos);
}

/* The best of all lines of captures, promotions and evasions, by plain alpha-beta. */
static int reference(const position *pos, int alpha, int beta, int plies)
{
    move moves[MOVES_MAX];
    const bool in_check = pos_in_check(pos);
    const int count = gen_legal(pos, moves);
    int best = in_check && plies ? MATED : net_score(pos);
    for (int i = 0; i < count && plies && best < beta; i++) {
        const bool noisy = pos_is_capture(pos, moves[i]) || move_is_promotion(moves[i]);
        if (in_check || (noisy && see_at_least(pos, moves[i], 1))) {
            position next = *pos;
            pos_make(&next, moves[i]);
            const int least = best > alpha ? best : alpha;
            const int score = -reference(&next, -beta, -least, plies - 1);
            best = score > best ? score : best;
        }
    }
    return best;
}

static const char *const positions[] = {
    FEN_START,
    FIXTURE_KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/P5k1/8/3pP3/8/2n5/1P4K1/8 w - d6 0 1",
    "4k3/8/8/8/8/8/3q4/3QK3 w - - 0 1",
    "r3k2r/8/8/8/4b3/8/6P1/4K2R w Kkq - 0 1",
};

Test(mcts_quiescence, finds_the_score_of_a_plain_search)
{
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        fixture_set(positions[i]);
        cr_expect_eq(mcts_quiescence(sums, &f.position),
                     reference(&f.position, MATED, -MATED, QUIESCENCE_PLIES), "%s", positions[i]);
    }
}

Test(mcts_quiescence, sees_mates_of_captures_and_evasions)
{
    fixture_set("3r2k1/5ppp/8/8/8/8/8/3RR1K1 w - - 0 1");
    cr_expect_eq(mcts_quiescence(sums, &f.position), -MATED);
}

Test(mcts_quiescence, ends_where_captures_do_not)
{
    fixture_set("qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1");
    const int score = mcts_quiescence(sums, &f.position);
    cr_expect(score > MATED && score < -MATED);
}

/* The value of the present position as a new leaf. */
static float leaf(bool quiescence)
{
    f.options.techniques.mcts_quiescence = quiescence;
    walk_grow(FIXTURE_KIWIPETE, 0);
    const mcts_node node = mcts_unvisited(m, &f.position);
    return TREE_LOAD(node.value);
}

static float chance_of(int score)
{
    return nn_sigmoid((float)score / f.nets->value.centipawns);
}

Test(mcts_quiescence, gives_a_node_its_value)
{
    const float net = leaf(false), quiet = leaf(true);
    cr_expect_float_eq(quiet, chance_of(mcts_quiescence(sums, &f.position)), 1e-6);
    cr_expect_float_eq(net, chance_of(net_score(&f.position)), 1e-3);
    cr_expect(fabsf(net - quiet) > 0.01f);
}

Test(mcts_quiescence, changes_with_the_nets)
{
    nets *louder = fixture_nets(30);
    const float before = leaf(true);
    failure why;
    f.options.nets = louder;
    cr_assert(mcts_configure(m, &f.options, &why));
    const mcts_node node = mcts_unvisited(m, &f.position);
    const float after = TREE_LOAD(node.value);
    cr_expect_eq(after, leaf(true));
    cr_expect_neq(after, before);
    f.options.nets = f.nets;
    walk_grow(FEN_START, 0);
    nets_free(louder);
}
