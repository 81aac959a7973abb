/* Tests draws and the fifty-move rule in negamax, and that quiescence searches end. */
#include <criterion/criterion.h>
#include <math.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "node_fixture.h"

TestSuite(negamax_draws, .init = node_begin, .fini = node_end);

static bool is_draw_after(const char *const moves[], int count)
{
    node_start(FEN_START);
    node->reversible = 0;
    for (int i = 0; i < count; i++) {
        node = node_play(node, moves[i]);
    }
    return ab_is_draw(w, node);
}

Test(negamax_draws, no_position_repeats_one_before_a_null_move)
{
    const char *const cycle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    const char *const passed[] = {"g1f3", NULL, "f3g1", NULL};
    const char *const after[] = {"e2e3", NULL, "g1f3", "g8f6", "f3g1", "f6g8"};
    cr_expect(is_draw_after(cycle, 4));
    cr_expect_not(is_draw_after(passed, 4));
    cr_expect(is_draw_after(after, 6), "after a null move positions repeat as ever");
}

/* What the table says of the node comes from paths of other clocks. */
Test(negamax_draws, near_the_fiftieth_move_the_table_settles_nothing)
{
    const int clocks[] = {0, 89, 90, 99};
    for (int i = 0; i < 4; i++) {
        node_start(FEN_START);
        const tt_data stored = {.score = 5000, .evaluation = 10, .depth = 9, .bound = TT_EXACT};
        node->pos.halfmove_clock = (uint16_t)clocks[i];
        tt_store(&n->table, node->pos.key, &stored);
        n->techniques.frame = AB_FRAME_MODERN;
        const int quiet = ab_quiescence(w, node, 0, 1);
        const int deep = ab_search(w, node, 0, 1, 1, false);
        cr_expect_eq(quiet == 5000, clocks[i] < 90, "%d at clock %d", quiet, clocks[i]);
        cr_expect_eq(deep == 5000, clocks[i] < 90, "%d at clock %d", deep, clocks[i]);
        cr_expect(clocks[i] < 90 || deep < 1000, "the evaluation is the table's: %d", deep);
    }
}

/* A win by endgame tables also needs a search that looks positions up. */
Test(negamax_draws, a_win_of_the_table_must_come_before_the_fiftieth_move)
{
    const int16_t scores[] = {SCORE_MATE_NOW - 27, SCORE_TABLES_WON - 27};
    const int clocks[] = {0, 73, 74, 89};
    for (int i = 0; i < 16; i++) {
        const bool counts = clocks[i / 4] <= 73 && (i % 2 == 0 || i / 2 % 2 == 1);
        node_start(FEN_START);
        const int clock = clocks[i / 4], wanted = tt_score_out(scores[i % 2], ab_ply(w, node));
        const tt_data stored = {.score = scores[i % 2], .depth = 9, .bound = TT_EXACT};
        node->pos.halfmove_clock = (uint16_t)clock;
        n->endgame_pieces = i / 2 % 2 ? 5 : 0;
        for (int how = 0; how < 3; how++) {
            tt_clear(&n->table, 1);
            tt_store(&n->table, node->pos.key, &stored);
            const int got = how == 0   ? ab_quiescence(w, node, 5000, 5001)
                            : how == 1 ? ab_quiescence(w, node, -SCORE_MATE_NOW, SCORE_MATE_NOW)
                                       : ab_search(w, node, 5000, 5001, 1, false);
            cr_expect_eq(got == wanted, counts, "%d: %d at clock %d", how, got, clock);
        }
    }
}

/* A move whose position is lost for the opponent in the table cuts, unless the position stood on
 * the path or the table has only a lower bound of the opponent's score. */
Test(negamax_draws, the_table_cuts_by_no_move_that_repeats)
{
    static const char *const cycle[] = {"g1f3", "g8f6", "f3g1"};
    static const char *const last[] = {"f6g8", "a7a6", "a7a6"};
    static const tt_bound bounds[] = {TT_EXACT, TT_UPPER, TT_LOWER};
    for (int i = 0; i < 3; i++) {
        const tt_data won = {.score = -5000, .depth = 9, .bound = bounds[i]};
        node_start(FEN_START);
        node->reversible = 0;
        for (int k = 0; k < 3; k++) {
            node = node_play(node, cycle[k]);
        }
        n->techniques.frame = AB_FRAME_MIA;
        position after = node->pos;
        pos_make(&after, node_find(node, last[i]));
        tt_store(&n->table, after.key, &won);
        const ab_visit v = {.alpha = 0, .beta = 1, .depth = 5, .ply = ab_ply(w, node)};
        int score;
        cr_expect_eq(ab_cut_early(w, node, &v, &score), i == 1, "%s", last[i]);
    }
}

/* A draw at an odd ply gives the side to move what it costs the other at the root. */
Test(negamax_draws, a_draw_is_worth_what_contempt_says)
{
    const char *const stalemate = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
    const char *const kings = "7k/5K2/8/8/8/8/8/8 b - - 0 1";
    for (int contempt = -50; contempt <= 50; contempt += 50) {
        n->draw[0] = -contempt;
        n->draw[1] = contempt;
        node_start(stalemate);
        cr_expect_eq(ab_search(w, node, -9000, 9000, 2, false), contempt);
        node_start(kings);
        cr_expect_eq(ab_search(w, node, -9000, 9000, 2, false), contempt);
        cr_expect_eq(ab_quiescence(w, node, -9000, 9000), contempt);
        cr_expect_eq(ab_without_contempt(w, NODE_PLY, contempt), SCORE_DRAW);
        cr_expect_eq(ab_without_contempt(w, NODE_PLY, 51), 51);
    }
}

/* True if the table still has an entry after a search of that contempt. */
static bool keeps_table(uint64_t key, int contempt)
{
    const tt_data stored = {.score = 10, .evaluation = 10, .depth = 9, .bound = TT_EXACT};
    tt_data known;
    tt_store(&n->table, key, &stored);
    control_begin(&control, &(search_limits){.depth = 1, .contempt = contempt});
    (void)ab_go(n, &f.position, &f.game, &control, NULL, NULL, NULL);
    return tt_probe(&n->table, key, &known);
}

/* Its scores hold only while a draw is worth the same to each colour. */
Test(negamax_draws, another_contempt_clears_the_table)
{
    const uint64_t key = 0x123456789abcdef;
    cr_expect(keeps_table(key, 0));
    cr_expect_not(keeps_table(key, 20));
    cr_expect(keeps_table(key, 20));
    cr_expect_not(keeps_table(key, -20));
    fixture_play("e2e4");
    cr_expect(keeps_table(key, 20), "the other side's view of the same contempt");
    fixture_play("e7e5");
    cr_expect_not(keeps_table(key, 20), "the other side's contempt");
    cr_expect_not(keeps_table(key, 0));
}

/* Boards on which captures and promotions multiply without end. */
static const char *const explosions[] = {
    "8/PPPPPPPP/7k/8/8/K7/pppp1ppp/4n3 b - - 0 2",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
};

/* Nothing but the setting and the bound of quiescence ends a first iteration there. */
Test(negamax_draws, an_iteration_ends_on_any_board, .timeout = 600)
{
    for (int i = 0; i < 2; i++) {
        f.options.techniques = search_techniques_of(SETTING_MIA);
        fixture_configure();
        search_new_game(f.search);
        fixture_set(explosions[i]);
        const search_result result = fixture_go(&(search_limits){.depth = 1});
        cr_expect_neq(result.best, MOVE_NONE);
        cr_expect_eq(f.last.depth, 1, "%s", explosions[i]);
    }
}

static search_score score_at(const char *fen, int depth)
{
    fixture_set(fen);
    search_new_game(f.search);
    fixture_go(&(search_limits){.depth = depth});
    const search_score s = f.last.score;
    cr_expect_float_eq(s.win + s.draw + s.loss, 1.0f, 1e-4f);
    cr_expect(s.win >= 0.0f && s.draw >= 0.0f && s.loss >= 0.0f);
    return s;
}

Test(negamax_draws, a_certain_draw_is_told_as_one)
{
    cr_expect_eq(score_at("8/8/8/3k4/8/3K4/8/8 w - - 0 1", 6).draw, 1.0f, "bare kings");
    cr_expect_eq(score_at("k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 99 1", 6).draw, 1.0f,
                 "the fiftieth move");
    const search_score open = score_at(FEN_START, 4);
    cr_expect(open.draw > 0.0f && open.draw < 1.0f);
    const float q = 1.0f / (1.0f + expf(-(float)open.value / f.nets->value.centipawns));
    cr_expect_float_eq(open.win + 0.5f * open.draw, q, 1e-3f, "on the net's scale");
}
