#include <criterion/criterion.h>
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
    go_parse(&start, "binc 4 nodes 9 winc 3 btime 2 mate 6 wtime 1 movestogo 5 depth 8 movetime 7",
             &request, &out);
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

Test(go_line, what_is_not_given_is_not_given)
{
    go_parse(&start, "", &request, &out);
    cr_assert_eq(request.given, 0);
    go_parse(&start, "infinite ponder", &request, &out);
    cr_assert_eq(request.given, GO_INFINITE | GO_PONDER);
}

Test(go_line, searchmoves_end_at_a_keyword)
{
    go_parse(&start, "searchmoves e2e4 d2d4 e2e4 depth 3", &request, &out);
    cr_assert_eq(request.move_count, 2);
    cr_assert_eq(request.moves[0], gen_from_uci(&start, "e2e4"));
    cr_assert_eq(request.moves[1], gen_from_uci(&start, "d2d4"));
    cr_assert_eq(request.depth, 3);
    cr_assert_eq(complaints(), 0);
}

Test(go_line, what_cannot_be_read_is_reported_and_small)
{
    go_parse(&start, "depth x nodes movetime 2.5 wtime -7 btime 99999999999999999999 e2e4 mate",
             &request, &out);
    cr_assert_eq(request.depth, 1);
    cr_assert_eq(request.nodes, 1);
    cr_assert_eq(request.movetime_ms, 1);
    cr_assert_eq(request.time_ms[WHITE], 0);
    cr_assert_gt(request.time_ms[BLACK], INT64_C(1000000000));
    cr_assert_eq(request.mate, 1);
    cr_assert_eq(complaints(), 5);
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
