/* Tests what both searches promise: limits and time, lines, draws by the rules, and what they keep.
 * test_mates.c has the mates. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "random_net.h"
#include "search_fixture.h"
#include "system/clock.h"

static void begin(search_algorithm by)
{
    fixture_begin_by(by, 16);
}

static const char only_move[] = "7k/8/8/8/8/8/1r6/K7 w - - 0 1"; /* Kxb2 */
static const char drawn[] = "8/8/8/3k4/8/3K4/8/8 w - - 0 1";

/* The result of a search whose reports are good. */
static search_result checked(search_result result)
{
    cr_expect_eq(f.finals, f.options.multi_pv);
    cr_expect_eq(f.lines[0].pv[0], result.best);
    fixture_follow(&f.lines[0]);
    return result;
}

static search_result go(const search_limits *limits)
{
    return checked(fixture_go(limits));
}

/* ---- Limits and time ---- */

/* Mcts has a first answer after a playout, negamax after an iteration. */
BOTH_SEARCHES(search, the_node_limit_is_exact_after_the_first_answer)
{
    static const uint64_t limits[] = {1, 2, 1000, 1001, 1535, 1536, 20000};
    go(&(search_limits){.depth = 1});
    const uint64_t least = f.options.algorithm == SEARCH_MCTS ? 1 : f.last.nodes;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const uint64_t wanted = limits[i] > least ? limits[i] : least;
        search_new_game(f.search);
        go(&(search_limits){.nodes = limits[i]});
        cr_expect_eq(f.last.nodes, wanted, "%d of %d", (int)f.last.nodes, (int)wanted);
        cr_expect(f.last.final);
        cr_expect_float_eq(f.last.score.win + f.last.score.draw + f.last.score.loss, 1.0f, 1e-3f);
    }
}

BOTH_SEARCHES(search, searchmoves_are_the_only_root_moves)
{
    const move allowed[2] = {move_of(8, 16, MOVE_PLAIN), move_of(15, 23, MOVE_PLAIN)}; /* a3, h3 */
    root_move moves[MOVES_MAX];
    go(&(search_limits){.nodes = 2000});
    const search_result result =
        go(&(search_limits){.nodes = 2000, .moves = allowed, .move_count = 2});
    cr_expect(result.best == allowed[0] || result.best == allowed[1]);
    cr_expect_eq(search_root_moves(f.search, moves, MOVES_MAX), 2);
    go(&(search_limits){.depth = 2});
    cr_expect_eq(search_root_moves(f.search, moves, MOVES_MAX), 20, "the next search has all");
}

BOTH_SEARCHES(search, reports_come_as_often_as_they_are_asked_for)
{
    search_limits limits = {.time_ms_soft = 600, .time_ms_hard = 600, .time_exact = true};
    go(&limits);
    const int seldom = f.reports;
    limits.report_ms = 20;
    search_new_game(f.search);
    go(&limits);
    cr_expect_geq(f.reports, seldom + 5, "%d, and %d", f.reports, seldom);
}

/* True if an endless search goes on until it is stopped, and not much longer. */
static bool ends_when_stopped(search_limits limits)
{
    const fixture_call stop = {search_stop, .delay_ms = 60};
    const fixture_moment start = fixture_now();
    checked(fixture_go_until(&limits, &stop));
    return fixture_took(&start, 60, 2000);
}

BOTH_SEARCHES(search, stop_ends_an_endless_search_soon)
{
    const char *const fens[] = {FEN_START, drawn, only_move};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        fixture_set(fens[i]);
        cr_expect(ends_when_stopped((search_limits){.infinite = true, .nodes = 10, .depth = 1}),
                  "%s", fens[i]);
        cr_expect(
            ends_when_stopped((search_limits){.ponder = true, .nodes = 10, .time_ms_hard = 1}),
            "%s", fens[i]);
    }
}

/* Mcts reports nothing of a root that is drawn by the rules until the ponderhit. */
BOTH_SEARCHES(search, limits_and_clock_run_from_the_ponderhit_on)
{
    const search_limits limits[] = {
        {.ponder = true, .nodes = 10},
        {.ponder = true, .time_ms_soft = 30, .time_ms_hard = 30, .time_exact = true}};
    const char *const fens[] = {FEN_START, drawn};
    const fixture_call hits[] = {{search_ponderhit, .delay_ms = 60, .awaited = fixture_any_report},
                                 {search_ponderhit, .delay_ms = 60}};
    for (int i = 0; i < 4; i++) {
        fixture_set(fens[i / 2]);
        const fixture_moment start = fixture_now();
        checked(fixture_go_until(&limits[i % 2], &hits[i / 2]));
        cr_expect(fixture_took(&start, 60, 2000));
        cr_expect(i > 1 || f.last.time_ms >= 60, "what is reported has pondering in it");
    }
}

BOTH_SEARCHES(search, without_a_move_only_an_endless_search_waits)
{
    const fixture_call stop = {search_stop, .delay_ms = 50};
    fixture_set("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
    cr_expect_eq(fixture_go(&(search_limits){.nodes = 100}).best, MOVE_NONE);
    cr_expect_eq(f.reports, 0);
    const fixture_moment start = fixture_now();
    cr_expect_eq(fixture_go_until(&(search_limits){.infinite = true}, &stop).best, MOVE_NONE);
    cr_expect(fixture_took(&start, 50, 500));
}

BOTH_SEARCHES(search, hard_time_is_kept_and_what_is_clear_is_played_at_once)
{
    const char *const clear[] = {only_move, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"};
    const char *const best[] = {"a1b2", "a1a8"};
    fixture_moment start = fixture_now();
    go(&(search_limits){.time_ms_soft = 60, .time_ms_hard = 60, .time_exact = true});
    cr_expect(fixture_took(&start, 55, 2000));
    for (int i = 0; i < 2; i++) {
        fixture_set(clear[i]);
        start = fixture_now();
        const search_result result =
            go(&(search_limits){.time_ms_soft = 50000, .time_ms_hard = 90000});
        cr_expect_str_eq(fixture_text(result.best), best[i]);
        cr_expect(fixture_took(&start, 0, 2000));
    }
}

/* However busy the machine is. With two threads the limit is the time of both together. */
BOTH_SEARCHES(search, a_limit_of_cpu_time_is_kept)
{
    for (int threads = 1; threads <= 2; threads++) {
        f.options.threads = threads;
        fixture_configure();
        const int64_t begun = system_cpu_ns();
        go(&(search_limits){.time_ms_hard = 100, .time_exact = true, .time_cpu = true});
        const int64_t ms = (system_cpu_ns() - begun) / 1000000;
        cr_expect(ms >= 95 && ms < 400, "%d threads used %d ms", threads, (int)ms);
    }
}

/* The answer is that of the first playout or iteration, however fast the machine is. */
BOTH_SEARCHES(search, an_empty_clock_gets_an_answer_at_once)
{
    for (int exact = 0; exact < 2; exact++) {
        search_new_game(f.search);
        go(&(search_limits){.time_ms_soft = 1, .time_ms_hard = 1, .time_exact = exact});
        cr_expect(f.options.algorithm == SEARCH_MCTS ? f.last.nodes == 1 : f.last.depth == 1);
    }
}

/* Captures without end: even the first iteration is cut short. */
ONE_SEARCH(search, boards_full_of_queens_keep_all_limits, SEARCH_NEGAMAX)
{
    const char *const fens[] = {
        "2q1qQqk/1QQ2Qqq/2Q1Q1qQ/4q2Q/qq3qQ1/2q2Qqq/QQ3Q1Q/KQ2q1q1 w - - 0 1",
        "Q2q2qk/2Q1Q1qq/2q1Q2q/QQ3q1Q/4qqQ1/q1q1Q3/QQqqq1q1/KQQ2QQ1 w - - 0 1"};
    for (int i = 0; i < 2 * SETTINGS; i++) {
        f.options.techniques = search_techniques_of((search_setting)(i / 2));
        f.options.multi_pv = 1 + i;
        fixture_configure();
        fixture_set(fens[i % 2]);
        cr_expect(ends_when_stopped((search_limits){.infinite = true}));
        fixture_go(&(search_limits){.nodes = 20000});
        /* With a mate, all depths may be done earlier. */
        cr_expect(f.last.nodes == 20000 || f.last.score.kind == SCORE_MATE);
        const fixture_moment start = fixture_now();
        fixture_go(&(search_limits){.time_ms_hard = 50, .time_exact = true});
        const bool mates = f.last.score.kind == SCORE_MATE;
        cr_expect(fixture_took(&start, mates ? 0 : 45, 2000));
        cr_expect(mates || abs(f.last.score.value) <= SCORE_CP_MAX, "%d", f.last.score.value);
    }
}

/* The sum of the visits of all moves in the tree below a line, so the number of steps that playouts
 * made there. Keeps the length of the longest line with a visit. */
static uint64_t steps_behind(move played[], int length, int *longest)
{
    root_move moves[MOVES_MAX];
    uint64_t steps = 0;
    const int count = length ? search_line_moves(f.search, played, length, moves, MOVES_MAX)
                             : search_root_moves(f.search, moves, MOVES_MAX);
    for (int i = 0; i < count && moves[i].visits; i++) {
        *longest = *longest > length ? *longest : length + 1;
        played[length] = moves[i].move;
        steps += moves[i].visits + steps_behind(played, length + 1, longest);
    }
    return steps;
}

ONE_SEARCH(search, depth_is_the_mean_length_of_playouts, SEARCH_MCTS)
{
    for (int depth = 2; depth <= 3; depth++) {
        move played[PLY_MAX / 2];
        int longest = 0;
        search_new_game(f.search);
        fixture_go(&(search_limits){.depth = depth, .nodes = 100000});
        const uint64_t playouts = f.last.nodes, steps = steps_behind(played, 0, &longest);
        const uint64_t wanted = (uint64_t)depth;
        cr_assert_lt(playouts, 100000);
        cr_expect_eq(f.last.depth, depth);
        cr_expect_eq(f.last.seldepth, longest);
        cr_expect_eq(steps / playouts, wanted, "%d steps in %d playouts", (int)steps,
                     (int)playouts);
        /* The search ends at once: without its last playout the mean was lower. */
        cr_expect_lt(steps - (uint64_t)longest, wanted * (playouts - 1));
    }
}

/* ---- Lines and scores ---- */

/* Grows with how good a score is. */
static int goodness(const search_score *s)
{
    return s->kind != SCORE_MATE ? s->value : s->value > 0 ? 100000 - s->value : -100000 - s->value;
}

/* All moves of the root have a line here; mates are among them. */
BOTH_SEARCHES(search, several_lines_are_distinct_and_in_the_order_of_their_scores)
{
    const char *const fens[] = {FIXTURE_KIWIPETE, only_move, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
                                "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1",
                                "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"};
    const uint64_t nodes[] = {1, 20, 3000};
    f.options.multi_pv = MULTI_PV_MAX;
    fixture_configure();
    for (int i = 0; i < 5 * 3; i++) {
        fixture_set(fens[i / 3]);
        search_new_game(f.search);
        const search_result result = fixture_go(&(search_limits){.nodes = nodes[i % 3]});
        cr_expect_eq(f.finals, gen_count(&f.position), "%s: %d lines", fens[i / 3], f.finals);
        cr_expect_eq(f.lines[0].pv[0], result.best);
        for (int k = 1; k < f.finals; k++) {
            cr_expect_eq(f.lines[k].multi_pv, k + 1);
            cr_expect_leq(goodness(&f.lines[k].score), goodness(&f.lines[k - 1].score),
                          "line %d of %s after %d", k + 1, fens[i / 3], (int)nodes[i % 3]);
            fixture_follow(&f.lines[k]);
            for (int j = 0; j < k; j++) {
                cr_expect_neq(f.lines[k].pv[0], f.lines[j].pv[0]);
            }
        }
    }
}

ONE_SEARCH(search, several_lines_change_nothing_of_what_is_searched, SEARCH_MCTS)
{
    root_move one[MOVES_MAX], five[MOVES_MAX];
    const search_limits limits = {.nodes = 4000};
    fixture_go(&limits);
    const int count = search_root_moves(f.search, one, MOVES_MAX);
    f.options.multi_pv = 5;
    fixture_configure();
    search_new_game(f.search);
    fixture_go(&limits);
    cr_expect_eq(f.finals, 5);
    cr_assert_eq(search_root_moves(f.search, five, MOVES_MAX), count);
    for (int i = 0; i < count; i++) {
        cr_expect(one[i].move == five[i].move && one[i].visits == five[i].visits);
    }
}

ONE_SEARCH(search, the_parts_of_a_score_sum_to_1, SEARCH_MCTS)
{
    for (float q = 0.0f; q <= 1.0f; q += 0.125f) {
        for (float draw = 0.0f; draw <= 1.0f; draw += 0.125f) {
            const search_score s = search_score_of(145, q, draw);
            cr_expect(s.win >= 0.0f && s.draw >= 0.0f && s.loss >= 0.0f);
            cr_expect_float_eq(s.win + s.draw + s.loss, 1.0f, 1e-6f);
            cr_expect_float_eq(s.win + 0.5f * s.draw, q, 1e-6f);
        }
    }
}

/* ---- Draws by the rules ---- */

/* A search of one root move alone scores nothing. Quiescence does not look for stalemates, so
 * negamax needs two plies. */
static void expect_draw(const char *only)
{
    const move m = gen_from_uci(&f.position, only);
    cr_assert_neq(m, MOVE_NONE, "%s", only);
    for (int depth = 2; depth <= 6; depth++) {
        go(&(search_limits){.depth = depth, .nodes = 500, .moves = &m, .move_count = 1});
        cr_expect(f.last.score.kind == SCORE_CENTIPAWNS && f.last.score.value == 0,
                  "%s, depth %d: %d", only, depth, f.last.score.value);
        cr_expect_float_eq(f.last.score.draw, 1.0f, 1e-6f);
    }
}

BOTH_SEARCHES(search, draws_by_the_rules_score_nothing)
{
    static const char *const cases[][2] = {
        {"8/8/8/8/2k5/8/1q6/K7 w - - 0 1", "a1b2"},  /* bare kings */
        {"7k/8/8/8/8/8/Q7/K7 w - - 99 80", "a2b2"},  /* fifty moves */
        {"4k3/8/8/8/8/5n2/4K3/8 w - - 0 1", "e2f3"}, /* a knight goes */
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"},  /* stalemate */
    };
    static const char *const cycle[4] = {"g8f8", "g1f1", "f8g8", "f1g1"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture_set(cases[i][0]);
        expect_draw(cases[i][1]);
    }
    fixture_set("6k1/5ppp/4q3/8/8/8/5PPP/6K1 b - - 0 1");
    for (int i = 0; i < 10; i++) {
        fixture_play(cycle[i % 4]);
    }
    expect_draw("f8g8"); /* the position after it stood on the board twice before */
}

BOTH_SEARCHES(search, a_mate_counts_until_the_hundredth_ply)
{
    fixture_set("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 80");
    cr_expect_str_eq(fixture_text(go(&(search_limits){.nodes = 5000}).best), "d1d8");
    cr_expect(f.last.score.kind == SCORE_MATE && f.last.score.value == 1);
    fixture_set("kbK5/pp6/1P6/8/8/8/8/R7 w - - 99 80"); /* a mate in two */
    go(&(search_limits){.depth = 6, .nodes = 20000});
    cr_expect_neq(f.last.score.kind, SCORE_MATE);
}

ONE_SEARCH(search, a_root_that_can_only_draw_ends_a_search_of_any_depth, SEARCH_MCTS)
{
    fixture_set(drawn);
    const search_result result = go(&(search_limits){.depth = 20});
    cr_expect_neq(result.best, MOVE_NONE);
}

/* ---- What is kept ---- */

static uint32_t root_visits(void)
{
    root_move moves[MOVES_MAX];
    const int count = search_root_moves(f.search, moves, MOVES_MAX);
    uint32_t visits = 0;
    for (int i = 0; i < count; i++) {
        visits += moves[i].visits;
    }
    return visits;
}

ONE_SEARCH(search, a_tree_is_kept_until_what_has_made_it_changes, SEARCH_MCTS)
{
    nets *other = fixture_nets(1);
    const search_result result = go(&(search_limits){.nodes = 20000});
    fixture_play(fixture_text(result.best));
    fixture_play(fixture_text(result.ponder));
    for (int i = 0; i < 4; i++) { /* nothing, the nets, a technique, the nets again */
        f.options.nets = i == 1 || i == 2 ? other : f.nets;
        f.options.techniques.mcts_killers = i >= 2;
        fixture_configure();
        go(&(search_limits){.nodes = 100});
        cr_expect_eq(f.last.nodes, 100, "only new playouts count");
        cr_expect_eq(root_visits() > 100, i == 0, "after change %d", i);
    }
    nets_free(other);
}

ONE_SEARCH(search, other_nets_find_nothing_of_the_former_ones, SEARCH_MCTS)
{
    random_net_shape shape = random_net_small;
    shape.seed++;
    nets *other = random_net_load(&shape);
    uint32_t visits[2][MOVES_MAX] = {{0}};
    for (int i = 0; i < 4; i++) { /* the others, the former ones, twice */
        f.options.nets = i % 2 ? f.nets : other;
        fixture_configure();
        go(&(search_limits){.nodes = 500});
        root_move moves[MOVES_MAX];
        const int count = search_root_moves(f.search, moves, MOVES_MAX);
        for (int k = 0; k < count; k++) {
            cr_expect(i < 2 || moves[k].visits == visits[i % 2][k], "move %d of search %d", k, i);
            visits[i % 2][k] = moves[k].visits;
        }
    }
    nets_free(other);
}

ONE_SEARCH(search, hash_1_keeps_searching_when_full, SEARCH_MCTS)
{
    f.options.hash_mb = 1;
    fixture_configure();
    fixture_set(FIXTURE_KIWIPETE);
    go(&(search_limits){.nodes = 60000});
    cr_expect_eq(f.last.nodes, 60000);
    cr_expect_eq(search_bytes_total(f.search), 1u << 20);
    cr_expect_leq(search_bytes_used(f.search), 1u << 20);
    cr_expect(f.last.hashfull > 500 && f.last.hashfull <= 1000, "%d", f.last.hashfull);
}

BOTH_SEARCHES(search, memory_that_is_not_there_is_refused_and_the_search_goes_on)
{
    search_options options = f.options;
    failure why;
    for (int other = 0; other < SEARCH_ALGORITHMS; other++) {
        options.algorithm = (search_algorithm)other;
        options.hash_mb = (size_t)1 << 24;
        cr_expect_not(search_memory_fits(options.hash_mb, &why));
        cr_expect_null(search_new(&options, NULL));
        cr_expect_not(search_configure(f.search, &options, &why));
        cr_expect_neq(why.text[0], '\0');
        cr_expect_eq(search_hash_mb(f.search), 16);
        go(&(search_limits){.nodes = 1000});
    }
    cr_expect(search_memory_fits(16, &why));
    search *fitting = search_new_fitting(&f.options, &why);
    cr_assert_not_null(fitting);
    cr_expect_str_empty(why.text);
    cr_expect_eq(search_hash_mb(fitting), 16);
    search_free(fitting);
}
