/* Tests windows, cuts of whole nodes, extensions and killers of negamax at hand-made nodes whose
 * moves the table knows. */
#include <criterion/criterion.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "node_fixture.h"

TestSuite(negamax_techniques, .init = node_begin, .fini = node_end);

/* All moves of the start position are worth `score`, except e2e4. */
static void start_with_moves(int score)
{
    move moves[MOVES_MAX];
    node_start(FEN_START);
    const int count = gen_legal(&node->pos, moves);
    const move e4 = node_find(node, "e2e4");
    for (int i = 0; i < count; i++) {
        if (moves[i] != e4) {
            node_know(node, fixture_text(moves[i]), score, 20);
        }
    }
}

enum { NOT_SEARCHED = -1000 };

/* The depth at which the table knows a position. */
static int depth_known(const position *pos)
{
    tt_data data;
    return tt_probe(&n->table, pos->key, &data) ? data.depth : NOT_SEARCHED;
}

static int depth_after(const char *uci)
{
    position after = node->pos;
    pos_make(&after, node_find(node, uci));
    return depth_known(&after);
}

/* ---- Windows and bounds ---- */

/* The next iteration, after the root's best move had this score. */
static void finish(int score)
{
    w->stage.roots[0].score = score;
    ab_stage_finish(w, score);
}

static void expect_window(int depth, int alpha, int beta)
{
    cr_expect(w->stage.depth == depth && w->stage.alpha == alpha && w->stage.beta == beta,
              "depth %d: %d to %d", w->stage.depth, w->stage.alpha, w->stage.beta);
}

static void start_stages(bool windows)
{
    use->frame = windows ? AB_FRAME_MODERN : AB_FRAME_NONE;
    node_start(FEN_START);
    ab_stage_begin(n, &node->pos, &control.limits);
    for (int depth = 1; depth < 4; depth++) {
        expect_window(depth, -SCORE_INFINITE, SCORE_INFINITE);
        finish(40);
    }
}

/* An iteration that began before the ponderhit may take as long as the pondering. */
Test(negamax_techniques, the_soft_limit_ends_a_stage_that_began_before_the_ponderhit)
{
    ab_reporter reporter = {.reported_us = control_now_us()};
    node_start(FEN_START);
    n->reporter = &reporter;
    control =
        (search_control){.limits = {.ponder = true, .time_ms_soft = 10, .time_ms_hard = 1000000},
                         .start_us = control_now_us() - 100000};
    w->pace = clock_start(1.0);
    w->stage = (ab_stage){.depth = 9, .root_count = 20};
    for (int ponders = 0; ponders < 2; ponders++) {
        w->ponders = ponders;
        w->stopped = false;
        w->until_check = 1;
        cr_expect_eq(ab_must_stop(w), ponders);
    }
    n->reporter = NULL;
}

Test(negamax_techniques, windows_stand_around_the_last_score_and_widen_to_the_side_of_the_next)
{
    start_stages(true);
    const int width = n->params.ab_aspiration;
    expect_window(4, 40 - width, 40 + width);
    finish(70);
    expect_window(4, 40 - width, 70 + width);
    finish(50);
    expect_window(5, 50 - width, 50 + width);
    finish(-10);
    expect_window(5, -10 - width, 50);
    start_stages(false);
    expect_window(4, -SCORE_INFINITE, SCORE_INFINITE);
}

Test(negamax_techniques, no_line_is_searched_that_is_longer_than_a_known_mate)
{
    node_start(FEN_START);
    const int mates = score_mates_in(NODE_PLY + 1), mated = score_mated_in(NODE_PLY);
    const uint64_t before = ab_nodes(n);
    cr_expect_eq(ab_search(w, node, mates, mates + 1, 2, false), mates);
    cr_expect_eq(ab_search(w, node, mated - 1, mated, 2, false), mated);
    cr_expect_leq(ab_nodes(n) - before, 2);
}

/* The evaluation is as far above beta as two plies are worth; at depth 3 that is enough if it has
 * risen. */
Test(negamax_techniques, margins_are_smaller_where_the_evaluation_has_risen)
{
    use->frame = AB_FRAME_MODERN;
    const int margin = f.options.params.ab_reverse_margin;
    for (int i = 0; i < 4; i++) {
        const bool on = i & 1, risen = i & 2;
        use->improving = on;
        start_with_moves(-30);
        node_know(node, "e2e4", -30, 20);
        const tt_data data = {.score = 2 * SCORE_EVALUATION_MAX,
                              .evaluation = (int16_t)(1 + 2 * margin),
                              .bound = TT_UPPER};
        tt_store(&n->table, node->pos.key, &data);
        node[-2].eval = data.evaluation - risen;
        const int score = ab_search(w, node, 0, 1, 3, true);
        cr_expect_eq(score > 0, on && risen, "case %d: %d", i, score);
    }
}

Test(negamax_techniques, another_frame_clears_the_table_and_sets_its_rule)
{
    failure why;
    for (int frame = 0; frame < AB_FRAMES; frame++) {
        use->frame = frame;
        node_start(FEN_START);
        cr_expect_eq(n->table.rule, frame == AB_FRAME_MIA ? TT_TWO_DEEP : TT_AGED);
        node_know_itself(node, "e2e4", 0, 5, TT_EXACT);
        cr_assert(ab_configure(n, &f.options, &why));
        cr_expect_eq(depth_known(&node->pos), 5);
        use->frame = (frame + 1) % AB_FRAMES;
        cr_assert(ab_configure(n, &f.options, &why));
        cr_expect_eq(depth_known(&node->pos), NOT_SEARCHED);
    }
}

/* ---- Nodes that are searched less deep, or cut ---- */

/* The depth at which a node of depth 5 is searched. */
static int depth_of_node(bool cut_node, const char *table_move)
{
    start_with_moves(-30);
    node_know(node, "e2e4", -30, 20);
    if (table_move) {
        node_know_itself(node, table_move, -30, 1, TT_UPPER);
    }
    cr_assert_eq(ab_search(w, node, 0, 1, 5, cut_node), -30);
    return depth_known(&node->pos);
}

Test(negamax_techniques, without_a_table_move_a_cut_node_is_searched_less_deep)
{
    cr_expect_eq(depth_of_node(true, NULL), 5);
    use->frame = AB_FRAME_MODERN;
    f.options.params.ab_reverse_depth = 0; /* no reverse futility */
    cr_expect_eq(depth_of_node(true, NULL), 4);
    cr_expect_eq(depth_of_node(true, "e2e4"), 5);
    cr_expect_eq(depth_of_node(false, NULL), 5);
    f.options.params.ab_internal_depth = 6;
    cr_expect_eq(depth_of_node(true, NULL), 5);
}

/* The margin is smaller after an opponent's move that lost ground. */
Test(negamax_techniques, reverse_futility_knows_the_opponent_s_last_move)
{
    use->frame = AB_FRAME_MODERN;
    node_start(FEN_START);
    const search_params *p = &n->params;
    int score;
    for (int gained = 0; gained < 2; gained++) {
        ab_visit v = {.beta = 1, .depth = 3, .ply = NODE_PLY, .gained = gained};
        v.eval = v.beta + 3 * p->ab_reverse_margin - (gained ? p->ab_reverse_gained : 0);
        cr_expect(ab_cut_early(w, node, &v, &score));
        v.eval--;
        cr_expect_not(ab_cut_early(w, node, &v, &score));
    }
}

/* To (depth * score + beta) / (depth + 1), but not if it is decided. */
Test(negamax_techniques, a_score_above_beta_moves_towards_it)
{
    const int mate = score_mates_in(NODE_PLY + 1 + 3);
    f.options.params.ab_reverse_depth = 0;
    for (int frame = 0; frame < AB_FRAMES; frame++) {
        const bool modern = frame == AB_FRAME_MODERN;
        use->frame = frame;
        start_with_moves(-30);
        node_know(node, "e2e4", 85, 20);
        cr_expect_eq(ab_search(w, node, 0, 1, 3, false), modern ? (85 * 3 + 1) / 4 : 85);
        start_with_moves(-30);
        node_know(node, "e2e4", -5, 20);
        cr_expect_eq(ab_search(w, node, 0, 1, 3, false), -5, "below alpha");
        start_with_moves(-30);
        node_know(node, "e2e4", score_mates_in(3), 20);
        cr_expect_eq(ab_search(w, node, 0, 1, 3, false), mate);
    }
}

/* The depth to which a move is searched again whose reduced search beats the best score by
 * `gain`. */
static int depth_again_after(int gain)
{
    start_with_moves(-30);
    node_know_itself(node, "d2d4", -30, 1, TT_UPPER);
    node_know(node, "e2e4", -30 + gain, 1);
    for (int number = 2; number <= 20; number++) {
        n->reduction[4][number] = 9 * 1024; /* to depth 1 */
    }
    (void)ab_search(w, node, -30, -29, 4, true);
    return depth_after("e2e4");
}

Test(negamax_techniques, a_reduced_move_is_searched_again_as_deep_as_its_score_is_good)
{
    use->late_move_reductions = true;
    f.options.params.ab_reverse_depth = 0;
    const int deeper = f.options.params.ab_deeper, shallower = f.options.params.ab_shallower;
    for (int frame = 0; frame < AB_FRAMES; frame++) {
        const bool modern = frame == AB_FRAME_MODERN;
        use->frame = frame;
        cr_expect_eq(depth_again_after(0), 1, "not searched again");
        cr_expect_eq(depth_again_after(shallower - 1), modern ? 2 : 3);
        cr_expect_eq(depth_again_after(shallower), 3);
        cr_expect_eq(depth_again_after(deeper), 3);
        cr_expect_eq(depth_again_after(deeper + 1), modern ? 4 : 3);
    }
}

/* True if a node whose table knows what passing and every move are worth is cut. */
static bool cuts_by_passing(int depth, int passing, int moving)
{
    start_with_moves(moving);
    node_know(node, "e2e4", moving, 20);
    position passed = node->pos;
    pos_make_null(&passed);
    const tt_data data = {.score = (int16_t)-passing, .depth = 20, .bound = TT_EXACT, .now = true};
    tt_store(&n->table, passed.key, &data);
    node[-1].played = node_find(node, "e2e4");
    node->eval = 50;
    const ab_visit v = {.beta = 1, .depth = depth, .ply = NODE_PLY, .eval = 50};
    int score;
    return ab_cut_early(w, node, &v, &score);
}

Test(negamax_techniques, a_verified_null_move_does_not_cut_in_zugzwang)
{
    enum { verified = 14 };
    use->null_move = true;
    use->frame = AB_FRAME_MIA;
    cr_expect(cuts_by_passing(verified, 60, -30), "the null move of mia is not verified");
    use->frame = AB_FRAME_MODERN;
    f.options.params.ab_reverse_depth = 0; /* no reverse futility */
    cr_expect_not(cuts_by_passing(verified, 60, -30), "all moves lose what passing holds");
    cr_expect(cuts_by_passing(verified, 60, 60));
    cr_expect(cuts_by_passing(verified - 1, 60, -30), "not so deep");
    cr_expect_not(cuts_by_passing(verified, -60, 60), "passing does not hold it");
    use->null_move = false;
    cr_expect_not(cuts_by_passing(verified, 60, 60));
}

/* What the table then knows of the position after passing. */
static int depth_after_passing(const char *fen, int depth, bool cut_node)
{
    int score;
    node_start(fen);
    node[-1].played = node_find(node, "e1f1");
    const ab_visit v = {
        .alpha = -2001, .beta = -2000, .depth = depth, .ply = NODE_PLY, .cut_node = cut_node};
    cr_assert(ab_cut_early(w, node, &v, &score));
    position after = node->pos;
    pos_make_null(&after);
    return depth_known(&after);
}

static const char five_pieces[] = "4k3/3ppp2/8/8/8/8/3PPP2/3RK3 w - - 0 1";
static const char four_pieces[] = "4k3/3ppp2/8/8/8/8/3PP3/3RK3 w - - 0 1";

/* By Winands et al. (2004): R is 3 where no cut is expected; at CUT nodes only deeper than 6 plies,
 * deeper than 8 if the side to move has less than 5 pieces, and else 2. */
Test(negamax_techniques, the_null_move_of_mia)
{
    static const struct {
        const char *fen;
        int depth, r;
        bool cut_node;
    } cases[] = {{five_pieces, 4, 3, false}, {five_pieces, 6, 2, true}, {five_pieces, 7, 3, true},
                 {four_pieces, 8, 2, true},  {four_pieces, 9, 3, true}, {four_pieces, 8, 3, false}};
    use->null_move = true;
    use->frame = AB_FRAME_MIA;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int depth = depth_after_passing(cases[i].fen, cases[i].depth, cases[i].cut_node);
        cr_expect_eq(depth, cases[i].depth - 1 - cases[i].r, "case %d: depth %d", (int)i, depth);
    }
}

Test(negamax_techniques, a_null_move_of_today_waits_until_the_evaluation_reaches_beta)
{
    use->null_move = true;
    for (int frame = 0; frame < AB_FRAMES; frame++) {
        use->frame = frame;
        f.options.params.ab_reverse_depth = 0;
        node_start(five_pieces);
        node[-1].played = node_find(node, "e1f1");
        int score;
        ab_visit v = {.alpha = -2001, .beta = -2000, .eval = -2001, .depth = 4, .ply = NODE_PLY};
        cr_expect_eq(ab_cut_early(w, node, &v, &score), frame != AB_FRAME_MODERN);
        v.eval = -2000;
        cr_expect(ab_cut_early(w, node, &v, &score));
    }
}

/* True if a node of depth 3 is cut. Quiescence finds in the table that the node is worth at most,
 * or at least, `worth`. */
static bool cuts_by_razoring(int eval, int worth, int bound)
{
    int score;
    node_start(FEN_START);
    node_know_itself(node, "e2e4", worth, 0, bound);
    const ab_visit v = {.beta = 1, .depth = 3, .ply = NODE_PLY, .eval = eval};
    return ab_cut_early(w, node, &v, &score);
}

Test(negamax_techniques, quiescence_decides_about_a_node_far_below_alpha)
{
    const int margin = 3 * f.options.params.ab_razor_margin;
    cr_expect_not(cuts_by_razoring(-margin - 1, -20, TT_UPPER));
    use->frame = AB_FRAME_MODERN;
    cr_expect(cuts_by_razoring(-margin - 1, -20, TT_UPPER));
    cr_expect_not(cuts_by_razoring(-margin, -20, TT_UPPER), "not so far");
    cr_expect_not(cuts_by_razoring(-margin - 1, 20, TT_LOWER), "a capture raises it");
}

/* A pawn can be taken: true if that cuts, by what the table knows of the capture. */
static bool cuts_by_capture(int depth, int worth, int *score)
{
    node_start("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    node_know(node, "e4d5", worth, 20);
    node->eval = n->params.ab_probcut_margin - 50;
    const ab_visit v = {.beta = 1, .depth = depth, .ply = NODE_PLY, .eval = node->eval};
    return ab_cut_early(w, node, &v, score);
}

Test(negamax_techniques, a_capture_that_beats_beta_by_a_margin_cuts)
{
    const int margin = f.options.params.ab_probcut_margin;
    const int depth = f.options.params.ab_probcut_depth;
    int score = 0;
    cr_expect_not(cuts_by_capture(depth, 1 + margin, &score));
    use->frame = AB_FRAME_MODERN;
    cr_expect_not(cuts_by_capture(depth, margin, &score), "not by the margin");
    cr_expect_not(cuts_by_capture(depth - 1, 1 + margin, &score), "too near the leaves");
    cr_expect(cuts_by_capture(depth, 31 + margin, &score));
    cr_expect_eq(score, 31, "without the margin");
    cr_expect_eq(depth_known(&node->pos), depth - 3);
}

/* What quiescence finds in the capture, a search of the replies refutes. */
Test(negamax_techniques, a_capture_that_the_search_refutes_does_not_cut)
{
    const int depth = f.options.params.ab_probcut_depth + 2;
    int score;
    use->frame = AB_FRAME_MODERN;
    cr_expect(cuts_by_capture(depth, 31 + f.options.params.ab_probcut_margin, &score));
    node_start("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    node_know(node, "e4d5", 31 + n->params.ab_probcut_margin, 0);
    node->eval = n->params.ab_probcut_margin - 50;
    static ab_node after; /* large */
    move replies[MOVES_MAX];
    after = *node;
    pos_make(&after.pos, node_find(node, "e4d5"));
    const int count = gen_legal(&after.pos, replies);
    for (int i = 0; i < count; i++) {
        node_know(&after, fixture_text(replies[i]), 500, 20);
    }
    const ab_visit v = {.beta = 1, .depth = depth, .ply = NODE_PLY, .eval = node->eval};
    cr_expect_not(ab_cut_early(w, node, &v, &score));
}

/* The score above alpha of a node whose evaluation, with a pawn and the margin, is above alpha by
 * `excess`. The table knows the capture of a pawn as 50 above alpha. */
static int score_above_alpha(const char *before, const char *capture, int excess)
{
    node_start("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    pos_make(&node->pos, node_find(node, before));
    const int eval = ab_evaluate(w, node, SCORE_NONE);
    const int alpha = eval + n->params.ab_quiescence_margin + see_value[PAWN] - excess;
    node_know(node, capture, alpha + 50, 20);
    return ab_quiescence(w, node, alpha, alpha + 1) - alpha;
}

Test(negamax_techniques, quiescence_tries_a_capture_that_may_reach_alpha)
{
    use->frame = AB_FRAME_MODERN;
    cr_expect_eq(score_above_alpha("d7d6", "e5d6", 1), 50);
    cr_expect_eq(score_above_alpha("d7d6", "e5d6", 0), 0);
    cr_expect_eq(score_above_alpha("d7d5", "e5d6", 1), 50, "in passing");
}

/* ---- Extensions ---- */

enum { SINGULAR_DEPTH = 4, SINGULAR_SCORE = 50 };

/* Searches a node whose table move e2e4 is worth `score`, and all others `others`; the depth that
 * e2e4 is searched to. */
static int depth_of_table_move(int score, int others, int *result)
{
    f.options.params.ab_singular_depth = SINGULAR_DEPTH;
    start_with_moves(others);
    node_know_itself(node, "e2e4", score, SINGULAR_DEPTH - 1, TT_LOWER);
    *result = ab_search(w, node, 0, 1, SINGULAR_DEPTH, true);
    return depth_after("e2e4");
}

/* The margin of depth 4 is 1760 * 4 / 1024 = 6, and 21 more are worth another ply. */
Test(negamax_techniques, a_table_move_that_no_other_comes_near_is_searched_deeper)
{
    const int aim = SINGULAR_SCORE - 6, usual = SINGULAR_DEPTH - 1;
    int result;
    cr_expect_eq(depth_of_table_move(SINGULAR_SCORE, aim - 1, &result), usual);
    use->singular = true;
    cr_expect_eq(depth_of_table_move(SINGULAR_SCORE, aim, &result), NOT_SEARCHED);
    cr_expect_eq(depth_of_table_move(SINGULAR_SCORE, aim - 1, &result), usual + 1);
    cr_expect_eq(depth_of_table_move(SINGULAR_SCORE, aim - 21, &result), usual + 1);
    cr_expect_eq(depth_of_table_move(SINGULAR_SCORE, aim - 22, &result), usual + 2);
}

Test(negamax_techniques, a_table_move_that_is_not_alone_cuts_or_is_reduced)
{
    int result;
    use->singular = true;
    cr_expect_eq(depth_of_table_move(SINGULAR_SCORE, SINGULAR_SCORE, &result), NOT_SEARCHED);
    cr_expect_eq(result, SINGULAR_SCORE - 6, "the others beat beta too");
    cr_expect_eq(depth_of_table_move(3, 0, &result), SINGULAR_DEPTH - 3);
}

/* ---- Lines ---- */

/* Expects `length` moves of a line that the table holds. Each entry has the bound given by its
 * letter: e(xact), u(pper). */
static void expect_recalled(const char *const moves[], const char *bounds, int length)
{
    node_start(FEN_START);
    ab_node *first = node;
    for (int i = 0; bounds[i] != '\0'; i++) {
        node_know_itself(node, moves[i], 0, 5, bounds[i] == 'e' ? TT_EXACT : TT_UPPER);
        node = node_play(node, moves[i]);
    }
    for (; node > first; node--) {
        ab_unmake(w);
    }
    ab_recall_line(w, node);
    cr_expect_eq(node->pv_length, length, "%s: %d", bounds, node->pv_length);
    for (int i = 0; i < node->pv_length; i++) {
        cr_expect_str_eq(fixture_text(node->pv[i]), moves[i]);
    }
}

Test(negamax_techniques, a_node_recalls_its_exact_line_up_to_where_it_comes_back)
{
    const char *const moves[] = {"e2e4", "e7e5", "g1f3", "b8c6"};
    const char *const cycle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    expect_recalled(moves, "", 0);
    expect_recalled(moves, "e", 1);
    expect_recalled(moves, "eeee", 4);
    expect_recalled(moves, "eeue", 2);
    expect_recalled(moves, "ueee", 0);
    expect_recalled(cycle, "eeee", 4);
}

/* ---- Refutations ---- */

Test(negamax_techniques, killers_and_counter_moves_are_tried_if_they_are_in_use)
{
    for (int i = 0; i < 4; i++) {
        use->killers = i & 1;
        use->counter_move = use->threat_history = i & 2;
        node_start(FEN_START);
        const move knight = node_find(node, "g1f3"), pawn = node_find(node, "a2a3");
        node->killers[0] = knight;
        node->killers[1] = pawn;
        hist_keep_counter_move(w->history, node->context.row[HIST_AFTER_1], pawn);
        const pick_source from = ab_pick_source(w, node, MOVE_NONE, 1);
        cr_expect_eq(from.threats, use->threat_history ? pos_attacked_by(&node->pos, BLACK) : 0);
        cr_expect_eq(from.refutations[0], use->killers ? knight : MOVE_NONE);
        cr_expect_eq(from.refutations[1], use->killers ? pawn : MOVE_NONE);
        cr_expect_eq(from.refutations[2], use->counter_move ? pawn : MOVE_NONE);
    }
}

/* A search begins at each node with other killers two plies below, or keeps those of the ply. */
Test(negamax_techniques, killers_serve_one_grandparent_or_the_whole_ply)
{
    for (int scope = 0; scope < AB_KILLER_SCOPES; scope++) {
        use->killer_scope = scope;
        start_with_moves(-30);
        node_know(node, "e2e4", -30, 20);
        const move knight = node_find(node, "g1f3");
        node[2].killers[0] = node[2].killers[1] = knight;
        ab_search(w, node, 0, 1, 2, true);
        const move kept = scope == AB_KILLERS_OF_PLY ? knight : MOVE_NONE;
        cr_expect(node[2].killers[0] == kept && node[2].killers[1] == kept);
    }
}
