/* Tests which moves negamax reduces and prunes at hand-made nodes, with hand-computed values. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/see.h"
#include "node_fixture.h"

TestSuite(negamax_reductions, .init = node_begin, .fini = node_end);

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
    node_start(FEN_START);
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
    node_start(FEN_START);
    const int ply = n->params.ab_reduction_history;
    ab_candidate c = {.move = node_find(node, "e2e4"), .number = 10, .history = ply - 1};
    n->reduction[8][10] = 3 * 1024 - 1;
    cr_expect_eq(reduction(&plain_visit, &c), 2, "a ply less 1 / 1024");
    c.history = ply;
    cr_expect_eq(reduction(&plain_visit, &c), 1);
    c.history = 4 * ply;
    cr_expect_eq(reduction(&plain_visit, &c), -1, "even an extension");
    n->reduction[8][10] = 2 * 1024;
    c.history = -ply;
    cr_expect_eq(reduction(&plain_visit, &c), 3);
}

/* Doubt is 16 / 1024 of a ply for each centipawn of correction, and a ply at most. */
Test(negamax_reductions, doubt_reduces_less_and_cutting_answers_more)
{
    for (int frame = 0; frame < AB_FRAMES; frame++) {
        const bool modern = frame == AB_FRAME_MODERN;
        use->frame = frame;
        node_start(FEN_START);
        const ab_candidate c = {.move = node_find(node, "e2e4"), .number = 10};
        node->eval = node->raw = 20;
        node[1].cuts = 3;
        n->reduction[8][10] = 2 * 1024 + 1023 - 900;
        cr_expect_eq(reduction(&plain_visit, &c), 2);
        node[1].cuts = 4;
        cr_expect_eq(reduction(&plain_visit, &c), 2, "a ply less 1 / 1024");
        n->reduction[8][10]++;
        cr_expect_eq(reduction(&plain_visit, &c), modern ? 3 : 2);
        node[1].cuts = 0;
        n->reduction[8][10] = 2 * 1024 + 16 * 50;
        for (int sign = -1; sign <= 1; sign += 2) {
            node->eval = node->raw + 50 * sign;
            cr_expect_eq(reduction(&plain_visit, &c), 2);
            node->eval += sign;
            cr_expect_eq(reduction(&plain_visit, &c), modern ? 1 : 2);
            node->eval += 500 * sign;
            cr_expect_eq(reduction(&plain_visit, &c), modern ? 1 : 2, "a ply");
        }
        node->eval = node->raw = SCORE_NONE;
        cr_expect_eq(reduction(&plain_visit, &c), 2, "in check");
    }
}

/* A capture is late from the fifth move on, but where a cut is expected; at the root the second
 * move is early. */
Test(negamax_reductions, what_the_table_reduces)
{
    node_start(FEN_START);
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

/* ---- The classical reductions ---- */

/* What a move or its node is. The node is at ply 3 of depth 4, and its move the fifth. */
enum {
    PLAIN = 0,
    TABLE_MOVE = 1,
    EVASION = 2,
    CHECK = 4,
    CAPTURE = 8,
    KILLER = 16,
    CASTLING = 32,
    FIRST = 64,
    ON_PV = 128,
    ABOVE_ALPHA = 256, /* the evaluation, by a centipawn */
    DEPTH_2 = 512,
    DEPTH_1 = 1024,
    AT_ROOT = 2048
};

/* True if the rule reduces a knight's move, which has failed in all nodes so far. */
static bool reduces(int what)
{
    const move m = what & CASTLING ? move_of(6, 21, MOVE_CASTLING) : node_find(node, "g1f3");
    hist_move described = node_described(node, "g1f3");
    described.victim = what & CAPTURE ? PAWN : HIST_QUIET;
    node->eval = what & ABOVE_ALPHA ? 1 : 0;
    node->killers[0] = MOVE_NONE;
    node->killers[1] = what & KILLER ? m : MOVE_NONE;
    const ab_visit v = {.beta = 1,
                        .depth = what & DEPTH_1   ? 1
                                 : what & DEPTH_2 ? 2
                                                  : 4,
                        .ply = what & AT_ROOT ? 0 : NODE_PLY,
                        .pv = what & ON_PV,
                        .in_check = what & EVASION,
                        .table_move = what & TABLE_MOVE ? m : MOVE_NONE};
    const ab_candidate c = {.move = m,
                            .described = described,
                            .number = what & FIRST ? 1 : 5,
                            .noisy = what & CAPTURE,
                            .check = what & CHECK,
                            .reduction = 1};
    cr_expect(n->reducer->applies(&v, &c));
    return reduction(&v, &c) == 1;
}

static void start_with_bad_knight(hist_reduce_rule rule)
{
    static const node_searched cut = {3, false, {{"g1f3", -1}, {"b1c3", 5}}};
    use->reduction_rule = (int)rule;
    use->prodeo_init = 100;
    use->prodeo_dec = 1;
    use->prodeo_threshold = 50;
    use->peak_share = 20;
    node_start(FEN_START);
    for (int i = 0; i < 60; i++) {
        node_learn(node, &cut);
    }
}

Test(negamax_reductions, classical_rules_exempt_moves_of_their_own)
{
    static const struct {
        int what;
        bool prodeo, others;
    } cases[] = {{PLAIN, true, true},     {TABLE_MOVE, false, false}, {EVASION, false, false},
                 {CHECK, false, false},   {CAPTURE, false, false},    {KILLER, true, false},
                 {CASTLING, true, false}, {FIRST, true, false},       {FIRST | ON_PV, false, false},
                 {ON_PV, true, true},     {ABOVE_ALPHA, false, true}, {DEPTH_2, true, true},
                 {DEPTH_1, false, false}, {AT_ROOT, false, false}};
    for (int rule = HIST_REDUCE_PRODEO; rule < HIST_REDUCE_RULES; rule++) {
        start_with_bad_knight((hist_reduce_rule)rule);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const bool wanted = rule == HIST_REDUCE_PRODEO ? cases[i].prodeo : cases[i].others;
            cr_expect_eq(reduces(cases[i].what), wanted, "%s, case %d",
                         hist_reduce_rule_words[rule], (int)i);
        }
    }
    start_with_bad_knight(HIST_REDUCE_PRODEO);
    n->techniques.prodeo_margin = 1;
    cr_expect(reduces(ABOVE_ALPHA), "within the margin");
}

/* ---- Pruning ---- */

static bool skips_quiets;

/* True if the fifth move of a node is skipped; `skips_quiets` then says whether later ones are. */
static bool is_skipped(const ab_visit *v, const char *uci, int reduced_by, int history)
{
    const move m = node_find(node, uci);
    const ab_candidate c = {.move = m,
                            .described = node_described(node, uci),
                            .number = 5,
                            .noisy = move_is_noisy(&node->pos, m),
                            .history = history,
                            .reduction = reduced_by};
    skips_quiets = false;
    return ab_is_skipped(w, node, v, &c, &skips_quiets);
}

static ab_visit at_depth(int depth)
{
    return (ab_visit){.beta = 1, .depth = depth, .ply = NODE_PLY};
}

Test(negamax_reductions, a_history_below_the_margin_of_the_reduced_depth_is_skipped)
{
    static const struct {
        int depth, reduced_by;
        int margins; /* 0: the depth is too great */
    } cases[] = {{3, 1, 2}, {3, 0, 3}, {1, 0, 1}, {2, 5, 1}, {5, 2, 3}, {5, 1, 0}, {2, -1, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ab_visit v = at_depth(cases[i].depth);
        const int by = cases[i].reduced_by;
        node_start(FIXTURE_KIWIPETE);
        const int margin = cases[i].margins * n->params.ab_history_margin;
        cr_expect_not(is_skipped(&v, "a2a3", by, margin ? -margin : -10000000), "case %d", (int)i);
        cr_expect_eq(is_skipped(&v, "a2a3", by, -margin - 1), margin > 0, "case %d", (int)i);
        cr_expect_not(skips_quiets, "a move's history is its own");
        cr_expect_not(is_skipped(&v, "e5d7", by, -margin - 1), "a capture");
        n->techniques.history_pruning = false;
        cr_expect_not(is_skipped(&v, "a2a3", by, -margin - 1), "case %d", (int)i);
    }
}

Test(negamax_reductions, romstad_prunes_by_its_counters_instead)
{
    static const node_searched quiet_cut = {
        3, false, {{"e5d7", -50}, {"a2a3", -20}, {"g2g4", -30}, {"e1g1", 5}}};
    enum { BAD = -10000000 };
    const ab_visit near = at_depth(3), far = at_depth(4);
    use->reduction_rule = HIST_REDUCE_ROMSTAD;
    node_start(FIXTURE_KIWIPETE);
    node_learn(node, &quiet_cut);
    node->killers[0] = MOVE_NONE;
    memset(n->reduction, 0, sizeof n->reduction);
    cr_expect(is_skipped(&near, "a2a3", 0, 0), "it failed before a quiet move that cut");
    cr_expect_not(is_skipped(&near, "b2b3", 0, BAD), "gravity is not asked");
    cr_expect_not(is_skipped(&near, "e1g1", 0, BAD));
    cr_expect_not(is_skipped(&far, "a2a3", 0, BAD), "too deep");
    n->reduction[4][5] = 1024;
    cr_expect(is_skipped(&far, "a2a3", 0, BAD), "not too deep if the table reduces it");
    node->killers[0] = node_find(node, "a2a3");
    cr_expect_not(is_skipped(&near, "a2a3", 0, BAD), "a killer");
}

/* A queen is given for a knight, or for nothing: at depth 2 by twice the margin of captures, and by
 * four times that of quiet moves. */
Test(negamax_reductions, moves_that_lose_more_than_their_margin_are_skipped)
{
    search_params *p = &f.options.params;
    const ab_visit near = at_depth(2), far = at_depth(3);
    const int for_knight = see_value[QUEEN] - see_value[KNIGHT], for_nothing = see_value[QUEEN];
    p->ab_exchange_depth = 2;
    for (int loses = 0; loses < 2; loses++) {
        p->ab_exchange_noisy = (for_knight + 1) / 2 - loses;
        p->ab_exchange_quiet = (for_nothing + 3) / 4 - loses;
        for (int frame = 0; frame < AB_FRAMES; frame++) {
            use->frame = frame;
            node_start(FIXTURE_KIWIPETE);
            cr_expect_eq(is_skipped(&near, "f3f6", 0, 0), loses && frame == AB_FRAME_MODERN);
            cr_expect_eq(is_skipped(&near, "f3f5", 0, 0), loses && frame == AB_FRAME_MODERN);
            cr_expect_not(is_skipped(&far, "f3f6", 0, 0), "too deep");
            cr_expect_not(is_skipped(&far, "f3f5", 0, 0), "too deep");
        }
    }
}

/* The evaluation, the constant part and 2 plies do not reach alpha, and with a centipawn more they
 * do. */
Test(negamax_reductions, quiet_moves_that_cannot_reach_alpha_are_skipped)
{
    use->frame = AB_FRAME_MODERN;
    node_start(FIXTURE_KIWIPETE);
    const search_params *p = &n->params;
    ab_visit v = at_depth(3);
    v.eval = -p->ab_futility_base - 2 * p->ab_futility_margin;
    cr_expect(is_skipped(&v, "a2a3", 1, 0));
    cr_expect(skips_quiets);
    cr_expect_not(is_skipped(&v, "a2a3", 0, 0), "3 plies");
    cr_expect_not(is_skipped(&v, "e5d7", 1, 0), "a capture");
    v.in_check = true;
    cr_expect_not(is_skipped(&v, "a2a3", 1, 0));
    v.in_check = false;
    v.eval++;
    cr_expect_not(is_skipped(&v, "a2a3", 1, 0));
    v.depth = p->ab_futility_depth + 1;
    v.eval = -10000;
    cr_expect_not(is_skipped(&v, "a2a3", 0, 0), "too deep");
}

/* The evaluation, the constant part, 3 plies and the captured piece do not reach
 * alpha. */
Test(negamax_reductions, captures_that_cannot_reach_alpha_are_skipped)
{
    for (int frame = 0; frame < AB_FRAMES; frame++) {
        const bool modern = frame == AB_FRAME_MODERN;
        use->frame = frame;
        node_start(FIXTURE_KIWIPETE);
        const search_params *p = &n->params;
        ab_visit v = at_depth(3);
        v.eval = -p->ab_capture_base - 3 * p->ab_capture_margin - see_value[PAWN];
        cr_expect_eq(is_skipped(&v, "d5e6", 0, 0), modern);
        cr_expect_not(is_skipped(&v, "e2a6", 0, 0), "a bishop");
        v.eval = -p->ab_capture_base - 3 * p->ab_capture_margin - see_value[BISHOP];
        cr_expect_eq(is_skipped(&v, "e2a6", 0, 0), modern);
        v.eval++;
        cr_expect_not(is_skipped(&v, "e2a6", 0, 0));
        v.eval = -10000;
        v.in_check = true;
        cr_expect_not(is_skipped(&v, "e2a6", 0, 0));
        v.in_check = false;
        v.depth = p->ab_capture_depth;
        cr_expect_eq(is_skipped(&v, "e2a6", 0, 0), modern);
        v.depth++;
        cr_expect_not(is_skipped(&v, "e2a6", 0, 0), "too deep");
        v.depth = 3;
        node_start("8/1P6/8/8/8/k7/7r/K7 w - - 0 1");
        cr_expect_not(is_skipped(&v, "b7b8q", 0, 0), "a promotion");
    }
}

/* The first move of the node that is too late. */
static int first_too_late(int depth, bool improving)
{
    const ab_visit v = {.beta = 1, .depth = depth, .ply = NODE_PLY, .improving = improving};
    for (int number = 1; number < MOVES_MAX; number++) {
        const ab_candidate c = {.move = node_find(node, "a2a3"), .number = number};
        skips_quiets = false;
        if (ab_is_skipped(w, node, &v, &c, &skips_quiets)) {
            cr_expect(skips_quiets, "later ones are too late too");
            return number;
        }
    }
    return MOVES_MAX;
}

Test(negamax_reductions, late_moves_are_skipped_after_a_number_that_the_depth_gives)
{
    use->late_move_pruning = true;
    f.options.params.ab_late_base = 7;
    node_start(FEN_START);
    cr_expect_eq(first_too_late(2, true), 7 + 4 + 1);
    cr_expect_eq(first_too_late(2, false), (7 + 4) / 2 + 1);
    cr_expect_eq(first_too_late(4, true), 7 + 16 + 1);
}
