#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "search_fixture.h"

static fixture f;

static void begin(void)
{
    fixture_begin_negamax(&f, 4, 1);
}
static void end(void)
{
    fixture_end(&f);
}

TestSuite(negamax, .init = begin, .fini = end);

static const char kiwipete[] = FIXTURE_KIWIPETE;

/* The position at the end of a line, whose moves must be legal. */
static position follow(const search_info *info)
{
    position pos = f.position;
    for (int i = 0; i < info->pv_length; i++) {
        cr_assert(gen_is_legal(&pos, info->pv[i]), "%s at %d", fixture_text(info->pv[i]), i);
        pos_make(&pos, info->pv[i]);
    }
    return pos;
}

/* The result of a search whose reports are good. */
static search_result checked(search_result result)
{
    cr_expect_eq(f.finals, f.options.multi_pv);
    cr_expect_eq(f.lines[0].pv[0], result.best);
    follow(&f.lines[0]);
    return result;
}

static search_result go(const search_limits *limits)
{
    return checked(fixture_go(&f, limits));
}

static search_result go_depth(int depth)
{
    return go(&(search_limits){.depth = depth});
}

static bool is_mated(const position *pos)
{
    return pos_in_check(pos) && !gen_any(pos);
}

Test(negamax, mates_are_found_told_in_moves_and_played_out)
{
    const struct {
        const char *fen, *best;
        int mate;
    } cases[] = {
        {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1},
        {"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g7", 1},
        {"r2r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", "d2d8", 2},
        {"3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "d8d1", 1},
        {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", "f8c5", 3},
        {"2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", "b1g6", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture_set(&f, cases[i].fen);
        search_new_game(f.search);
        const search_result result = go(&(search_limits){.mate = cases[i].mate, .nodes = 1000000});
        cr_expect_str_eq(fixture_text(result.best), cases[i].best);
        cr_expect_eq(f.last.score.kind, SCORE_MATE, "%s", cases[i].fen);
        cr_expect_eq(f.last.score.value, cases[i].mate, "%s: %d", cases[i].fen, f.last.score.value);
        cr_expect_eq(f.last.score.win, 1.0f);
        cr_expect_eq(f.last.pv_length, 2 * cases[i].mate - 1, "%s", cases[i].fen);
        const position last = follow(&f.last);
        cr_expect(is_mated(&last));
    }
}

Test(negamax, being_mated_is_told_in_negative_moves)
{
    const struct {
        const char *fen;
        int mate;
    } cases[] = {
        {"k7/8/1K6/8/8/8/8/7R b - - 0 1", -1},    /* Kb8 Rh8 */
        {"kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", -1}, /* bxa6 b7, or Rxa7 */
        {"6k1/8/6K1/8/8/8/8/R7 b - - 0 1", -2},   /* Kf8 Re1 Kg8 Re8 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture_set(&f, cases[i].fen);
        go_depth(8);
        cr_expect_eq(f.last.score.kind, SCORE_MATE);
        cr_expect_eq(f.last.score.value, cases[i].mate, "%s: %d", cases[i].fen, f.last.score.value);
        cr_expect_eq(f.last.score.loss, 1.0f);
        const position last = follow(&f.last);
        cr_expect(is_mated(&last));
    }
}

/* Quiescence search and the table see some of these mates without a line. */
Test(negamax, lines_lead_to_the_mate)
{
    const char *const fens[] = {
        "8/k7/8/8/1K4B1/2B5/8/8 b - - 0 1", "4K3/8/8/8/8/2R5/8/7k b - - 0 1",
        "8/8/8/8/3R4/K7/8/5k2 b - - 0 1",   "8/2K5/5R2/8/6R1/8/5k2/8 b - - 0 1",
        "6r1/K7/8/8/8/8/3k4/6Q1 b - - 0 1", "8/3k4/8/8/8/Q7/7K/8 b - - 0 1",
        "8/2k3K1/8/8/8/8/8/6R1 b - - 0 1",  "8/1Q2k3/8/8/8/4K3/8/8 b - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        fixture_set(&f, fens[i]);
        search_new_game(f.search);
        go(&(search_limits){.nodes = 100000});
        cr_expect_eq(f.last.score.kind, SCORE_MATE, "%s", fens[i]);
        const int moves = f.last.score.value;
        cr_expect_eq(f.last.pv_length, moves > 0 ? 2 * moves - 1 : -2 * moves, "%s: %d for %d",
                     fens[i], f.last.pv_length, moves);
        const position last = follow(&f.last);
        cr_expect(is_mated(&last), "%s", fens[i]);
    }
}

/* The only move of each leaves too little to mate with, or ends the hundredth ply. */
Test(negamax, draws_by_the_rules_score_nothing)
{
    const struct {
        const char *fen, *only;
    } cases[] = {
        {"8/8/8/8/2k5/8/1q6/K7 w - - 0 1", "a1b2"},  /* bare kings */
        {"7k/8/8/8/8/8/Q7/K7 w - - 99 80", "a2b2"},  /* fifty moves */
        {"4k3/8/8/8/8/5n2/4K3/8 w - - 0 1", "e2f3"}, /* a knight goes */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture_set(&f, cases[i].fen);
        const move only = gen_from_uci(&f.position, cases[i].only);
        cr_assert_neq(only, MOVE_NONE, "%s", cases[i].only);
        for (int depth = 1; depth <= 6; depth++) {
            go(&(search_limits){.depth = depth, .moves = &only, .move_count = 1});
            cr_expect_eq(f.last.score.kind, SCORE_CENTIPAWNS, "%s", cases[i].fen);
            cr_expect_eq(f.last.score.value, 0, "%s: %d", cases[i].fen, f.last.score.value);
        }
    }
}

Test(negamax, stalemate_is_a_draw)
{
    fixture_set(&f, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    const move only = gen_from_uci(&f.position, "f1f7");
    for (int depth = 2; depth <= 6; depth++) { /* quiescence does not look for stalemates */
        go(&(search_limits){.depth = depth, .moves = &only, .move_count = 1});
        cr_expect_eq(f.last.score.value, 0, "depth %d: %d", depth, f.last.score.value);
    }
    go_depth(4);
    cr_expect_eq(f.last.score.kind, SCORE_MATE, "and is not what a winner plays");
}

Test(negamax, mate_on_the_hundredth_ply_counts)
{
    fixture_set(&f, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 80");
    const search_result result = go_depth(5);
    cr_expect_str_eq(fixture_text(result.best), "d1d8");
    cr_expect_eq(f.last.score.kind, SCORE_MATE);
    cr_expect_eq(f.last.score.value, 1);
    /* A mate in two would come too late. */
    fixture_set(&f, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 99 80");
    go_depth(6);
    cr_expect_neq(f.last.score.kind, SCORE_MATE);
}

Test(negamax, a_third_repetition_is_a_draw_and_a_second_one_inside_the_search)
{
    fixture_set(&f, "6k1/5ppp/4q3/8/8/8/5PPP/6K1 b - - 0 1");
    const char *const cycle[4] = {"g8f8", "g1f1", "f8g8", "f1g1"};
    for (int i = 0; i < 10; i++) {
        fixture_play(&f, cycle[i % 4]);
    }
    const move repeat = gen_from_uci(&f.position, "f8g8");
    for (int depth = 1; depth <= 6; depth++) {
        go(&(search_limits){.depth = depth, .moves = &repeat, .move_count = 1});
        cr_expect_eq(f.last.score.value, 0, "depth %d: %d", depth, f.last.score.value);
    }
}

Test(negamax, a_perpetual_check_saves_a_lost_game)
{
    /* White is to be mated; Qe8+ Kh7 Qh5+ goes on for ever. */
    fixture_set(&f, "6k1/6p1/8/7Q/8/1r6/r7/5K2 w - - 0 1");
    const search_result result = go_depth(10);
    cr_expect(strcmp(fixture_text(result.best), "h5e8") == 0 ||
              strcmp(fixture_text(result.best), "h5d5") == 0);
    cr_expect_neq(f.last.score.kind, SCORE_MATE, "%d", f.last.score.value);
}

Test(negamax, the_node_limit_is_exact_once_the_first_iteration_is_done)
{
    const uint64_t limits[] = {1000, 1001, 1535, 1536, 5000, 20000};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        fixture_set(&f, FEN_START);
        search_new_game(f.search);
        go(&(search_limits){.nodes = limits[i]});
        cr_expect_eq(f.last.nodes, limits[i], "%d of %d", (int)f.last.nodes, (int)limits[i]);
    }
    search_new_game(f.search);
    go(&(search_limits){.nodes = 1});
    const uint64_t least = f.last.nodes;
    search_new_game(f.search);
    go_depth(1);
    cr_expect_eq(least, f.last.nodes, "a first iteration");
}

Test(negamax, searchmoves_are_the_only_root_moves)
{
    const move allowed[2] = {move_of(8, 16, MOVE_PLAIN), move_of(15, 23, MOVE_PLAIN)}; /* a3, h3 */
    go_depth(5);
    const search_result result =
        go(&(search_limits){.depth = 6, .moves = allowed, .move_count = 2});
    cr_expect(result.best == allowed[0] || result.best == allowed[1]);
    root_move moves[MOVES_MAX];
    cr_expect_eq(search_root_moves(f.search, moves, MOVES_MAX), 2);
    go_depth(2);
    cr_expect_eq(search_root_moves(f.search, moves, MOVES_MAX), 20, "the next search has all");
}

Test(negamax, a_mate_limit_ends_the_search)
{
    fixture_set(&f, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    go(&(search_limits){.mate = 2, .nodes = 1000000});
    cr_expect_lt(f.last.nodes, 1000000);
    cr_expect_eq(f.last.score.kind, SCORE_MATE);
    cr_expect_eq(f.last.score.value, 2);
    go(&(search_limits){.mate = 1, .nodes = 20000});
    cr_expect_geq(f.last.depth, 6, "a mate in two is none in one");
}

Test(negamax, several_lines_are_distinct_and_in_order)
{
    fixture_set(&f, kiwipete);
    f.options.multi_pv = 5;
    fixture_configure(&f);
    for (int depth = 1; depth <= 6; depth++) {
        fixture_go(&f, &(search_limits){.depth = depth});
        cr_expect_eq(f.finals, 5);
        for (int i = 0; i < 5; i++) {
            cr_expect_eq(f.lines[i].multi_pv, i + 1);
            cr_expect(i == 0 || f.lines[i].score.value <= f.lines[i - 1].score.value);
            for (int k = 0; k < i; k++) {
                cr_expect_neq(f.lines[i].pv[0], f.lines[k].pv[0]);
            }
            follow(&f.lines[i]);
        }
    }
}

Test(negamax, more_lines_than_moves_are_as_many_as_moves)
{
    f.options.multi_pv = MULTI_PV_MAX;
    fixture_configure(&f);
    fixture_set(&f, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    fixture_go(&f, &(search_limits){.nodes = 3000});
    cr_expect_eq(f.finals, 218);
    fixture_set(&f, "7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    fixture_go(&f, &(search_limits){.depth = 4});
    cr_expect_eq(f.finals, 1);
}

/* True if an endless search goes on until it is stopped, and not much longer. */
static bool ends_when_stopped(search_limits limits)
{
    const fixture_call stop = {search_stop, .delay_ms = 60};
    const fixture_moment start = fixture_now();
    checked(fixture_go_until(&f, &limits, &stop));
    return fixture_took(&start, 60, 2000);
}

Test(negamax, stop_ends_an_endless_search_soon)
{
    const char *const fens[] = {FEN_START, kiwipete, "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
                                "7k/8/8/8/8/8/1r6/K7 w - - 0 1"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        fixture_set(&f, fens[i]);
        cr_expect(ends_when_stopped((search_limits){.infinite = true, .nodes = 10, .depth = 1}),
                  "%s", fens[i]);
        cr_expect(
            ends_when_stopped((search_limits){.ponder = true, .nodes = 10, .time_ms_hard = 1}),
            "%s", fens[i]);
    }
}

/* Captures without end: even the first iteration is cut short. */
Test(negamax, boards_full_of_queens_keep_all_limits)
{
    const char *const fens[] = {
        "2q1qQqk/1QQ2Qqq/2Q1Q1qQ/4q2Q/qq3qQ1/2q2Qqq/QQ3Q1Q/KQ2q1q1 w - - 0 1",
        "Q2q2qk/2Q1Q1qq/2q1Q2q/QQ3q1Q/4qqQ1/q1q1Q3/QQqqq1q1/KQQ2QQ1 w - - 0 1"};
    for (int i = 0; i < 2 * SETTINGS; i++) {
        f.options.techniques = search_techniques_of((search_setting)(i / 2));
        f.options.multi_pv = 1 + i;
        fixture_configure(&f);
        fixture_set(&f, fens[i % 2]);
        cr_expect(ends_when_stopped((search_limits){.infinite = true}));
        fixture_go(&f, &(search_limits){.nodes = 20000});
        cr_expect_eq(f.last.nodes, 20000);
        const fixture_moment start = fixture_now();
        fixture_go(&f, &(search_limits){.time_ms_hard = 50, .time_exact = true});
        /* With a mate, all depths may be done earlier. */
        cr_expect(fixture_took(&start, f.last.score.kind == SCORE_MATE ? 0 : 45, 2000));
        cr_expect(f.last.score.kind == SCORE_MATE ||
                  (f.last.score.value >= -SCORE_CP_MAX && f.last.score.value <= SCORE_CP_MAX));
    }
}

Test(negamax, limits_and_clock_run_from_the_ponderhit_on)
{
    const search_limits limits[] = {
        {.ponder = true, .nodes = 10},
        {.ponder = true, .time_ms_soft = 30, .time_ms_hard = 30, .time_exact = true}};
    const char *const fens[] = {kiwipete, "8/8/8/3k4/8/3K4/8/8 w - - 0 1"};
    const fixture_call hit = {search_ponderhit, .delay_ms = 60, .awaited = fixture_any_report};
    for (int i = 0; i < 4; i++) {
        fixture_set(&f, fens[i / 2]);
        const fixture_moment start = fixture_now();
        checked(fixture_go_until(&f, &limits[i % 2], &hit));
        cr_expect(fixture_took(&start, 60, 2000));
        cr_expect_geq(f.last.time_ms, 60, "what is reported has pondering in it");
    }
}

Test(negamax, hard_time_is_kept_and_a_forced_move_is_quick)
{
    fixture_moment start = fixture_now();
    go(&(search_limits){.time_ms_soft = 60, .time_ms_hard = 60, .time_exact = true});
    cr_expect(fixture_took(&start, 55, 2000));
    fixture_set(&f, "7k/8/8/8/8/8/1r6/K7 w - - 0 1"); /* only Kxb2 */
    start = fixture_now();
    const search_result result = go(&(search_limits){.time_ms_soft = 50000, .time_ms_hard = 90000});
    cr_expect_str_eq(fixture_text(result.best), "a1b2");
    cr_expect(fixture_took(&start, 0, 2000));
}

/* The answer is that of the first iteration, however fast the machine is. */
Test(negamax, an_empty_clock_gets_an_answer_at_once)
{
    go(&(search_limits){.time_ms_soft = 1, .time_ms_hard = 1});
    cr_expect_eq(f.last.depth, 1);
    search_new_game(f.search);
    go(&(search_limits){.time_ms_soft = 1, .time_ms_hard = 1, .time_exact = true});
    cr_expect_lt(f.last.nodes, 1000);
}

Test(negamax, a_mate_at_once_ends_a_search_on_a_clock)
{
    fixture_set(&f, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    const fixture_moment start = fixture_now();
    const search_result result = go(&(search_limits){.time_ms_soft = 5000, .time_ms_hard = 9000});
    cr_expect_str_eq(fixture_text(result.best), "a1a8");
    cr_expect(fixture_took(&start, 0, 2000));
}

Test(negamax, without_a_move_there_is_none)
{
    fixture_set(&f, "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
    cr_expect_eq(fixture_go(&f, &(search_limits){.nodes = 100}).best, MOVE_NONE);
    cr_expect_eq(f.reports, 0);
}
