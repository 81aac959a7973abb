#include <criterion/criterion.h>
#include <string.h>

#include "chess/attacks.h"
#include "request.h"
#include "uci/text.h"

static failure why;

static void begin(void)
{
    attacks_init(true);
}

TestSuite(request, .init = begin);

static request read_good(const char *text)
{
    request r = request_default();
    cr_assert(request_read(text, &r, &why), "%s: %s", text, why.text);
    return r;
}

static void expect_position(const request *r, const char *wanted)
{
    char fen[FEN_TEXT_MAX];
    fen_write(&r->root, false, fen);
    cr_expect_str_eq(fen, wanted);
}

Test(request, nothing_is_the_start_position_for_a_second)
{
    const request r = read_good("");
    expect_position(&r, FEN_START);
    cr_expect_eq(r.notes, 0);
    cr_expect_eq(r.limits.time_ms_hard, 1000);
    cr_expect(r.limits.time_exact);
    cr_expect_eq(r.limits.nodes, 0);
    cr_expect_eq(r.limits.depth, 0);
}

Test(request, limits_follow_the_position_in_any_order)
{
    const request r = read_good("4k3/8/8/8/8/8/8/4K2R b K - depth 7 seconds 0.5 NODES 12");
    cr_expect_eq(r.root.to_move, BLACK);
    cr_expect_eq(r.limits.depth, 7);
    cr_expect_eq(r.limits.nodes, 12);
    cr_expect_eq(r.limits.time_ms_soft, 500);
    cr_expect_eq(r.limits.time_ms_hard, 500);
    cr_expect_eq(read_good("startpos movetime 20").limits.time_ms_hard, 20);
    cr_expect_eq(read_good("nodes 5").limits.time_ms_hard, 0, "no second beside a limit");
}

Test(request, a_line_of_epd_is_a_position)
{
    const request r =
        read_good("4k3/8/8/8/8/8/8/4K2R b K - bm Kd7; id \"a 1\"; hmvc 9; fmvn 50; depth 7");
    cr_expect_eq(r.limits.depth, 7);
    cr_expect_eq(r.root.halfmove_clock, 9);
    cr_expect_eq(r.root.fullmove_number, 50);
    cr_expect_eq(read_good("4k3/8/8/8/8/8/8/4K3 w KQ -").notes, FEN_RIGHTS_DROPPED);
}

Test(request, a_position_ends_at_a_limit_or_at_the_end)
{
    request r = request_default();
    const char *cursor = "4k3/8/8/8/8/8/8/4K2R w K -  depth 7";
    cr_assert(request_read_position(&cursor, &r, &why), "%s", why.text);
    cr_expect_str_eq(text_skip_blanks(cursor), "depth 7");
    cr_expect(request_read_position(&cursor, &r, &why), "there is none");
    expect_position(&r, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    cursor = "StartPos";
    cr_expect(request_read_position(&cursor, &r, &why));
    expect_position(&r, FEN_START);
}

Test(request, moves_follow_a_position)
{
    static const char *const cases[][2] = {
        {"startpos moves e2e4 e7e5",
         "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
        {"MOVES e4 nodes 7", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {"position fen 4k3/8/8/8/8/8/4P3/4K3 w - - moves Kd2 depth 7",
         "4k3/8/8/8/8/8/3KP3/8 b - - 1 1"},
        {"startpos moves", FEN_START},
        {"moves 1.e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5.0-0",
         "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5"},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - moves 1... Kd7 2. e4", "8/3k4/8/8/4P3/8/8/4K3 b - - 0 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const request r = read_good(cases[i][0]);
        expect_position(&r, cases[i][1]);
        cr_expect_eq(r.game.key[r.game.root], r.root.key);
    }
    cr_expect_eq(read_good("moves e4 nodes 7").limits.nodes, 7);
    cr_expect_eq(read_good("moves e4 e5").game.length, 3);
    const request repeated = read_good("moves g1f3 g8f6 f3g1 f6g8");
    cr_expect_eq(line_occurrences(&repeated.game, &repeated.root), 1, "repetitions are known");
}

Test(request, a_new_position_has_no_game_before_it)
{
    request r = read_good("moves e4 e5");
    cr_assert(request_read("4k3/8/8/8/8/8/4P3/4K3 w - -", &r, &why));
    cr_expect_eq(r.game.length, 1);
    cr_expect_eq(r.game.key[0], r.root.key);
}

Test(request, the_beginning_of_a_request_is_known)
{
    static const char *const begins[] = {"Seconds", "startpos", "moves", FEN_START,
                                         "8/8/8/8/8/8/8/8"};
    static const char *const others[] = {"", "nodes.pgn", "8/8/8/8", "8/8/8/8/8/8/8/8.pgn"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        cr_expect(request_begins(begins[i]), "%s", begins[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        cr_expect_not(request_begins(others[i]), "%s", others[i]);
    }
}

Test(request, refusals_name_the_thing)
{
    static const char *const cases[][2] = {
        {"8/8/8/8 nodes 5", "FEN "},
        {"nodes", "nodes needs a number after it"},
        {"nodes 0", "nodes needs a whole number from 1 to 9223372036854775807, not \"0\""},
        {"depth 513", "depth needs a whole number from 1 to 512, not \"513\""},
        {"movetime 1.5", "movetime needs a whole number from 1 to 1000000000"},
        {"seconds nan", "seconds needs a number from 0.001 to 1000000, not \"nan\""},
        {"nodes 5 plies 7", "unknown limit \"plies\""},
        {"nodes 5 second 7", "unknown limit \"second\"; did you mean seconds?"},
        {"nodes 5 games.pgn", "games.pgn: a file stands before the limits"},
        {"e4 e5", "\"e4\": expected a FEN or startpos, or the word moves and moves"},
        {"startpos 10s", "\"10s\": expected a FEN or startpos, or the word moves and moves"},
        {"second 10", "\"second\": did you mean seconds?"},
        {"moves e4 e4", "move 2, \"e4\", is not legal"},
        {"moves 1. e4 e5 2. e5", "move 3, \"e5\", is not legal"},
        {"--nodes 5", "limits have no dashes: nodes N in place of --nodes"},
        {"startpos --movetime=5", "limits have no dashes: movetime N in place of --movetime=5"},
        {"nodes 5 --seconds 5", "limits have no dashes: seconds N in place of --seconds"},
        {"moves e4 --depth 5", "limits have no dashes: depth N in place of --depth"},
        {"-seconds 5", "limits have no dashes: seconds N in place of -seconds"},
        {"-threads 2", "--threads must come before the command"},
        {"--threads 2", "--threads must come before the command"},
        {"--wings 2", "unknown option \"--wings\"; --help after the command lists its own"},
        {"game.PGN", "game.PGN: that is a PGN: use annotate or page"},
        {"game.pgn.gz nodes 5", "game.pgn.gz: that is a PGN: use annotate or page"},
        {"wac.epd", "wac.epd: that is a file of positions: use suite"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        request r = request_default();
        cr_expect_not(request_read(cases[i][0], &r, &why));
        cr_expect_eq(strncmp(why.text, cases[i][1], strlen(cases[i][1])), 0, "%s: %s", cases[i][0],
                     why.text);
    }
}
