/* Tests which games are read, and that a faulty one costs no other game. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "chess/attacks.h"
#include "chess/san.h"
#include "empty_folder.h"
#include "pgn/pgn_record.h"

static const char path[] = "games.pgn";
static pgn_records *games;
static pgn_record game;
static failure why;

static void begin(void)
{
    attacks_init(true);
    empty_folder_enter();
}

static void end(void)
{
    pgn_record_free(&game);
    pgn_records_close(games);
    empty_folder_leave();
}

TestSuite(pgn_record, .init = begin, .fini = end);

static void open_bytes(const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    pgn_records_close(games);
    games = pgn_records_open(path, &why);
    cr_assert_not_null(games, "%s", why.text);
}

Test(pgn_record, a_game_in_memory_is_read_like_a_file)
{
    static const char text[] = "1. e4 e5 *\n\n1. e4 e6 2. e9 *\n";
    games = pgn_records_open_bytes(text, strlen(text), "the text", &why);
    cr_assert_not_null(games, "%s", why.text);
    cr_assert_eq(pgn_records_next(games, &game, &why), PGN_RECORD_READ);
    cr_expect_eq(game.ply_count, 2);
    cr_assert_eq(pgn_records_next(games, &game, &why), PGN_RECORD_FAULTY);
    cr_expect(strstr(why.text, "the text: line 3: game 2: the move e9 ") == why.text, "%s",
              why.text);
    cr_expect_eq(pgn_records_next(games, &game, &why), PGN_RECORD_END);
}

static void open_text(const char *text)
{
    open_bytes(text, strlen(text));
}

static void expect_next(pgn_record_status wanted)
{
    const pgn_record_status got = pgn_records_next(games, &game, &why);
    cr_assert_eq(got, wanted, "%d: %s", (int)got, why.text);
}

static void expect_told(const failure *told, const char *reason)
{
    cr_expect(strstr(told->text, reason), "\"%s\" lacks \"%s\"", told->text, reason);
}

/* The moves of the last game, in SAN with blanks between. */
static void expect_moves(const char *moves)
{
    char text[512] = "";
    position pos = game.first;
    for (size_t i = 0; i < game.ply_count; i++) {
        san_write(&pos, game.moves[i], text + strlen(text));
        strcat(text, i + 1 < game.ply_count ? " " : "");
        pos_make(&pos, game.moves[i]);
    }
    cr_expect_str_eq(text, moves);
}

/* The only game of a text is read without a remark. */
static void expect_game(const char *text, const char *moves, const char *result)
{
    open_text(text);
    expect_next(PGN_RECORD_READ);
    expect_moves(moves);
    cr_expect_str_eq(game.result, result, "%s", text);
    cr_expect_str_eq(game.remark.text, "");
    expect_next(PGN_RECORD_END);
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
    cr_expect_eq(game.bytes_before_result, 0);
    cr_expect_str_eq(game.result, "1-0");
    cr_expect_eq(game.line, 1);
    expect_next(PGN_RECORD_READ);
    cr_expect_eq(game.ply_count, 1);
    cr_expect_eq(game.tag_count, 0);
    cr_expect_str_eq(game.result, "*");
    expect_next(PGN_RECORD_END);
    cr_expect_eq(pgn_records_count(games), 2);
}

Test(pgn_record, reads_what_the_world_writes)
{
    expect_game("1.e4 e5 2.Nf3 Nc6 1/2-1/2", "e4 e5 Nf3 Nc6", "1/2-1/2");
    expect_game("\xef\xbb\xbf[Result \"0-1\"]\r\n\r\n1.e4\r\n1...e5\r\n0-1\r\n", "e4 e5", "0-1");
    expect_game("[A \"x\"] [Result \"1-0\"]\ne4 e5 *\n", "e4 e5", "*");
    expect_game("1. e4 $1 $14 e5 !? 2. Nf3! +- Nc6?! = 1-0", "e4 e5 Nf3 Nc6", "1-0");
    expect_game("1. e4 {a (b) ; [c] $1} (1. d4 {(} d5 (1... Nf6 2. c4) 2. c4) 1... e5 ; no Nc3 {\n"
                "% 2. Qh5\n2. Nf3 1-0",
                "e4 e5 Nf3", "1-0");
    expect_game("1. Ng1-f3 Ng8f6 2. g2-g3 g6 3. Bg2 Bg7 4. 0-0 0-0 1-0",
                "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O", "1-0");
    expect_game("1. e4 d5 2. exd5 e5 3. dxe6e.p. a6 4. ef7 Ke7 5. fxg8Q 1-0",
                "e4 d5 exd5 e5 dxe6 a6 exf7+ Ke7 fxg8=Q", "1-0");
    expect_game("[Result \"?\"]\n1. e4 0-1", "e4", "0-1");
    expect_game("{a preface} [Result \"1-0\"]\n{another}\n1. e4 1-0\n; the end\n", "e4", "1-0");
    expect_game("[Event \"a \"b\" c\"]\n[Result \"1-0\"\n[ Round\"3\" ]\n\n1. e4 (1. -- e5) e5",
                "e4 e5", "1-0");
    expect_game("  [Result \"0-1\"]\n  [Round \"1\"]\n\n  1. e4 e5", "e4 e5", "0-1");
}

/* Marks of ChessBase, chess.com and others are no moves. */
Test(pgn_record, marks_cost_nothing)
{
    expect_game("1. e4 \xc2\xb1 e5 \xe2\xa9\xb2 2. Nf3 \xe2\x96\xa1 Nc6 \xb1 1-0", "e4 e5 Nf3 Nc6",
                "1-0");
    expect_game("1. e4\xc2\xb1 e5\xe2\xa9\xb2 2. Nf3!!\xe2\x96\xa1 Nc6\xb1 1-0", "e4 e5 Nf3 Nc6",
                "1-0");
    expect_game("1. e4 N e5 D 2. Nf3 TN. Nc6 RR 3. Bb5+/- a6?!+= 1-0", "e4 e5 Nf3 Nc6 Bb5 a6",
                "1-0");
    expect_game("1.\xc2\xa0"
                "e4\xc2\xa0"
                "e5\xa0"
                "2.\xa0Nf3 1-0",
                "e4 e5 Nf3", "1-0");
    expect_game("1. Nf3* d5 2. g3. c6. 1-0.", "Nf3 d5 g3 c6", "1-0");
    expect_game("1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8(R) h6 1-0",
                "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8=R h6", "1-0");
    expect_game("1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8=(N) (5. b8 (Q)) h6 1-0",
                "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8=N h6", "1-0");
    expect_game("1. e4 d5 2. ed c6 3. dc a6 4. cxb a5 5. ba (B) h6 1-0",
                "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8=Q h6", "1-0");
    expect_game("1. e4 a6 2. e5 d5 3. exd6ep! h6 4. dxc7 b5 1-0", "e4 a6 e5 d5 exd6 h6 dxc7 b5",
                "1-0");
    expect_game("1. e4 a6 2. e5 d5 3. exd6e.p.+ ep e.p. h6 1-0", "e4 a6 e5 d5 exd6 h6", "1-0");
    expect_game("1. e4 e5 2. Sf3 Dh4 3. Tg1 Lc5 1-0", "e4 e5 Nf3 Qh4 Rg1 Bc5", "1-0");
    expect_game("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. OO oo 1-0", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O",
                "1-0");
}

/* What stands between the games of a file that was put together from several costs no game. */
Test(pgn_record, bytes_between_games_cost_nothing)
{
    static const char *const between[] = {"\xef\xbb\xbf",
                                          "\x1a",
                                          "\x1a\xef\xbb\xbf",
                                          " \x01\xc2\xa0\n",
                                          "\n\xef\xbb\xbf\n\x1a\x1a",
                                          ""};
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        for (int broken = 0; broken < 2; broken++) {
            char text[256];
            snprintf(
                text, sizeof text,
                "%s[Event \"a\"]\n\n1. %s e5 1-0\n%s[Event \"b\"]\n[Result \"0-1\"]\n\n1. d4 0-1%s",
                between[i], broken ? "e9 {see\n[Ref 12] for more}" : "e4", between[i], between[i]);
            open_text(text);
            expect_next(broken ? PGN_RECORD_FAULTY : PGN_RECORD_READ);
            expect_next(PGN_RECORD_READ);
            expect_moves("d4");
            expect_next(PGN_RECORD_END);
        }
    }
}

Test(pgn_record, zeros_fill_up_a_file_and_end_a_game)
{
    static const char filled[] =
        "\0\0[Result \"1-0\"]\n\n1. e4 1-0\0\n\0\0[Event \"b\"]\n\n1. d4 1-0";
    static const char odd[] = "1. e4 1-0\n\n1. d4 \0 d5 1-0\n\n1. e4 1-0\n";
    static char bytes[300000];
    memcpy(bytes, filled, sizeof filled);
    open_bytes(bytes, sizeof bytes);
    expect_next(PGN_RECORD_READ);
    expect_next(PGN_RECORD_READ);
    expect_next(PGN_RECORD_END);
    open_bytes(odd, sizeof odd - 1);
    expect_next(PGN_RECORD_READ);
    for (int i = 0; i < 2; i++) {
        expect_next(PGN_RECORD_BAD);
        expect_told(&why, "line 3: game 2: a zero byte");
        cr_expect_not(pgn_records_cut(games));
    }
}

Test(pgn_record, comments_behind_the_result_belong_to_its_game)
{
    const char first[] = "1. e4 {a} 1-0 {b} ; c";
    char text[128];
    snprintf(text, sizeof text, "%s\n{d}\n1. d4 * {e}", first);
    open_text(text);
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(game.comments[1], "a b  c");
    cr_expect_eq(game.bytes_before_result, 1);
    cr_expect_eq(pgn_records_offset(games), (int64_t)strlen(first));
    expect_next(PGN_RECORD_READ);
    cr_expect_eq(pgn_records_offset(games), (int64_t)strlen(text));
    cr_expect_str_eq(game.comments[0], "d");
    cr_expect_str_eq(game.comments[1], "e");
    cr_expect_eq(game.bytes_before_result, 0);
    expect_next(PGN_RECORD_END);
    /* A faulty one costs no game. */
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
        expect_told(&why, ": line 4: game 1: the move e9");
        expect_next(PGN_RECORD_READ);
        cr_expect_str_eq(pgn_record_tag(&game, "Event"), "b");
        cr_expect_eq(game.line, 6);
        expect_next(PGN_RECORD_END);
    }
}

/* One rule for all games: without a result, a game has that of its tag, or *. */
Test(pgn_record, a_result_may_be_missing)
{
    open_text("[Result \"0-1\"]\n\n1. e4 e5\n\n[Event \"x\"]\n\n1. d4 d5 1-0\n");
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(game.result, "0-1");
    expect_moves("e4 e5");
    expect_next(PGN_RECORD_READ);
    cr_expect_str_eq(pgn_record_tag(&game, "Event"), "x");
    expect_next(PGN_RECORD_END);
    expect_game("[Result \"1-0\"]\n\n1. e4 e5\n", "e4 e5", "1-0");
    expect_game("[Result \"1/2\"]\n\n1. e4 e5 2.", "e4 e5", "1/2-1/2");
    expect_game("[Event \"x\"]\n\n1. e4 e5 {mate soon}", "e4 e5", "*");
    expect_game("1. e4\n\x1a", "e4", "*");
    expect_game("[Event \"x\"]\n[Result \"0-1\"]\n", "", "0-1");
}

/* The only game of a text is read, and something odd about it is told. */
static void expect_remark(const char *text, const char *moves, const char *remark)
{
    open_text(text);
    expect_next(PGN_RECORD_READ);
    expect_moves(moves);
    expect_told(&game.remark, remark);
    expect_next(PGN_RECORD_END);
}

Test(pgn_record, odd_games_have_a_remark)
{
    expect_remark("[Result \"1-0\"]\n\n1. e4 e5 {x} 0-1", "e4 e5",
                  ": line 3: game 1: the tag Result says 1-0, but the moves end with 0-1");
    expect_remark("1. e4 -- {x} 2. d9 d5 1-0", "e4", "line 1: game 1: a null move");
    cr_expect_null(game.comments[0]);
    expect_remark("1. e4 e5\n2. Z0 1-0", "e4 e5", "line 2: game 1: a null move");
    expect_remark("1. e4 ) e5 1-0", "e4 e5", "closing parenthesis");
    expect_remark("1) e4 e5 2) Nf3 1-0", "e4 e5 Nf3", "closing parenthesis");
    expect_remark("1. e4 } e5 1-0", "e4 e5", "stands alone");
    expect_remark("1. e4 {a {b} c} e5 => 1-0", "e4 e5", "stands alone");
    expect_remark("[Result 1-0]\n[Black \"x\"]\n\n1. e4 1-0", "e4", "line 1: game 1: a tag is not");
    expect_remark("[Event \"x\"]\n[White Elo \"1\"] [Round \"2\"]\n[]\n1. e4 1-0", "e4",
                  "line 2: game 1: a tag is not");
    expect_remark("[White \"x]\n[Black \"y\"]\n\n1. e4 1-0", "e4", "not closed");
}

/* The first game of a text is refused; a good game after it is read. */
static void expect_fault(const char *text, const char *reason)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "%s\n\n[Event \"next\"]\n\n1. h4 h5 1-0\n", text);
    open_text(whole);
    expect_next(PGN_RECORD_FAULTY);
    expect_told(&why, reason);
    expect_next(PGN_RECORD_READ);
    expect_moves("h4 h5");
    expect_next(PGN_RECORD_END);
    cr_expect_eq(pgn_records_count(games), 2);
}

Test(pgn_record, faults_are_named_and_cost_one_game)
{
    expect_fault("1. e4 e5 2. Ke3 1-0", "line 1: game 1: the move Ke3 is illegal");
    expect_fault("\n1. e4\n1... Nd7 1-0", "line 3: game 1: the move Nd7");
    expect_fault("1. Nf3 a6 2. Nd4 a5 3. Nc3 a4 4. Nb5 a3 5. Nd4 h6 6. Ncb5 h5 "
                 "7. Nc3 h4 8. Nb5 Ra4 9. Nc3 Ra5 10. Nb5 Ra4 11. N1c3 1-0",
                 "is illegal or ambiguous");
    expect_fault("[Variant \"Atomic\"]\n1. e4 1-0", "the variant \"Atomic\" is not chess");
    expect_fault("[SetUp \"1\"]\n1. e4 1-0", "there is no FEN");
    expect_fault("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4 1-0", "game 1: FEN");
    expect_fault("[FEN 4k3/8/8/8/8/8/8/4K3 w - - 0 1]\n\n1. Kd2 1-0", "line 1: ");
    expect_fault("[Variant \"Atomic]\n\n1. e4 1-0", "not closed");
    expect_fault("1. e4 (1. d4 d5 1-0", "the variation that begins in line 1");
    expect_fault("1. e4 \xe2\x99\x98"
                 "f6 1-0",
                 "the move \xe2\x99\x98"
                 "f6");
    expect_fault("1. e4 O\xe2\x80\x93O 1-0", "the move O\xe2\x80\x93O");
    expect_fault("1. e4 [clk] e5 1-0", "a tag is not of the form");
    expect_fault("1. e4\n{never closed\n2. d4 1-0", "line 2: game 1: a comment is not");
    expect_fault("[White \"x\"]\n{never closed\n", "line 2: game 1: a comment is not");
    expect_fault("1. e4 (1. d4 {never closed) 1-0", "a comment is not closed");
}

/* `count` bytes that a fault is made of, then a good game, to which a wrong tag belongs. */
static void expect_giant(const char *head, char body, size_t count, const char *reason)
{
    static char text[200000];
    const size_t length = strlen(head);
    memcpy(text, head, length);
    memset(text + length, body, count);
    strcpy(text + length + count, "\n\n[Event \"next\"]\n\n1. h4 h5 1-0\n");
    open_text(text);
    const pgn_record_status status = pgn_records_next(games, &game, &why);
    expect_told(status == PGN_RECORD_FAULTY ? &why : &game.remark, reason);
    if (status == PGN_RECORD_FAULTY) {
        expect_next(PGN_RECORD_READ);
    }
    expect_moves("h4 h5");
}

Test(pgn_record, refuses_giants)
{
    expect_giant("1. e4 {", 'x', 100000, "a comment is longer than 65535 bytes");
    expect_giant("[White \"", 'x', 100000, "longer than 65535 bytes");
    expect_giant("[", 'x', 100000, "a tag is not of the form");
    expect_giant("[FEN \"", 'x', 1000, "not closed");
    expect_giant("1. e4 ", 'x', 100000, "a word is longer than 63");
    expect_giant("1. e4 ", '(', 100000, "nest more than 1000 deep");
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
    expect_game("1. d4 {see\n[Ref \"12\"] for more} d5 *\n", "d4 d5", "*");
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

/* A comment that is not closed takes the rest of its game, wherever the buffer ends, and no other
 * one. */
Test(pgn_record, an_open_comment_ends_with_its_game)
{
    static char text[400000];
    char *at = text;
    int written = 0, read = 0, broken = 0;
    for (; at < text + sizeof text - 200; written++) {
        at += sprintf(at, "[Round \"%d\"]\n\n1. e4 {a\n[%%eval 0.1]\n[c] b%s e5 1-0\n\n", written,
                      written % 2 ? "" : "}");
    }
    open_text(text);
    pgn_record_status status;
    while ((status = pgn_records_next(games, &game, &why)) <= PGN_RECORD_FAULTY) {
        read += status == PGN_RECORD_READ;
        broken += status == PGN_RECORD_FAULTY;
    }
    cr_expect_eq(read, (written + 1) / 2);
    cr_expect_eq(broken, written / 2);
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
    /* A number is no move, so it begins none. */
    open_text("[Event \"a\"]\n\n1. $1 !? (e4)\n\n[Event \"b\"]\n\n1. d4 *\n");
    expect_next(PGN_RECORD_READ);
    expect_moves("");
    expect_next(PGN_RECORD_READ);
    expect_moves("d4");
}

Test(pgn_record, chess960_is_known_by_tag_and_by_castling)
{
    open_text("[Variant \"FischeRandom\"]\n[SetUp \"1\"]\n"
              "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n"
              "9. Nf3 e5 1-0\n\n"
              "[FEN \"1k5r/8/8/8/8/8/8/RK5R w KQk - 0 1\"]\n1. O-O-O Kb7 1-0\n\n1. e4 1-0\n");
    for (int i = 0; i < 3; i++) {
        expect_next(PGN_RECORD_READ);
        cr_expect_eq(game.chess960, i < 2);
        cr_expect_eq(game.ply_count, i < 2 ? 2 : 1);
    }
}

/* test_gzip_input.c has more damage. */
Test(pgn_record, a_file_that_is_cut_off_damaged_or_missing_is_told)
{
    gzFile gz = gzopen(path, "wb");
    for (int i = 0; i < 2000; i++) { /* numbers that do not compress to nothing */
        gzprintf(gz, "[Round \"%d\"]\n\n1. e4 {%u} 1-0\n\n", i, (unsigned)i * 2654435761u);
    }
    cr_assert_eq(gzclose(gz), Z_OK);
    cr_assert_eq(truncate(path, 8000), 0);
    games = pgn_records_open(path, &why);
    pgn_record_status status;
    while ((status = pgn_records_next(games, &game, &why)) <= PGN_RECORD_FAULTY) {
    }
    cr_expect_eq(status, PGN_RECORD_BAD);
    expect_told(&why, "cut off");
    cr_expect(pgn_records_cut(games) && pgn_records_count(games) > 100);
    open_text("\x1f\x8b\b\1\1\1\1\1\1\1\7"); /* there is no block of this type */
    expect_next(PGN_RECORD_BAD);
    cr_expect_not(pgn_records_cut(games));
    cr_expect_null(pgn_records_open("/nowhere/x.pgn", &why));
    expect_told(&why, "/nowhere/x.pgn: cannot be opened: No such");
}
