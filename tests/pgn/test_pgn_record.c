/* Tests which games are read, and that a faulty one costs no other game. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chess/attacks.h"
#include "pgn/pgn_record.h"

static char path[] = "/tmp/pgn_record_XXXXXX";
static pgn_records *games;
static pgn_record game;
static failure why;

static void begin(void)
{
    attacks_init(true);
    const int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    close(fd);
}
static void end(void)
{
    pgn_record_free(&game);
    pgn_records_close(games);
    unlink(path);
}

TestSuite(pgn_record, .init = begin, .fini = end);

static void open_text(const char *text)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    games = pgn_records_open(path, &why);
    cr_assert_not_null(games, "%s", why.text);
}

static void expect_next(pgn_record_status wanted)
{
    const pgn_record_status got = pgn_records_next(games, &game, &why);
    cr_assert_eq(got, wanted, "%d: %s", (int)got, why.text);
}

Test(pgn_record, keeps_tags_moves_and_comments)
{
    open_text("{between games} [White \"A\"]\n[Black \"B \\\"C\\\"\"]\n\n{first} ; second\n"
              "1. e4 {a} {b} e5 $2 (1... c5 {no}) 2. Nf3! 1-0\n\n1. d4 *\n");
    expect_next(PGN_RECORD_READ);
    cr_expect_eq(game.tag_count, 2);
    cr_expect_str_eq(pgn_record_tag(&game, "Black"), "B \"C\"");
    cr_expect_null(pgn_record_tag(&game, "black"));
    cr_assert_eq(game.ply_count, 3);
    cr_assert_eq(game.comment_count, 4);
    cr_expect_str_eq(game.comments[0], "between games first  second");
    cr_expect_str_eq(game.comments[1], "a b");
    cr_expect_null(game.comments[2]);
    cr_expect_str_eq(game.result, "1-0");
    cr_expect_eq(game.line, 1);
    expect_next(PGN_RECORD_READ);
    cr_expect_eq(game.ply_count, 1);
    cr_expect_eq(game.tag_count, 0);
    cr_expect_str_eq(game.result, "*");
    expect_next(PGN_RECORD_END);
    cr_expect_eq(pgn_records_count(games), 2);
}

Test(pgn_record, the_offset_is_that_of_the_result)
{
    const char text[] = "1. e4 e5 1-0\n\n1. d4 1/2-1/2\n\n";
    open_text(text);
    expect_next(PGN_RECORD_READ);
    cr_expect_eq(pgn_records_offset(games), (int64_t)strlen("1. e4 e5 1-0"));
    expect_next(PGN_RECORD_READ);
    cr_expect_eq(pgn_records_offset(games), (int64_t)strlen(text) - 2);
}

Test(pgn_record, comments_behind_the_result_belong_to_its_game)
{
    const char first[] = "1. e4 {a} 1-0 {b} ; c";
    char text[128];
    snprintf(text, sizeof text, "%s\n{d}\n1. d4 * {e}", first);
    open_text(text);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(game.comments[1], "a b  c");
    cr_expect_eq(pgn_records_offset(games), (int64_t)strlen(first));
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(game.comments[0], "d");
    cr_expect_str_eq(game.comments[1], "e");
    expect_next(PGN_RECORD_END);
}

Test(pgn_record, a_faulty_comment_behind_the_result_costs_no_game)
{
    open_text("1. e4 1-0 {a} {never closed\n\n[Event \"b\"]\n\n1. d4 *\n");
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(game.comments[1], "a");
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "b");
    expect_next(PGN_RECORD_END);
}

Test(pgn_record, all_ends_of_lines)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (int i = 0; i < 3; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "[Event \"a\"]%s%s1. e4 ; it is%s e9 *%s%s[Event \"b\"]%s%s1. d4 *%s", ends[i],
                 ends[i], ends[i], ends[i], ends[i], ends[i], ends[i], ends[i]);
        open_text(text);
        expect_next(PGN_RECORD_FAULTY);
        cr_expect_not_null(strstr(why.text, ": line 4: game 1: the move e9"), "%s", why.text);
        expect_next(PGN_RECORD_READ);
        cr_expect_str_eq(pgn_record_tag(&game, "Event"), "b");
        cr_expect_eq(game.line, 6);
        expect_next(PGN_RECORD_END);
        pgn_records_close(games);
        games = NULL;
    }
}

Test(pgn_record, a_result_may_be_missing)
{
    open_text("[Result \"0-1\"]\n\n1. e4 e5\n\n[Event \"x\"]\n\n1. d4 d5 1-0\n");
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(game.result, "0-1");
    cr_expect_eq(game.ply_count, 2);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "x");
    expect_next(PGN_RECORD_END);
}

/* One rule for all games: without a result, a game has that of its tag, or *. */
Test(pgn_record, the_last_game_may_lack_its_result)
{
    static const struct {
        const char *text, *result;
        size_t plies;
    } cases[] = {
        {"[Result \"1-0\"]\n\n1. e4 e5\n", "1-0", 2},
        {"[Result \"1/2\"]\n\n1. e4 e5 2.", "1/2-1/2", 2},
        {"[Event \"x\"]\n\n1. e4 e5 {mate soon}", "*", 2},
        {"1. e4\n\x1a", "*", 1},
        {"[Event \"x\"]\n[Result \"0-1\"]\n", "0-1", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_text(cases[i].text);
        expect_next(PGN_RECORD_READ);
        cr_expect_str_eq(game.result, cases[i].result, "%s", cases[i].text);
        cr_expect_eq(game.ply_count, cases[i].plies, "%s", cases[i].text);
        cr_expect_str_eq(game.remark.text, "");
        expect_next(PGN_RECORD_END);
        pgn_records_close(games);
        games = NULL;
    }
}

/* Such games are kept, and what is odd about them is told. */
Test(pgn_record, odd_games_have_a_remark)
{
    open_text(
        "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 {x} 0-1\n\n[Event \"b\"]\n\n1. e4 {y}\n-- {z} "
        "2. Kd9 {z} d5 1-0\n\n[Event \"c\"]\n\n-- *\n\n[Event d]\n[Event \"e\"]\n1. e4 } *\n\n"
        "[Result \"1-0\"]\n1. e4 (1. -- e5) *\n");
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(game.result, "0-1");
    cr_expect_not_null(strstr(game.remark.text,
                              ": line 4: game 1: the tag Result says 1-0, but the moves "
                              "end with 0-1"),
                       "%s", game.remark.text);
    expect_next(PGN_RECORD_READ);
    cr_expect_eq(game.ply_count, 1);
    cr_expect_str_eq(game.comments[1], "y");
    cr_expect_str_eq(game.result, "1-0");
    cr_expect_not_null(strstr(game.remark.text, ": line 9: game 2: a null move"), "%s",
                       game.remark.text);
    expect_next(PGN_RECORD_READ);
    cr_expect_eq(game.ply_count, 0);
    cr_expect_not_null(strstr(game.remark.text, "game 3: a null move"), "%s", game.remark.text);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "e");
    cr_expect_not_null(strstr(game.remark.text, "game 4: a tag is not of the form"), "%s",
                       game.remark.text);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(game.remark.text, "");
    expect_next(PGN_RECORD_END);
}

/* Only a line that begins like a tag ends a broken game. */
Test(pgn_record, brackets_in_the_comments_of_a_broken_game_are_text)
{
    open_text("[Event \"a\"]\n\n1. e9 {see\n[Ref 12] for more,\n[b], [ \"c\"] and [D]} *\n\n"
              "[Event \"b\"]\n\n1. d4 *\n");
    expect_next(PGN_RECORD_FAULTY);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "b");
    cr_expect_eq(game.ply_count, 1);
    expect_next(PGN_RECORD_END);
    cr_expect_eq(pgn_records_count(games), 2);
    pgn_records_close(games);
    open_text("1. d4 {see\n[Ref \"12\"] for more} d5 *\n");
    expect_next(PGN_RECORD_READ);
    cr_expect_eq(game.ply_count, 2);
    pgn_records_close(games);
    open_text("[Event \"a\"] 1. e9 *\n[Event \"b \\\"]\" ] 1. d4 *\n[Event \"c\"] {never "
              "closed\n[Event \"d\" \n 1. e4");
    expect_next(PGN_RECORD_FAULTY);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "b \"]");
    expect_next(PGN_RECORD_FAULTY);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "d");
    cr_expect_eq(game.ply_count, 1);
}

Test(pgn_record, a_second_event_begins_the_next_game)
{
    open_text("[Event \"a\"]\n[Result \"1-0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n"
              "[Event \"b\"]\n\n{c}\n\n[Event \"d\"]\n[Event \"e\"]\n[FEN \"-\"]\n\n"
              "[Event \"f\"]\n\n1. e4 *\n");
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "a");
    cr_expect_str_eq(game.result, "1-0");
    cr_expect_eq(game.ply_count, 0);
    cr_expect_eq(game.comment_count, 1);
    cr_expect_eq(bb_count(pos_occupied(&game.first)), 3);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "b");
    cr_expect_str_eq(game.comments[0], "c");
    cr_expect_str_eq(game.result, "*");
    cr_expect_eq(bb_count(pos_occupied(&game.first)), 32);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "d");
    expect_next(PGN_RECORD_FAULTY); /* e: its FEN */
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "f");
    cr_expect_eq(game.tag_count, 1);
    cr_expect_eq(game.ply_count, 1);
    expect_next(PGN_RECORD_END);
    cr_expect_eq(pgn_records_count(games), 5);
}

/* A number is no move: the game that it begins has none. */
Test(pgn_record, a_move_number_alone_begins_no_moves)
{
    open_text("[Event \"a\"]\n\n1. $1 !? (e4)\n\n[Event \"b\"]\n\n1. d4 *\n");
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "a");
    cr_expect_eq(game.tag_count, 1);
    cr_expect_eq(game.ply_count, 0);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "b");
    cr_expect_eq(game.tag_count, 1);
    cr_expect_eq(game.ply_count, 1);
    expect_next(PGN_RECORD_END);
}

Test(pgn_record, faults_are_named_and_cost_one_game)
{
    open_text("[Event \"a\"]\n\n1. e4 Ke7 2. e5 1-0\n\n[Event \"b\"]\n[FEN \"8/8\"]\n\n1. e4 *\n\n"
              "[Event \"c\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"d\"]\n\n1. d4 *\n\n"
              "[Event \"e\"]\n\n1. e4 (1. d4");
    expect_next(PGN_RECORD_FAULTY);
    cr_expect_not_null(strstr(why.text, ": line 3: game 1: the move Ke7 is illegal"), "%s",
                       why.text);
    expect_next(PGN_RECORD_FAULTY);
    cr_expect_not_null(strstr(why.text, "game 2: FEN"), "%s", why.text);
    expect_next(PGN_RECORD_FAULTY);
    cr_expect_not_null(strstr(why.text, "the variant \"Atomic\" is not chess"), "%s", why.text);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "d");
    expect_next(PGN_RECORD_FAULTY);
    cr_expect_not_null(strstr(why.text, "game 5: the variation that begins"), "%s", why.text);
    expect_next(PGN_RECORD_END);
}

Test(pgn_record, chess960_begins_where_its_tags_say)
{
    open_text("[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
              "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n"
              "9. Nf3 e5 1-0\n");
    expect_next(PGN_RECORD_READ);
    cr_expect(game.chess960);
    cr_expect_eq(game.ply_count, 2);
}

Test(pgn_record, other_bytes_are_no_pgn)
{
    open_text("1. e4 ");
    FILE *file = fopen(path, "ab");
    cr_assert(file && fputc(0, file) == 0 && fputs("e5 *\n", file) >= 0 && fclose(file) == 0);
    expect_next(PGN_RECORD_BAD);
    cr_expect_not_null(strstr(why.text, "a zero byte"), "%s", why.text);
}
