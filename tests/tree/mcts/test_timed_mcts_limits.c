/* Tests when a Monte-Carlo search ends, and when it goes on. */
#include <criterion/criterion.h>
#include <time.h>

#include "chess/fen.h"
#include "mcts.h"
#include "search_fixture.h"

static void begin(void)
{
    fixture_begin(16);
}

TestSuite(mcts_limits, .init = begin, .fini = fixture_end);

/* Black mates in two moves, and in more; White has many moves that only delay. */
static const char mate_in_2[] = "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1";

static uint32_t kept_visits(void)
{
    root_move moves[MOVES_MAX];
    uint32_t visits = 0;
    const int count = search_root_moves(f.search, moves, MOVES_MAX);
    for (int i = 0; i < count; i++) {
        visits += moves[i].visits;
    }
    return visits;
}

/* The lead of a move in a kept tree says nothing about the speed of the new search, nor about what
 * it will find. The time is so short that the lead could decide at once. On a busy machine the time
 * may be over first: at the least a third of the soft limit. */
Test(mcts_limits, a_kept_tree_is_searched_on_before_the_clock_is_cut_short)
{
    const search_limits clock = {.time_ms_soft = 10, .time_ms_hard = 40};
    f.options.params.temperature_root_milli = f.options.params.temperature_milli = 500;
    fixture_configure();
    for (int i = 0; i < 5; i++) {
        const search_result result = fixture_go(&(search_limits){.nodes = 60000});
        fixture_play(fixture_text(result.best));
        fixture_play(fixture_text(result.ponder));
        fixture_go(&clock);
        cr_expect(f.last.nodes >= 1024 || f.last.time_ms >= 3, "%d nodes in %d ms",
                  (int)f.last.nodes, (int)f.last.time_ms);
        cr_expect_gt(kept_visits(), f.last.nodes, "the tree was kept");
    }
}

/* Nb1 or Bc1, and Nb1 Nc2 is mate. */
Test(mcts_limits, the_last_move_that_is_not_lost_is_answered_at_once)
{
    fixture_set("8/pp3p2/7B/4k1B1/1n6/N7/PP6/K2r4 w - - 0 1");
    const search_result result =
        fixture_go(&(search_limits){.time_ms_soft = 20000, .time_ms_hard = 90000});
    cr_expect_str_eq(fixture_text(result.best), "g5c1");
    cr_expect_lt(f.last.nodes, 20000, "of some millions");
}

/* A report before the first playout, as one is due if the root is proven and time has passed. */
Test(mcts_limits, a_proven_root_is_reported_without_a_playout)
{
    failure why;
    search_control control = {.pondering = false};
    const search_limits limits = {.nodes = 200000};
    const struct timespec nap = {0, 25000000};
    f.options.multi_pv = 1;
    mcts *m = mcts_new(&f.options, &why);
    fixture_set("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    for (int i = 0; i < 2; i++) {
        control_begin(&control, &limits);
        nanosleep(&nap, NULL);
        f.reports = 0;
        mcts_go(m, &f.position, &f.game, &control, fixture_listen, NULL, f.search);
        cr_expect_gt(f.reports, 0);
        cr_expect_eq(f.last.score.value, 2);
    }
    cr_expect_eq(f.last.nodes, 0, "the second search has nothing to do");
    mcts_free(m);
}

/* A count that overflows would make the best move one without visits. */
Test(mcts_limits, a_search_ends_before_its_counts_overflow)
{
    failure why;
    search_control control = {.pondering = false};
    mcts *m = mcts_new(&f.options, &why);
    for (int i = 0; i < 3; i++) {
        const search_limits limits = {.nodes = i == 1 ? 1u << 30 : 1000};
        control_begin(&control, &limits);
        mcts_go(m, &f.position, &f.game, &control, fixture_listen, NULL, f.search);
        cr_expect_lt(f.last.nodes, 2000, "search %d", i);
        m->tree.root.visits = i == 0 ? UINT32_MAX - (1u << 24) - 500 : m->tree.root.visits;
    }
    cr_expect_lt(m->tree.root.visits, 2000, "the third search has begun anew");
    mcts_free(m);
}

Test(mcts_limits, a_search_for_a_mate_that_is_not_there_ends)
{
    const struct {
        const char *fen;
        int mate;
    } cases[] = {
        {mate_in_2, 1},
        {FEN_START, 2},
        {"k7/8/1K6/8/8/8/8/7R b - - 0 1", 3},   /* the mover gets mated */
        {"8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", 3}, /* stalemate is near */
        {"7k/8/8/8/8/8/8/KQ6 w - - 98 70", 2},  /* fifty moves */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture_set(cases[i].fen);
        const search_result result =
            fixture_go(&(search_limits){.mate = cases[i].mate, .nodes = 2000000});
        cr_expect_lt(f.last.nodes, 2000000, "%s", cases[i].fen);
        cr_expect_neq(result.best, MOVE_NONE);
        cr_expect(f.last.score.kind == SCORE_CENTIPAWNS || f.last.score.value < 0);
    }
}

/* What such a search left out, the next one looks at. */
Test(mcts_limits, the_search_after_one_for_a_mate_is_as_if_it_had_not_been)
{
    fixture_go(&(search_limits){.mate = 1, .nodes = 500});
    cr_expect_leq(f.last.seldepth, 1);
    fixture_go(&(search_limits){.nodes = 500});
    cr_expect_gt(f.last.seldepth, 3);
    cr_expect_eq(kept_visits(), 500);
}

/* Where moves are proven or repeat positions, playouts stay short whatever their number. */
Test(mcts_limits, every_depth_ends)
{
    const struct {
        const char *fen;
        int depth;
    } cases[] = {
        {"8/4k3/6p1/4K1P1/8/8/8/8 w - - 2 66", 8},
        {"8/8/8/8/8/k7/8/1qK5 w - - 0 1", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture_set(cases[i].fen);
        fixture_go(&(search_limits){.depth = cases[i].depth, .nodes = 5000000});
        cr_expect_leq(f.last.nodes, 2000u << cases[i].depth, "%s", cases[i].fen);
    }
}

/* The lines beside a proven one go on. */
Test(mcts_limits, several_lines_are_searched_on_when_the_root_is_proven)
{
    fixture_set("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"); /* Qg7 mates */
    fixture_go(&(search_limits){.nodes = 3000});
    const uint64_t proven_after = f.last.nodes;
    cr_assert_lt(proven_after, 3000);
    f.options.multi_pv = 3;
    fixture_configure();
    search_new_game(f.search);
    fixture_go(&(search_limits){.nodes = 3000});
    cr_expect(f.last.nodes == 3000 || f.lines[2].score.kind == SCORE_MATE);
    cr_expect_gt(f.last.nodes, proven_after);
    cr_expect_eq(f.lines[0].score.kind, SCORE_MATE);
    cr_expect_eq(f.lines[0].score.value, 1);
}
