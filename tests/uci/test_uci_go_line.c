/* Tests what the words of go mean. bad_go.uci and limits.uci have the errors, and the searches. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "uci/go_line.h"

static position start;
static FILE *file;
static writer out;
static go_request request;

static void set_up(void)
{
    attacks_init(true);
    fen_parse(&start, FEN_START, NULL, NULL);
    file = tmpfile();
    writer_init(&out, file);
}

static void tear_down(void)
{
    writer_destroy(&out);
    fclose(file);
}

TestSuite(go_line, .init = set_up, .fini = tear_down);

/* Lines of complaint so far. */
static int complaints(void)
{
    int count = 0, c;
    rewind(file);
    while ((c = fgetc(file)) != EOF) {
        count += c == '\n';
    }
    return count;
}

Test(go_line, tokens_come_in_any_order)
{
    go_parse(&start,
             "binc 4 nodes 9 winc 3 searchmoves e2e4 d2d4 e2e4 btime 2 mate 6 wtime 1 movestogo 5 "
             "depth 8 movetime 7",
             &request, &out);
    cr_assert_eq(request.move_count, 2, "a move that is named twice is one move");
    cr_assert_eq(request.time_ms[WHITE], 1);
    cr_assert_eq(request.time_ms[BLACK], 2);
    cr_assert_eq(request.increment_ms[WHITE], 3);
    cr_assert_eq(request.increment_ms[BLACK], 4);
    cr_assert_eq(request.moves_to_go, 5);
    cr_assert_eq(request.mate, 6);
    cr_assert_eq(request.movetime_ms, 7);
    cr_assert_eq(request.depth, 8);
    cr_assert_eq(request.nodes, 9);
    cr_assert_not(request.given & (GO_INFINITE | GO_PONDER | GO_PERFT));
    cr_assert_eq(complaints(), 0);
}

/* The unread limit may be the one that the client meant. */
Test(go_line, beside_an_unread_number_nothing_is_infinite)
{
    static const char *const lines[] = {"movetime infinite", "infinite depth 2.5", "infinite nodes",
                                        "winc x infinite ponder"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        go_parse(&start, lines[i], &request, &out);
        cr_expect((request.given & GO_UNREAD) && !(request.given & GO_INFINITE), "%s", lines[i]);
    }
    cr_expect_eq(complaints(), 2 * (int)(sizeof lines / sizeof *lines));
    go_parse(&start, "infinite twice", &request, &out);
    cr_expect_eq(request.given, GO_INFINITE | GO_UNKNOWN);
}

Test(go_line, searchmoves_never_overflow)
{
    static char text[100000];
    strcpy(text, "searchmoves");
    for (int i = 0; i < 10000; i++) {
        strcat(text + 11 + 8 * (size_t)i, i % 2 ? " e2e4   " : " a1a8   ");
    }
    go_parse(&start, text, &request, &out);
    cr_assert_eq(request.move_count, 1);
}

enum { OVERHEAD = 10 };

/* The limits that a line means for a side. */
static search_limits limits_of(colour side, const char *text)
{
    go_parse(&start, text, &request, &out);
    return go_limits(&request, side, OVERHEAD);
}

/* The limits of a side with this clock. */
static search_limits limits_with(int64_t time, int64_t increment, int64_t moves_to_go)
{
    char text[256];
    snprintf(text, sizeof text,
             "wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64
             " movestogo %" PRId64,
             time, time, increment, increment, moves_to_go);
    return limits_of(BLACK, text);
}

Test(go_limits, limits_are_positive_ordered_and_within_the_clock, .init = set_up, .fini = tear_down)
{
    static const int64_t times[] = {0, 1, 5, 10, 11, 20, 50, 100, 1000, 60000, 1000000000000};
    static const int64_t increments[] = {0, 1, 10, 100, 5000, 1000000000000};
    static const int64_t to_go[] = {0, 1, 2, 40, 1000000000000};
    for (size_t t = 0; t < sizeof times / sizeof *times; t++) {
        for (size_t i = 0; i < sizeof increments / sizeof *increments; i++) {
            for (size_t m = 0; m < sizeof to_go / sizeof *to_go; m++) {
                const search_limits limits = limits_with(times[t], increments[i], to_go[m]);
                cr_expect_geq(limits.time_ms_soft, 1);
                cr_expect_geq(limits.time_ms_hard, limits.time_ms_soft);
                cr_expect(limits.time_ms_hard == 1 || limits.time_ms_hard <= times[t] - OVERHEAD,
                          "%" PRId64 " of %" PRId64 " ms", limits.time_ms_hard, times[t]);
            }
        }
    }
}

/* Plays a game in which each move takes the hard limit and comes `late`. Returns the least time
 * that is ever left. */
static int64_t play(int64_t time, int64_t increment, int moves, int64_t late)
{
    int64_t least = time;
    time += increment;
    for (int i = 0; i < moves; i++) {
        time -= limits_with(time, increment, 0).time_ms_hard + late;
        least = time < least ? time : least;
        time += increment;
    }
    return least;
}

Test(go_limits, a_game_of_slow_moves_is_not_lost_on_time, .init = set_up, .fini = tear_down)
{
    cr_expect_gt(play(1000, 10, 400, 3), 0);
    cr_expect_gt(play(3000, 30, 400, 5), 0);
    cr_expect_gt(play(100, 5, 400, 3), 0);
    cr_expect_gt(play(8000, 80, 400, 5), 2 * 80, "the clock rests at a reserve");
    cr_expect_gt(play(60000, 0, 30, 1), 0);
    int64_t time = 2000;
    for (int64_t left = 40; left > 0; left--) {
        time -= limits_with(time, 0, left).time_ms_soft;
    }
    cr_expect_gt(time, 0, "the next control is reached");
}

Test(go_limits, the_clock_is_that_of_the_side_to_move, .init = set_up, .fini = tear_down)
{
    cr_expect_gt(limits_of(WHITE, "wtime 100000 btime 1000").time_ms_soft, 4000);
    cr_expect_lt(limits_of(BLACK, "wtime 100000 btime 1000").time_ms_soft, 100);
    const search_limits other = limits_of(BLACK, "wtime 1000");
    cr_expect(other.time_ms_soft > 10 && other.time_ms_hard < 1000 && !other.infinite,
              "the other clock stands in for a missing one");
    const search_limits increment = limits_of(WHITE, "winc 100");
    cr_expect(increment.time_ms_hard > 0 && increment.time_ms_hard <= 100 && !increment.infinite);
    cr_expect(limits_of(BLACK, "winc 100 binc 0").infinite, "the other side has no clock");
    const search_limits flag = limits_of(WHITE, "wtime 0");
    cr_expect(flag.time_ms_hard == 1 && !flag.infinite, "a side whose flag falls moves at once");
}

Test(go_limits, movetime_is_exact_and_leaves_the_overhead, .init = set_up, .fini = tear_down)
{
    static const struct {
        int64_t movetime;
        int overhead;
        int64_t searched;
    } cases[] = {
        {1000, 0, 1000}, {1000, 10, 990}, {100, 50, 50}, {100, 95, 5},
        {50, 10, 40},    {100, 99, 5},    {100, 200, 5}, {10, 10, 5},
        {6, 10, 3},      {1, 0, 1},       {1, 10, 1},    {1000000000000, 10000, 999999990000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        snprintf(text, sizeof text, "movetime %" PRId64, cases[i].movetime);
        go_parse(&start, text, &request, &out);
        const search_limits limits = go_limits(&request, WHITE, cases[i].overhead);
        cr_expect(limits.time_exact);
        cr_expect_eq(limits.time_ms_soft, limits.time_ms_hard);
        cr_expect_eq(limits.time_ms_hard, cases[i].searched, "case %zu", i);
    }
    cr_expect_lt(limits_of(WHITE, "movetime 100000 wtime 1000 btime 1000").time_ms_hard, 1000);
}

/* A client may not send a stop after a line with a fault. */
Test(go_limits, only_a_line_that_is_understood_is_endless, .init = set_up, .fini = tear_down)
{
    static const char *const endless[] = {"",       "infinite nodes 5", "ponder", "infinite twice",
                                          "winc 0", "movestogo 1"};
    static const char *const faulty[] = {"twice", "mate x", "movestogo x", "winc x",
                                         "twice ponder"};
    static const char *const limited[] = {"nodes 5",
                                          "mate 5",
                                          "twice mate 3",
                                          "ponder depth 5",
                                          "nodes 9 mate x",
                                          "nodes 5 winc 0 binc 0",
                                          "depth 20 movestogo 40"};
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        cr_expect(limits_of(WHITE, endless[i]).infinite, "%s", endless[i]);
    }
    for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
        const search_limits limits = limits_of(WHITE, faulty[i]);
        cr_expect(!limits.infinite && limits.depth == 1, "%s", faulty[i]);
    }
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++) {
        const search_limits limits = limits_of(WHITE, limited[i]);
        cr_expect(!limits.infinite && limits.depth != 1 && limits.time_ms_hard == 0, "%s",
                  limited[i]);
    }
    cr_expect(limits_of(WHITE, "ponder").ponder);
}
