#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "search_fixture.h"

static fixture f;

static void begin(void)
{
    fixture_begin(&f, 16);
}
static void end(void)
{
    fixture_end(&f);
}

TestSuite(search, .init = begin, .fini = end);

static const char kiwipete[] = FIXTURE_KIWIPETE;

/* The line is legal and starts with the move that is played. */
static void check_line(const search_result *result)
{
    position pos = f.position;
    cr_expect_eq(f.last.pv[0], result->best);
    for (int i = 0; i < f.last.pv_length; i++) {
        cr_assert(gen_is_legal(&pos, f.last.pv[i]), "%s at %d", fixture_text(f.last.pv[i]), i);
        pos_make(&pos, f.last.pv[i]);
    }
}

Test(search, node_limit_is_exact_and_the_line_is_legal)
{
    const uint64_t limits[] = {1, 2, 100, 5000};
    for (int i = 0; i < 4; i++) {
        fixture_set(&f, kiwipete);
        search_new_game(f.search);
        search_result result = fixture_go(&f, &(search_limits){.nodes = limits[i]});
        cr_expect_eq(f.last.nodes, limits[i]);
        cr_expect_eq(f.finals, 1);
        cr_expect(f.last.final);
        check_line(&result);
        cr_expect_float_eq(f.last.score.win + f.last.score.draw + f.last.score.loss, 1.0f, 1e-3f);
    }
}

Test(search, mates_are_found_proven_and_told_in_moves)
{
    const struct {
        const char *fen, *best;
        int mate;
    } cases[] = {
        {"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", 1},
        {"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g7", 1},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2},
    };
    for (int i = 0; i < 3; i++) {
        fixture_set(&f, cases[i].fen);
        search_new_game(f.search);
        search_result result = fixture_go(&f, &(search_limits){.nodes = 200000});
        cr_expect_str_eq(fixture_text(result.best), cases[i].best);
        cr_expect_eq(f.last.score.kind, SCORE_MATE);
        cr_expect_eq(f.last.score.value, cases[i].mate);
        cr_expect_lt(f.last.nodes, 200000, "a proof stops the search");
        cr_expect_eq(f.last.pv_length, 2 * cases[i].mate - 1, "the line ends with mate");
        check_line(&result);
    }
}

Test(search, being_mated_is_told_in_negative_moves)
{
    /* Kb8 is forced, and Rh8 mates. */
    fixture_set(&f, "k7/8/1K6/p7/P7/8/8/7R b - - 0 1");
    search_result result = fixture_go(&f, &(search_limits){.nodes = 100000});
    cr_expect_eq(f.last.score.kind, SCORE_MATE);
    cr_expect_eq(f.last.score.value, -1);
    cr_expect_eq(f.last.pv_length, 2);
    check_line(&result);
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

Test(search, the_parts_of_a_score_sum_to_1)
{
    const value_net *net = &f.nets->value;
    for (float q = 0.0f; q <= 1.0f; q += 0.125f) {
        for (float draw = 0.0f; draw <= 1.0f; draw += 0.125f) {
            const search_score s = search_score_of(net, q, draw);
            cr_expect(s.win >= 0.0f && s.draw >= 0.0f && s.loss >= 0.0f);
            cr_expect_float_eq(s.win + s.draw + s.loss, 1.0f, 1e-6f);
            cr_expect_float_eq(s.win + 0.5f * s.draw, q, 1e-6f);
        }
    }
}

Test(search, depth_is_the_mean_length_of_playouts)
{
    for (int depth = 2; depth <= 3; depth++) {
        move played[PLY_MAX / 2];
        int longest = 0;
        search_new_game(f.search);
        fixture_go(&f, &(search_limits){.depth = depth, .nodes = 100000});
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

Test(search, searchmoves_are_the_only_root_moves)
{
    const move allowed[2] = {move_of(8, 16, MOVE_PLAIN), move_of(15, 23, MOVE_PLAIN)}; /* a3, h3 */
    search_result result =
        fixture_go(&f, &(search_limits){.nodes = 500, .moves = allowed, .move_count = 2});
    cr_expect(result.best == allowed[0] || result.best == allowed[1]);
    root_move moves[MOVES_MAX];
    cr_expect_eq(search_root_moves(f.search, moves, MOVES_MAX), 2);
    fixture_go(&f, &(search_limits){.nodes = 500});
    cr_expect_eq(search_root_moves(f.search, moves, MOVES_MAX), 20, "the next search has all");
}

static uint64_t root_visits(void)
{
    root_move moves[MOVES_MAX];
    const int count = search_root_moves(f.search, moves, MOVES_MAX);
    uint64_t visits = 0;
    for (int i = 0; i < count; i++) {
        visits += moves[i].visits;
    }
    return visits;
}

Test(search, reuse_keeps_visits_and_counts_only_new_playouts)
{
    search_result result = fixture_go(&f, &(search_limits){.nodes = 20000});
    fixture_play(&f, fixture_text(result.best));
    fixture_play(&f, fixture_text(result.ponder));
    fixture_go(&f, &(search_limits){.nodes = 100});
    cr_expect_eq(f.last.nodes, 100);
    cr_expect_gt(root_visits(), 100, "visits of the search before are kept");
}

Test(search, other_techniques_begin_a_new_tree)
{
    fixture_go(&f, &(search_limits){.nodes = 2000});
    f.options.techniques.mcts_fifty_moves = false;
    fixture_configure(&f);
    fixture_go(&f, &(search_limits){.nodes = 100});
    cr_expect_eq(root_visits(), 100, "the tree of the first search is kept");
}

Test(search, other_nets_begin_a_new_tree)
{
    fixture other;
    fixture_begin(&other, 1);
    fixture_go(&f, &(search_limits){.nodes = 2000});
    f.options.nets = other.nets;
    fixture_configure(&f);
    fixture_go(&f, &(search_limits){.nodes = 100});
    cr_expect_eq(root_visits(), 100, "the tree of the first search is kept");
    f.options.nets = f.nets;
    fixture_configure(&f);
    fixture_end(&other);
}

Test(search, repetition_is_a_draw_inside_the_search)
{
    fixture_set(&f, "6k1/5ppp/4q3/8/8/8/5PPP/6K1 b - - 0 1");
    const char *const cycle[4] = {"g8f8", "g1f1", "f8g8", "f1g1"};
    for (int i = 0; i < 10; i++) {
        fixture_play(&f, cycle[i % 4]);
    }
    const move repeat = gen_from_uci(&f.position, "f8g8");
    fixture_go(&f, &(search_limits){.nodes = 200, .moves = &repeat, .move_count = 1});
    root_move only;
    cr_assert_eq(search_root_moves(f.search, &only, 1), 1);
    /* The position after Kg8 stood on the board twice before. */
    cr_expect_float_eq(only.q, 0.5f, 1e-6f);
}

Test(search, a_root_that_can_only_draw_ends_a_search_of_any_depth)
{
    fixture_set(&f, "8/8/8/3k4/8/3K4/8/8 w - - 0 1");
    search_result result = fixture_go(&f, &(search_limits){.depth = 20});
    cr_expect_neq(result.best, MOVE_NONE);
    cr_expect_eq(f.last.score.kind, SCORE_CENTIPAWNS);
    cr_expect_eq(f.last.score.value, 0);
    cr_expect_float_eq(f.last.score.draw, 1.0f, 1e-6f);
}

static bool is_beyond_the_limit(const search_info *report)
{
    return report->nodes > 10;
}

Test(search, stop_ends_an_infinite_search_soon)
{
    const fixture_call stop = {search_stop, .delay_ms = 100, .awaited = is_beyond_the_limit};
    const fixture_moment start = fixture_now();
    search_result result =
        fixture_go_until(&f, &(search_limits){.infinite = true, .nodes = 10}, &stop);
    cr_expect(fixture_took(&start, 100, 2000));
    cr_expect_gt(f.last.nodes, 10, "infinite outranks a node limit");
    check_line(&result);
}

Test(search, a_mated_root_waits_for_stop_only_if_infinite)
{
    fixture_set(&f, "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
    cr_expect_eq(fixture_go(&f, &(search_limits){.nodes = 100}).best, MOVE_NONE);
    const fixture_call stop = {search_stop, .delay_ms = 50};
    const fixture_moment start = fixture_now();
    cr_expect_eq(fixture_go_until(&f, &(search_limits){.infinite = true}, &stop).best, MOVE_NONE);
    cr_expect(fixture_took(&start, 50, 500));
}

Test(search, hard_time_is_kept_and_a_forced_move_is_quick)
{
    fixture_moment start = fixture_now();
    fixture_go(&f, &(search_limits){.time_ms_soft = 60, .time_ms_hard = 60, .time_exact = true});
    cr_expect(fixture_took(&start, 55, 2000));
    fixture_set(&f, "7k/8/8/8/8/8/1r6/K7 w - - 0 1"); /* only Kxb2 */
    start = fixture_now();
    search_result result =
        fixture_go(&f, &(search_limits){.time_ms_soft = 50000, .time_ms_hard = 90000});
    cr_expect_str_eq(fixture_text(result.best), "a1b2");
    cr_expect(fixture_took(&start, 0, 2000));
}

/* The answer is that of the first playout, however fast the machine is. */
Test(search, an_empty_clock_gets_an_answer_at_once)
{
    static const search_limits limits[] = {
        {.time_ms_soft = 1, .time_ms_hard = 1},
        {.time_ms_soft = 1, .time_ms_hard = 1, .time_exact = true},
    };
    for (int i = 0; i < 2; i++) {
        const search_result result = fixture_go(&f, &limits[i]);
        cr_expect_eq(f.last.nodes, 1);
        check_line(&result);
        search_new_game(f.search);
    }
}

Test(search, hash_1_keeps_searching_when_full)
{
    fixture_end(&f);
    fixture_begin(&f, 1);
    fixture_set(&f, kiwipete);
    search_result result = fixture_go(&f, &(search_limits){.nodes = 60000});
    cr_expect_eq(f.last.nodes, 60000);
    cr_expect_leq(search_bytes_used(f.search), 1u << 20);
    cr_expect(f.last.hashfull > 500 && f.last.hashfull <= 1000, "%d", f.last.hashfull);
    check_line(&result);
}

Test(search, configure_resizes_and_switches_history)
{
    search_options options = f.options;
    failure why;
    options.hash_mb = 2;
    options.techniques.mcts_history = HIST_MAIN_OFF;
    options.techniques.mcts_continuation_history = HIST_CONTINUE_OFF;
    options.techniques.mcts_pawns_history = false;
    cr_expect(search_configure(f.search, &options, &why));
    cr_expect_eq(search_bytes_total(f.search), 2u << 20);
    fixture_go(&f, &(search_limits){.nodes = 1000});
    root_move moves[MOVES_MAX];
    int count = search_root_moves(f.search, moves, MOVES_MAX);
    cr_assert_eq(count, 20);
    for (int i = 0; i < count; i++) {
        cr_expect_eq(moves[i].history, 0.0f);
    }
}

Test(search, memory_that_is_not_there_is_refused_and_the_search_goes_on)
{
    search_options options = f.options;
    failure why;
    for (int algorithm = SEARCH_MCTS; algorithm <= SEARCH_NEGAMAX; algorithm++) {
        options.algorithm = (search_algorithm)algorithm;
        options.hash_mb = (size_t)1 << 24;
        cr_expect_not(search_memory_fits(options.hash_mb, &why));
        cr_expect_null(search_new(&options, NULL));
        cr_expect_not(search_configure(f.search, &options, &why));
        cr_expect_neq(why.text[0], '\0');
        cr_expect_eq(search_hash_mb(f.search), 16);
        cr_expect_neq(fixture_go(&f, &(search_limits){.nodes = 100}).best, MOVE_NONE);
    }
    cr_expect(search_memory_fits(16, &why));
    search *fitting = search_new_fitting(&f.options, &why);
    cr_assert_not_null(fitting);
    cr_expect_str_empty(why.text);
    cr_expect_eq(search_hash_mb(fitting), 16);
    search_free(fitting);
}

Test(search, several_lines_change_nothing_of_what_is_searched)
{
    root_move one[MOVES_MAX], five[MOVES_MAX];
    const search_limits limits = {.nodes = 4000};
    fixture_go(&f, &limits);
    const int count = search_root_moves(f.search, one, MOVES_MAX);
    f.options.multi_pv = 5;
    fixture_configure(&f);
    search_new_game(f.search);
    fixture_go(&f, &limits);
    cr_expect_eq(f.finals, 5);
    cr_assert_eq(search_root_moves(f.search, five, MOVES_MAX), count);
    for (int i = 0; i < count; i++) {
        cr_expect_eq(one[i].move, five[i].move);
        cr_expect_eq(one[i].visits, five[i].visits);
    }
}
