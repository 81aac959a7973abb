#include <criterion/criterion.h>

#include "uci/go_limits.h"

enum { OVERHEAD = 10 };

/* A whole clock. */
enum { CLOCK = GO_WHITE_TIME | GO_BLACK_TIME | GO_WHITE_INCREMENT | GO_BLACK_INCREMENT };

static search_limits limits_of(go_request request, colour side)
{
    return go_limits(&request, side, OVERHEAD);
}

static go_request clock_of(int64_t time, int64_t increment)
{
    return (go_request){
        .given = CLOCK, .time_ms = {time, time}, .increment_ms = {increment, increment}};
}

Test(go_limits, limits_are_positive_ordered_and_within_the_clock)
{
    static const int64_t times[] = {0, 1, 5, 10, 11, 20, 50, 100, 1000, 60000, 1000000000000};
    static const int64_t increments[] = {0, 1, 10, 100, 5000, 1000000000000};
    static const int64_t to_go[] = {0, 1, 2, 40, 1000000000000};
    for (size_t t = 0; t < sizeof times / sizeof *times; t++) {
        for (size_t i = 0; i < sizeof increments / sizeof *increments; i++) {
            for (size_t m = 0; m < sizeof to_go / sizeof *to_go; m++) {
                go_request request = clock_of(times[t], increments[i]);
                request.moves_to_go = to_go[m];
                search_limits limits = limits_of(request, WHITE);
                cr_expect_geq(limits.time_ms_soft, 1);
                cr_expect_geq(limits.time_ms_hard, limits.time_ms_soft);
                cr_expect(limits.time_ms_hard == 1 || limits.time_ms_hard <= times[t] - OVERHEAD,
                          "%lld of %lld ms", (long long)limits.time_ms_hard, (long long)times[t]);
            }
        }
    }
}

/* Plays a game of so many moves that each take all that is allowed and come `late`; the least time
 * that is ever left. */
static int64_t play(int64_t time, int64_t increment, int moves, int64_t late)
{
    int64_t least = time;
    time += increment;
    for (int i = 0; i < moves; i++) {
        search_limits limits = limits_of(clock_of(time, increment), BLACK);
        time -= limits.time_ms_hard + late;
        least = time < least ? time : least;
        time += increment;
    }
    return least;
}

Test(go_limits, a_game_of_slow_moves_is_not_lost_on_time)
{
    cr_assert_gt(play(1000, 10, 400, 3), 0);
    cr_assert_gt(play(3000, 30, 400, 5), 0);
    cr_assert_gt(play(100, 5, 400, 3), 0);
    cr_assert_gt(play(8000, 80, 400, 5), 2 * 80, "the clock rests at a reserve");
    cr_assert_gt(play(60000, 0, 30, 1), 0);
}

Test(go_limits, the_next_control_is_reached)
{
    int64_t time = 2000;
    for (int64_t left = 40; left > 0; left--) {
        go_request request = clock_of(time, 0);
        request.moves_to_go = left;
        time -= limits_of(request, WHITE).time_ms_soft;
    }
    cr_assert_gt(time, 0);
}

Test(go_limits, only_ones_own_clock_counts)
{
    go_request request = {.given = CLOCK, .time_ms = {100000, 1000}};
    cr_assert_gt(limits_of(request, WHITE).time_ms_soft, 4000);
    cr_assert_lt(limits_of(request, BLACK).time_ms_soft, 100);
}

Test(go_limits, the_other_clock_stands_in_for_a_missing_one)
{
    go_request request = {.given = GO_WHITE_TIME, .time_ms = {1000, 0}};
    search_limits limits = limits_of(request, BLACK);
    cr_assert_gt(limits.time_ms_soft, 10);
    cr_assert_lt(limits.time_ms_hard, 1000);
    cr_assert_not(limits.infinite);
}

/* What is searched of a fixed time. */
static int64_t searched(int64_t movetime_ms, int overhead_ms)
{
    const go_request request = {.given = GO_MOVETIME, .movetime_ms = movetime_ms};
    const search_limits limits = go_limits(&request, WHITE, overhead_ms);
    cr_expect(limits.time_exact);
    cr_expect_eq(limits.time_ms_soft, limits.time_ms_hard);
    return limits.time_ms_hard;
}

Test(go_limits, movetime_is_exact_and_leaves_the_whole_overhead)
{
    cr_expect_eq(searched(1000, 0), 1000);
    cr_expect_eq(searched(1000, 10), 990);
    cr_expect_eq(searched(100, 50), 50);
    cr_expect_eq(searched(100, 95), 5);
    cr_expect_eq(searched(50, 10), 40);
}

Test(go_limits, a_moment_of_movetime_is_searched_whatever_the_overhead)
{
    cr_expect_eq(searched(100, 99), 5);
    cr_expect_eq(searched(100, 200), 5);
    cr_expect_eq(searched(10, 10), 5);
    cr_expect_eq(searched(6, 10), 3);
    cr_expect_eq(searched(1, 0), 1);
    cr_expect_eq(searched(1, 10), 1);
    cr_expect_eq(searched(1000000000000, 10000), 1000000000000 - 10000);
}

Test(go_limits, movetime_does_not_outlast_the_clock)
{
    go_request request = {.given = GO_MOVETIME | CLOCK};
    request.movetime_ms = 100000;
    request.time_ms[WHITE] = 1000;
    cr_assert_lt(limits_of(request, WHITE).time_ms_hard, 1000);
}

Test(go_limits, a_go_without_limits_is_infinite)
{
    cr_assert(limits_of((go_request){.given = 0}, WHITE).infinite);
    cr_assert(limits_of((go_request){.given = GO_INFINITE | GO_NODES, .nodes = 5}, WHITE).infinite);
    cr_assert_not(limits_of((go_request){.given = GO_NODES, .nodes = 5}, WHITE).infinite);
    cr_assert_not(limits_of((go_request){.given = GO_MATE, .mate = 5}, WHITE).infinite);
}

/* A client that has made a mistake may not send a stop. */
Test(go_limits, what_is_not_understood_is_never_endless)
{
    static const unsigned faulty[] = {
        GO_UNKNOWN,
        GO_UNREAD | GO_MATE,
        GO_UNREAD | GO_MOVES_TO_GO,
        GO_UNREAD | GO_WHITE_INCREMENT,
        GO_UNKNOWN | GO_PONDER,
    };
    for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
        const search_limits limits = limits_of((go_request){.given = faulty[i]}, WHITE);
        cr_expect_not(limits.infinite, "%zu", i);
        cr_expect_eq(limits.depth, 1, "%zu", i);
    }
    const go_request mate = {.given = GO_UNKNOWN | GO_MATE, .mate = 3};
    cr_expect_eq(limits_of(mate, WHITE).depth, 0, "an unknown word changes the search");
    const go_request nodes = {.given = GO_UNREAD | GO_NODES | GO_MATE, .nodes = 9, .mate = 1};
    cr_expect_eq(limits_of(nodes, WHITE).depth, 0, "a limit that can be read is not the only one");
    cr_expect(limits_of((go_request){.given = GO_UNKNOWN | GO_INFINITE}, WHITE).infinite);
}

Test(go_limits, pondering_without_limits_is_infinite_too)
{
    const search_limits endless = limits_of((go_request){.given = GO_PONDER}, WHITE);
    cr_expect(endless.ponder);
    cr_expect(endless.infinite);
    const go_request request = {.given = GO_PONDER | GO_DEPTH, .depth = 5};
    const search_limits limited = limits_of(request, WHITE);
    cr_expect(limited.ponder);
    cr_expect_not(limited.infinite);
}

Test(go_limits, words_of_a_clock_without_a_time_are_no_limit)
{
    go_request request = {.given = GO_NODES | GO_WHITE_INCREMENT | GO_BLACK_INCREMENT};
    request.nodes = 100000;
    const search_limits nodes = limits_of(request, WHITE);
    cr_expect_eq(nodes.time_ms_hard, 0);
    cr_expect_eq(nodes.nodes, 100000);
    cr_expect_not(nodes.infinite);
    request = (go_request){.given = GO_DEPTH | GO_MOVES_TO_GO, .depth = 20, .moves_to_go = 40};
    const search_limits depth = limits_of(request, BLACK);
    cr_expect_eq(depth.time_ms_hard, 0);
    cr_expect_not(depth.infinite);
    cr_expect(limits_of((go_request){.given = GO_WHITE_INCREMENT}, WHITE).infinite);
    cr_expect(limits_of((go_request){.given = GO_MOVES_TO_GO, .moves_to_go = 1}, WHITE).infinite);
}

Test(go_limits, an_increment_alone_is_the_clock_of_its_side)
{
    const go_request request = {.given = GO_WHITE_INCREMENT, .increment_ms = {100, 0}};
    const search_limits limits = limits_of(request, WHITE);
    cr_expect_gt(limits.time_ms_hard, 0);
    cr_expect_leq(limits.time_ms_hard, 100);
    cr_expect_not(limits.infinite);
    cr_expect(limits_of(request, BLACK).infinite, "the other side has no clock");
}

/* A side whose flag is about to fall must move at once. */
Test(go_limits, a_time_of_zero_is_a_clock)
{
    const search_limits limits = limits_of((go_request){.given = GO_WHITE_TIME}, WHITE);
    cr_expect_eq(limits.time_ms_hard, 1);
    cr_expect_not(limits.infinite);
}
