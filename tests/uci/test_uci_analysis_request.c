#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "uci/analysis_request.h"
#include "uci/text.h"

static void begin(void)
{
    attacks_init(true);
}

TestSuite(analysis_request, .init = begin);

static analysis_request read_good(const char *text)
{
    analysis_request request;
    failure why;
    cr_assert(analysis_request_read(text, "analyse", &request, &why), "%s: %s", text, why.text);
    return request;
}

Test(analysis_request, nothing_is_the_start_position_for_a_second)
{
    const analysis_request r = read_good("");
    char fen[FEN_TEXT_MAX];
    fen_write(&r.root, false, fen);
    cr_expect_str_eq(fen, FEN_START);
    cr_expect_eq(r.notes, 0);
    cr_expect_eq(r.limits.time_ms_hard, 1000);
    cr_expect(r.limits.time_exact);
    cr_expect_eq(r.limits.nodes, 0);
    cr_expect_eq(r.limits.depth, 0);
}

Test(analysis_request, limits_follow_the_position_in_any_order)
{
    const analysis_request r = read_good("4k3/8/8/8/8/8/8/4K2R b K - depth 7 seconds 0.5 NODES 12");
    cr_expect_eq(r.root.to_move, BLACK);
    cr_expect_eq(r.limits.depth, 7);
    cr_expect_eq(r.limits.nodes, 12);
    cr_expect_eq(r.limits.time_ms_soft, 500);
    cr_expect_eq(r.limits.time_ms_hard, 500);
    cr_expect_eq(read_good("startpos movetime 20").limits.time_ms_hard, 20);
    cr_expect_eq(read_good("nodes 5").limits.time_ms_hard, 0, "no second beside a limit");
}

Test(analysis_request, a_line_of_epd_is_a_position)
{
    const analysis_request r =
        read_good("4k3/8/8/8/8/8/8/4K2R b K - bm Kd7; id \"a 1\"; hmvc 9; fmvn 50; depth 7");
    cr_expect_eq(r.limits.depth, 7);
    cr_expect_eq(r.root.halfmove_clock, 9);
    cr_expect_eq(r.root.fullmove_number, 50);
}

Test(analysis_request, rights_that_mean_nothing_are_noted)
{
    cr_expect_eq(read_good("4k3/8/8/8/8/8/8/4K3 w KQ -").notes, FEN_RIGHTS_DROPPED);
}

Test(analysis_request, a_position_ends_at_a_limit_or_at_the_end)
{
    position root;
    fen_notes notes = 7;
    failure why;
    char fen[FEN_TEXT_MAX];
    const char *cursor = "4k3/8/8/8/8/8/8/4K2R w K -  depth 7";
    (void)fen_parse(&root, "4k3/8/8/8/8/8/8/4K3 b - -", NULL, NULL);
    cr_assert(analysis_position_read(&cursor, &root, NULL, &why), "%s", why.text);
    cr_expect_str_eq(text_skip_blanks(cursor), "depth 7");
    fen_write(&root, false, fen);
    cr_expect_str_eq(fen, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    cr_expect(analysis_position_read(&cursor, &root, &notes, &why), "there is none");
    cr_expect_eq(notes, 7);
    cursor = "8/8 w";
    cr_expect_not(analysis_position_read(&cursor, &root, &notes, &why));
    cr_expect_eq(strncmp(why.text, "FEN ", 4), 0, "%s", why.text);
    fen_write(&root, false, fen);
    cr_expect_str_eq(fen, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "nothing else has changed");
    cursor = "StartPos";
    cr_expect(analysis_position_read(&cursor, &root, &notes, &why));
    cr_expect_eq(notes, 0);
    fen_write(&root, false, fen);
    cr_expect_str_eq(fen, FEN_START);
}

Test(analysis_request, the_beginning_of_a_request_is_known)
{
    static const char *const begins[] = {"Seconds", "startpos", FEN_START, "8/8/8/8/8/8/8/8"};
    static const char *const others[] = {"", "nodes.pgn", "8/8/8/8", "8/8/8/8/8/8/8/8.pgn"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        cr_expect(analysis_request_begins(begins[i]), "%s", begins[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        cr_expect_not(analysis_request_begins(others[i]), "%s", others[i]);
    }
}

Test(analysis_request, refusals_begin_with_the_command_and_name_the_thing)
{
    const struct {
        const char *text, *wanted;
    } cases[] = {
        {"8/8/8/8 nodes 5", "compare: FEN "},
        {"nodes", "compare: nodes needs a number after it"},
        {"nodes 0", "compare: nodes needs a whole number from 1 to 9223372036854775807, not \"0\""},
        {"depth 513", "compare: depth needs a whole number from 1 to 512, not \"513\""},
        {"movetime 1.5", "compare: movetime needs a whole number from 1 to 1000000000"},
        {"seconds nan", "compare: seconds needs a number from 0.001 to 1000000, not \"nan\""},
        {"nodes 5 plies 7", "compare: unknown limit \"plies\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        analysis_request request;
        failure why;
        cr_expect(!analysis_request_read(cases[i].text, "compare", &request, &why));
        cr_expect_eq(strncmp(why.text, cases[i].wanted, strlen(cases[i].wanted)), 0, "%s: %s",
                     cases[i].text, why.text);
    }
}
