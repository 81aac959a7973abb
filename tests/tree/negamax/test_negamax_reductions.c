/* Tests which moves negamax reduces and prunes at hand-made nodes, by its histories and by the null
 * move of mia, with hand-computed values. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/fen.h"
#include "node_suite.inc"

TestSuite(negamax_reductions, .init = begin, .fini = end);

/* ---- Reductions by the table ---- */

static const ab_visit plain_visit = {
    .alpha = 0, .beta = 1, .depth = 8, .ply = NODE_PLY, .improving = true};

static int reduction(const ab_visit *v, const ab_candidate *c)
{
    return n->reducer->plies(w, node, v, c);
}

/* 700 + 440 * ln 8 * ln 10 = 2806.8, in 1/1024 plies. */
Test(negamax_reductions, a_reduction_by_hand)
{
    start(FEN_START);
    const ab_candidate c = {.move = node_find(node, "e2e4"), .number = 10};
    ab_visit v = plain_visit;
    cr_expect_eq(n->reduction[8][10], 2806);
    cr_expect_eq(reduction(&v, &c), 2);
    v.improving = false;
    cr_expect_eq(reduction(&v, &c), 3, "2806 + 830 = 3636");
    v.cut_node = true;
    cr_expect_eq(reduction(&v, &c), 4, "3636 + 1410 = 5046");
    v.table_move_noisy = true;
    cr_expect_eq(reduction(&v, &c), 5, "5046 + 740 = 5786");
    v.pv = true;
    cr_expect_eq(reduction(&v, &c), 4, "5786 - 1050 = 4736");
    ab_candidate check = c;
    check.check = true;
    cr_expect_eq(reduction(&v, &check), 3, "4736 - 830 = 3906");
    node->killers[1] = c.move;
    cr_expect_eq(reduction(&v, &c), 3, "4736 - 1150 = 3586");
    n->techniques.killers = false;
    cr_expect_eq(reduction(&v, &c), 4);
}

Test(negamax_reductions, history_is_worth_a_ply_at_its_divisor)
{
    use->history_reductions = true;
    start(FEN_START);
    const int ply = n->params.ab_reduction_history;
    ab_candidate c = {.move = node_find(node, "e2e4"), .number = 10, .history = ply - 1};
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

/* A capture is late from the fifth move on, but where a cut is expected; at the root the second
 * move is early. */
Test(negamax_reductions, what_the_table_reduces)
{
    use->late_move_reductions = true;
    start(FEN_START);
    for (int depth = 1; depth < 6; depth++) {
        for (int number = 1; number < 8; number++) {
            for (int i = 0; i < 8; i++) {
                const bool noisy = i & 1, cut_node = i & 2, root = i & 4;
                const ab_visit v = {.depth = depth, .ply = root ? 0 : 1, .cut_node = cut_node};
                const ab_candidate c = {.number = number, .noisy = noisy, .reduction = 2};
                const bool late = depth >= 3 && number >= (root ? 3 : 2);
                cr_expect_eq(n->reducer->applies(&v, &c),
                             late && (!noisy || cut_node || number >= 5), "%d %d %d", depth, number,
                             i);
            }
        }
    }
}

/* ---- Pruning by history ---- */

static bool is_skipped(const char *uci, int depth, int reduced_by, int history)
{
    const ab_candidate c = {.move = node_find(node, uci),
                            .described = node_described(w, node, uci),
                            .number = 5,
                            .noisy = move_is_noisy(&node->pos, node_find(node, uci)),
                            .history = history,
                            .reduction = reduced_by};
    const ab_visit v = {.alpha = 0, .beta = 1, .depth = depth, .ply = NODE_PLY};
    bool skip_quiets = false;
    const bool skipped = ab_is_skipped(w, node, &v, &c, &skip_quiets);
    cr_expect_not(skip_quiets, "a move's history is its own");
    return skipped;
}

Test(negamax_reductions, a_history_below_the_margin_of_the_reduced_depth_is_skipped)
{
    static const struct {
        int depth, reduced_by;
        bool reductions;
        int margins; /* 0: the depth is too great */
    } cases[] = {{3, 1, true, 2},  {3, 0, true, 3},  {1, 0, true, 1},  {2, 2, true, 1},
                 {2, 5, true, 1},  {5, 2, true, 3},  {5, 1, true, 0},  {4, 0, true, 0},
                 {2, -1, true, 3}, {3, 1, false, 2}, {4, 1, false, 3}, {5, 1, false, 0}};
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

Test(negamax_reductions, romstad_prunes_by_its_counters_instead)
{
    static const node_searched quiet_cut = {
        3, false, {{"e5d7", -50}, {"a2a3", -20}, {"g2g4", -30}, {"e1g1", 5}}};
    enum { BAD = -10000000 };
    use->reduction_rule = HIST_REDUCE_ROMSTAD;
    start(FIXTURE_KIWIPETE);
    node_learn(w, node, &quiet_cut);
    node->killers[0] = MOVE_NONE;
    memset(n->reduction, 0, sizeof n->reduction);
    cr_expect(is_skipped("a2a3", 3, 0, 0), "it failed before a quiet move that cut");
    cr_expect(is_skipped("g2g4", 3, 0, -BAD));
    cr_expect_not(is_skipped("b2b3", 3, 0, BAD), "gravity is not asked");
    cr_expect_not(is_skipped("e1g1", 3, 0, BAD));
    cr_expect_not(is_skipped("a2a3", 4, 0, BAD), "too deep");
    n->reduction[4][5] = 1024;
    cr_expect(is_skipped("a2a3", 4, 0, BAD), "not too deep if the table reduces it");
    node->killers[0] = node_find(node, "a2a3");
    cr_expect_not(is_skipped("a2a3", 3, 0, BAD), "a killer");
    node->killers[0] = MOVE_NONE;
    n->techniques.history_pruning = false;
    cr_expect_not(is_skipped("a2a3", 3, 0, BAD));
}

/* ---- The null move ---- */

/* What the table then knows of the position after passing. */
static int depth_after_passing(const char *fen, int depth, bool cut_node)
{
    int score;
    tt_data data;
    start(fen);
    node[-1].played = node_find(node, "e1f1");
    const ab_visit v = {
        .alpha = -2001, .beta = -2000, .depth = depth, .ply = NODE_PLY, .cut_node = cut_node};
    cr_assert(ab_cut_early(w, node, &v, &score));
    position after = node->pos;
    pos_make_null(&after);
    cr_assert(tt_probe(&n->table, after.key, &data));
    return data.depth;
}

Test(negamax_reductions, a_null_move_waits_until_the_evaluation_reaches_beta)
{
    use->null_move = true;
    for (int waits = 0; waits < 2; waits++) {
        use->null_evaluation = waits;
        start("4k3/3ppp2/8/8/8/8/3PPP2/3RK3 w - - 0 1");
        node[-1].played = node_find(node, "e1f1");
        int score;
        ab_visit v = {.alpha = -2001, .beta = -2000, .eval = -2001, .depth = 5, .ply = NODE_PLY};
        cr_expect_eq(ab_cut_early(w, node, &v, &score), !waits);
        v.eval = -2000;
        cr_expect(ab_cut_early(w, node, &v, &score));
    }
}

/* By Winands et al. (2004): R is 3 where no cut is expected; at CUT nodes only deeper than 6 plies,
 * deeper than 8 if the side to move has less than 5 pieces, and else 2. */
Test(negamax_reductions, the_null_move_of_mia)
{
    static const char five[] = "4k3/3ppp2/8/8/8/8/3PPP2/3RK3 w - - 0 1";
    static const char four[] = "4k3/3ppp2/8/8/8/8/3PP3/3RK3 w - - 0 1";
    static const struct {
        const char *fen;
        int depth, r;
        bool cut_node;
    } cases[] = {{five, 4, 3, false}, {five, 5, 3, false}, {five, 5, 2, true},
                 {five, 6, 2, true},  {five, 7, 3, true},  {four, 7, 2, true},
                 {four, 8, 2, true},  {four, 9, 3, true},  {four, 8, 3, false}};
    use->null_move = use->null_adaptive = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int depth = depth_after_passing(cases[i].fen, cases[i].depth, cases[i].cut_node);
        cr_expect_eq(depth, cases[i].depth - 1 - cases[i].r, "case %d: depth %d", (int)i, depth);
    }
}
