/* Tests which PGN is read, which is refused and at which place, and that a game that was written as
 * PGN is read back unchanged. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "game_pgn.h"
#include "game_walk.h"
#include "pgn_game.h"
#include "train_fixture.h"

enum { MOVES_TEXT_MAX = 512 };

static void begin(void)
{
    attacks_init(true);
}

TestSuite(pgn_game, .init = begin, .fini = fixture_remove_all);

static const pgn_rules before = {.eval_after = false}, after = {.eval_after = true};

/* Writes bytes to a file and opens it as PGN. */
static pgn_games *open_bytes(const void *bytes, size_t size, pgn_rules rules)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "games.pgn");
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    failure why;
    pgn_games *games = pgn_games_open(path, rules, &why);
    cr_assert(games, "%s", why.text);
    return games;
}

static pgn_games *open_text(const char *text, pgn_rules rules)
{
    return open_bytes(text, strlen(text), rules);
}

/* The moves played, in SAN with blanks between. */
static const char *moves_of(const game *g, char text[MOVES_TEXT_MAX])
{
    failure why;
    game_walk walk;
    cr_assert(game_walk_start(&walk, g, &why), "%s", why.text);
    text[0] = '\0';
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        cr_assert(game_walk_check(&walk, g, &why), "%s", why.text);
        char san[SAN_TEXT_MAX];
        san_write(&walk.pos, walk.played, san);
        size_t length = strlen(text);
        snprintf(text + length, MOVES_TEXT_MAX - length, "%s%s", length ? " " : "", san);
    }
    return text;
}

/* The only game of a text is read, with these moves and this result. */
static void expect_game(const char *text, const char *moves, game_result result)
{
    pgn_games *games = open_text(text, before);
    game g = {0};
    failure why = {""};
    char played[MOVES_TEXT_MAX];
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_str_eq(moves_of(&g, played), moves);
    cr_expect_eq(g.result, result);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_END);
    game_free(&g);
    pgn_games_close(games);
}

/* The first game of a text is refused with a reason that contains `reason`; a good game after it
 * is read. */
static void expect_fault(pgn_game_status status, const char *text, const char *reason)
{
    char whole[4096];
    snprintf(whole, sizeof whole, "%s\n\n[Event \"next\"]\n[Result \"1-0\"]\n\n1. h4 h5 1-0\n",
             text);
    pgn_games *games = open_text(whole, before);
    game g = {0};
    failure why = {""};
    char played[MOVES_TEXT_MAX];
    cr_expect_eq(pgn_games_next(games, &g, &why), status, "%s", text);
    cr_expect(strstr(why.text, reason), "\"%s\" lacks \"%s\"", why.text, reason);
    cr_expect(strstr(why.text, "games.pgn: line "), "%s", why.text);
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "after %s: %s", text, why.text);
    cr_expect_str_eq(moves_of(&g, played), "h4 h5");
    cr_expect_eq(pgn_games_counts(games)->games, 2);
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_game, reads_what_the_world_writes)
{
    expect_game("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n", "e4 e5 Nf3", GAME_WHITE_WON);
    expect_game("1.e4 e5 2.Nf3 Nc6 1/2-1/2", "e4 e5 Nf3 Nc6", GAME_DRAWN);
    expect_game("\xef\xbb\xbf[Result \"0-1\"]\r\n\r\n1.e4\r\n1...e5\r\n0-1\r\n", "e4 e5",
                GAME_BLACK_WON);
    expect_game("[A \"x\"] [Result \"1-0\"]\ne4 e5 *\n", "e4 e5", GAME_WHITE_WON);
    expect_game("1. e4 $1 $14 e5 !? 2. Nf3! +- Nc6?! = 1-0", "e4 e5 Nf3 Nc6", GAME_WHITE_WON);
    expect_game("1. e4 {a (b) ; [c] $1} (1. d4 {(} d5 (1... Nf6 2. c4) 2. c4) 1... e5 ; no Nc3 {\n"
                "% 2. Qh5\n2. Nf3 1-0",
                "e4 e5 Nf3", GAME_WHITE_WON);
    expect_game("1. Ng1-f3 Ng8f6 2. g2-g3 g6 3. Bg2 Bg7 4. 0-0 0-0 1-0",
                "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O", GAME_WHITE_WON);
    expect_game("1. e4 d5 2. exd5 e5 3. dxe6e.p. a6 4. ef7 Ke7 5. fxg8Q 1-0",
                "e4 d5 exd5 e5 dxe6 a6 exf7+ Ke7 fxg8=Q", GAME_WHITE_WON);
    expect_game("[Result \"1/2\"]\n1. e4 1/2", "e4", GAME_DRAWN);
    expect_game("[Result \"?\"]\n1. e4 0-1", "e4", GAME_BLACK_WON);
    expect_game("{a preface} [Result \"1-0\"]\n{another}\n1. e4 1-0\n; the end\n", "e4",
                GAME_WHITE_WON);
}

/* Marks of ChessBase, chess.com and others are no moves. */
Test(pgn_game, marks_cost_nothing)
{
    expect_game("1. e4 \xc2\xb1 e5 \xe2\xa9\xb2 2. Nf3 \xe2\x96\xa1 Nc6 \xb1 1-0", "e4 e5 Nf3 Nc6",
                GAME_WHITE_WON);
    expect_game("1. e4\xc2\xb1 e5\xe2\xa9\xb2 2. Nf3!!\xe2\x96\xa1 Nc6\xb1 1-0", "e4 e5 Nf3 Nc6",
                GAME_WHITE_WON);
    expect_game("1. e4 N e5 D 2. Nf3 TN. Nc6 RR 3. Bb5+/- a6?!+= 1-0", "e4 e5 Nf3 Nc6 Bb5 a6",
                GAME_WHITE_WON);
    expect_game("1.\xc2\xa0"
                "e4\xc2\xa0"
                "e5\xa0"
                "2.\xa0Nf3 1-0",
                "e4 e5 Nf3", GAME_WHITE_WON);
    expect_game("1. Nf3* d5 2. g3. c6. 1-0.", "Nf3 d5 g3 c6", GAME_WHITE_WON);
    expect_game("1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8(R) h6 1-0",
                "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8=R h6", GAME_WHITE_WON);
    expect_game("1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 a5 5. bxa8=(N) (5. b8 (Q)) h6 1-0",
                "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8=N h6", GAME_WHITE_WON);
    expect_game("1. e4 d5 2. ed c6 3. dc a6 4. cxb a5 5. ba (B) h6 1-0",
                "e4 d5 exd5 c6 dxc6 a6 cxb7 a5 bxa8=Q h6", GAME_WHITE_WON);
    expect_game("1. e4 a6 2. e5 d5 3. exd6ep! h6 4. dxc7 b5 1-0", "e4 a6 e5 d5 exd6 h6 dxc7 b5",
                GAME_WHITE_WON);
    expect_game("1. e4 a6 2. e5 d5 3. exd6e.p.+ ep e.p. h6 1-0", "e4 a6 e5 d5 exd6 h6",
                GAME_WHITE_WON);
    expect_game("1. e4 e5 2. Sf3 Dh4 3. Tg1 Lc5 1-0", "e4 e5 Nf3 Qh4 Rg1 Bc5", GAME_WHITE_WON);
    expect_game("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. OO oo 1-0", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O",
                GAME_WHITE_WON);
}

/* A file may be joined of others, or filled up. Its bytes between games cost no game. */
Test(pgn_game, bytes_between_games_cost_nothing)
{
    static const char *const between[] = {"\xef\xbb\xbf",
                                          "\x1a",
                                          "\x1a\xef\xbb\xbf",
                                          " \x01\xc2\xa0\n",
                                          "\n\xef\xbb\xbf\n\x1a\x1a",
                                          ""};
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        for (int broken = 0; broken < 2; broken++) {
            char text[256], played[MOVES_TEXT_MAX];
            snprintf(
                text, sizeof text,
                "%s[Event \"a\"]\n\n1. %s e5 1-0\n%s[Event \"b\"]\n[Result \"0-1\"]\n\n1. d4 0-1%s",
                between[i], broken ? "e9 {see\n[Ref 12] for more}" : "e4", between[i], between[i]);
            pgn_games *games = open_text(text, before);
            game g = {0};
            failure why = {""};
            cr_expect_eq(pgn_games_next(games, &g, &why), broken ? PGN_GAME_BROKEN : PGN_GAME_READ);
            cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%zu: %s", i, why.text);
            cr_expect_str_eq(moves_of(&g, played), "d4");
            cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_END, "%zu: %s", i, why.text);
            cr_expect_eq(pgn_games_counts(games)->games, 2);
            game_free(&g);
            pgn_games_close(games);
        }
    }
}

Test(pgn_game, zeros_fill_up_a_file)
{
    static const char text[] =
        "\0\0[Result \"1-0\"]\n\n1. e4 1-0\0\n\0\0[Event \"b\"]\n\n1. d4 1-0";
    static char bytes[300000];
    memcpy(bytes, text, sizeof text);
    pgn_games *games = open_bytes(bytes, sizeof bytes, before);
    game g = {0};
    failure why = {""};
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_END, "%s", why.text);
    game_free(&g);
    pgn_games_close(games);
}

/* The first game of a text is read with these moves, and something odd about it is told. */
static void expect_remark(const char *text, const char *moves, const char *remark)
{
    pgn_games *games = open_text(text, before);
    game g = {0};
    failure why = {""};
    char played[MOVES_TEXT_MAX];
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s: %s", text, why.text);
    cr_expect_str_eq(moves_of(&g, played), moves);
    const char *told = pgn_games_remark(games);
    cr_expect(strstr(told, remark), "\"%s\" lacks \"%s\"", told, remark);
    cr_expect(strstr(told, "games.pgn: line "), "%s", told);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_END, "%s", why.text);
    cr_expect_str_eq(pgn_games_remark(games), "");
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_game, odd_parts_are_left_out_and_told)
{
    expect_remark("1. e4 -- {x [%eval 1.0]} 2. d9 d5 1-0", "e4", "line 1: game 1: a null move");
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

/* Variations have null moves of their own. */
Test(pgn_game, loose_tags_are_read)
{
    expect_game("[Event \"a \"b\" c\"]\n[Result \"1-0\"\n[ Round\"3\" ]\n\n1. e4 (1. -- e5) e5",
                "e4 e5", GAME_WHITE_WON);
    expect_game("  [Result \"0-1\"]\n  [Round \"1\"]\n\n  1. e4 e5", "e4 e5", GAME_BLACK_WON);
}

Test(pgn_game, comments_behind_the_result_belong_to_its_game)
{
    pgn_games *games = open_text("1. e4 {[%eval 0.2]} 1-0 {adjudicated [%eval 1.5]} {\n\n"
                                 "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n",
                                 before);
    game g = {0};
    failure why = {""};
    char played[MOVES_TEXT_MAX];
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_str_eq(moves_of(&g, played), "e4");
    cr_expect_eq(g.plies[0].score, 20);
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_eq(g.plies[0].score, GAME_SCORE_NONE);
    cr_expect_eq(pgn_games_counts(games)->games, 2);
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_game, a_missing_end_mark_is_no_fault_between_games)
{
    pgn_games *games =
        open_text("[Result \"1-0\"]\n\n1. e4\n\n[Result \"0-1\"]\n\n1. d4 0-1\n", before);
    game g = {0};
    failure why = {""};
    char played[MOVES_TEXT_MAX];
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_str_eq(moves_of(&g, played), "e4");
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_str_eq(moves_of(&g, played), "d4");
    cr_expect_eq(g.result, GAME_BLACK_WON);
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_game, refuses_broken_games_and_reads_on)
{
    expect_fault(PGN_GAME_USELESS, "[Event \"x\"]\n[Result \"0-1\"]\n[FEN \"-\"]",
                 "it has no moves");
    expect_fault(PGN_GAME_BROKEN, "1. e4 e5 2. Ke3 1-0", "line 1: game 1: the move Ke3");
    expect_fault(PGN_GAME_BROKEN, "\n1. e4\n1... Nd7 1-0", "line 3: game 1: the move Nd7");
    expect_fault(PGN_GAME_BROKEN,
                 "1. Nf3 a6 2. Nd4 a5 3. Nc3 a4 4. Nb5 a3 5. Nd4 h6 6. Ncb5 h5 "
                 "7. Nc3 h4 8. Nb5 Ra4 9. Nc3 Ra5 10. Nb5 Ra4 11. N1c3 1-0",
                 "is illegal or ambiguous");
    expect_fault(PGN_GAME_BROKEN, "[Result \"0-1\"]\n1. e4 1-0", "the tag Result says 0-1");
    expect_fault(PGN_GAME_BROKEN, "[Variant \"Atomic\"]\n1. e4 1-0", "variant \"Atomic\"");
    expect_fault(PGN_GAME_BROKEN, "[SetUp \"1\"]\n1. e4 1-0", "there is no FEN");
    expect_fault(PGN_GAME_BROKEN, "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4 1-0", "FEN");
    expect_fault(PGN_GAME_BROKEN, "[FEN 4k3/8/8/8/8/8/8/4K3 w - - 0 1]\n\n1. Kd2 1-0", "line 1: ");
    expect_fault(PGN_GAME_BROKEN, "[Variant \"Atomic]\n\n1. e4 1-0", "not closed");
    expect_fault(PGN_GAME_BROKEN, "1. e4 (1. d4 d5 1-0", "variation that begins in line 1");
    expect_fault(PGN_GAME_BROKEN,
                 "1. e4 \xe2\x99\x98"
                 "f6 1-0",
                 "the move \xe2\x99\x98"
                 "f6");
    expect_fault(PGN_GAME_BROKEN, "1. e4 O\xe2\x80\x93O 1-0", "the move O\xe2\x80\x93O");
    expect_fault(PGN_GAME_BROKEN, "1. e4 [clk] e5 1-0", "a tag is not of the form");
    expect_fault(PGN_GAME_BROKEN, "1. e4 {[%best Ke2]} e5 1-0", "[%best Ke2] names no legal move");
    expect_fault(PGN_GAME_BROKEN, "1. e4\n{never closed\n2. d4 1-0",
                 "line 2: game 1: a comment is not");
    expect_fault(PGN_GAME_BROKEN, "[White \"x\"]\n{never closed\n",
                 "line 2: game 1: a comment is not");
    expect_fault(PGN_GAME_BROKEN, "1. e4 (1. d4 {never closed) 1-0", "a comment is not closed");
    expect_fault(PGN_GAME_USELESS, "1. e4 e5 *", "no result");
    expect_fault(PGN_GAME_USELESS, "[Result \"1-0\"]\n\n1-0", "no moves");
}

Test(pgn_game, a_stray_bracket_ends_with_its_game)
{
    pgn_games *games =
        open_text("1. e4 [clk] e5 1-0\n[Event \"next\"]\n[Result \"0-1\"]\n\n1. d4 0-1\n", before);
    game g = {0};
    failure why = {""};
    char played[MOVES_TEXT_MAX];
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_BROKEN);
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_str_eq(moves_of(&g, played), "d4");
    game_free(&g);
    pgn_games_close(games);
}

/* `count` bytes that a fault is made of, then a good game, which a wrong tag belongs to. */
static void expect_giant(const char *head, char body, size_t count, const char *reason)
{
    static char text[200000];
    size_t length = strlen(head);
    memcpy(text, head, length);
    memset(text + length, body, count);
    strcpy(text + length + count, "\n\n[Event \"next\"]\n[Result \"1-0\"]\n\n1. h4 h5 1-0\n");
    pgn_games *games = open_text(text, before);
    game g = {0};
    failure why = {""};
    pgn_game_status status = pgn_games_next(games, &g, &why);
    if (status == PGN_GAME_BROKEN) {
        cr_expect(strstr(why.text, reason), "\"%s\" lacks \"%s\"", why.text, reason);
        status = pgn_games_next(games, &g, &why);
    } else {
        cr_expect(strstr(pgn_games_remark(games), reason), "%s", reason);
    }
    cr_expect_eq(status, PGN_GAME_READ, "%s", why.text);
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_game, refuses_giants)
{
    expect_giant("1. e4 {", 'x', 100000, "a comment is longer than 65535 bytes");
    expect_giant("[White \"", 'x', 100000, "longer than 65535 bytes");
    expect_giant("[", 'x', 100000, "a tag is not of the form");
    expect_giant("[FEN \"", 'x', 1000, "not closed");
    expect_giant("1. e4 ", 'x', 100000, "a word is longer than 63");
    expect_giant("1. e4 ", '(', 100000, "nest more than 1000 deep");
}

/* The end of the file ends a game as the next one's tags do. */
Test(pgn_game, the_last_game_may_lack_its_result)
{
    static const char *const ends[] = {"", "\n", " {x}", " 3.", "\n\n\x1a"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char text[128];
        snprintf(text, sizeof text, "[Result \"1/2\"]\n1. d4 d5 2. c4%s", ends[i]);
        expect_game(text, "d4 d5 c4", GAME_DRAWN);
    }
    pgn_games *games = open_text("1. e4 1-0\n\n1. d4 d5 2. c4", before);
    game g = {0};
    failure why = {""};
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_USELESS);
    cr_expect(strstr(why.text, "game 2: it has no result"), "%s", why.text);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_END);
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_game, bytes_that_are_no_text_end_everything)
{
    static const char bytes[] = "1. e4 1-0\n\n1. d4 \0 d5 1-0\n\n1. e4 1-0\n";
    pgn_games *games = open_bytes(bytes, sizeof bytes - 1, before);
    game g = {0};
    failure why = {""};
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_BAD);
    cr_expect(strstr(why.text, "line 3: game 2: a zero byte"), "%s", why.text);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_BAD);
    game_free(&g);
    pgn_games_close(games);
}

/* A comment that is not closed takes the rest of its game, wherever the buffer ends, and no other
 * one; brackets in comments that are closed are text. */
Test(pgn_game, an_open_comment_ends_with_its_game)
{
    static char text[400000];
    char *at = text;
    int written = 0, read = 0, broken = 0;
    for (; at < text + sizeof text - 200; written++) {
        at += sprintf(
            at, "[Round \"%d\"]\n[Result \"1-0\"]\n\n1. e4 {a\n[%%eval 0.1]\n[c] b%s e5 1-0\n\n",
            written, written % 2 ? "" : "}");
    }
    pgn_games *games = open_text(text, before);
    game g = {0};
    failure why = {""};
    pgn_game_status status;
    while ((status = pgn_games_next(games, &g, &why)) <= PGN_GAME_USELESS) {
        read += status == PGN_GAME_READ;
        broken += status == PGN_GAME_BROKEN;
    }
    cr_expect_eq(read, (written + 1) / 2);
    cr_expect_eq(broken, written / 2);
    game_free(&g);
    pgn_games_close(games);
}

/* Reads a gzip file whose last bytes are missing, or changed. */
static void read_damaged(size_t keep, bool flip, pgn_game_status wanted, const char *reason)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "games.pgn.gz");
    gzFile gz = gzopen(path, "wb");
    for (int i = 0; i < 2000; i++) { /* numbers that do not compress to nothing */
        gzprintf(gz, "[Round \"%d\"]\n[Result \"1-0\"]\n\n1. e4 {%u} 1-0\n\n", i,
                 (unsigned)i * 2654435761u);
    }
    cr_assert_eq(gzclose(gz), Z_OK);
    cr_assert_eq(truncate(path, (off_t)keep), 0);
    if (flip) {
        FILE *file = fopen(path, "r+b");
        cr_assert(file && fseek(file, (long)keep / 2, SEEK_SET) == 0);
        cr_assert(fwrite("\xff\x5a\xff\x5a\xff\x5a\xff\x5a", 1, 8, file) == 8);
        fclose(file);
    }
    failure why = {""};
    pgn_games *games = pgn_games_open(path, before, &why);
    game g = {0};
    pgn_game_status status;
    while ((status = pgn_games_next(games, &g, &why)) <= PGN_GAME_USELESS) {
    }
    cr_expect_eq(status, wanted, "%s", why.text);
    cr_expect(strstr(why.text, reason), "%s", why.text);
    cr_expect(flip || pgn_games_counts(games)->games > 100);
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_game, damaged_gzip_is_told)
{
    read_damaged(8000, false, PGN_GAME_CUT, "cut off");
    read_damaged(8000, true, PGN_GAME_BAD, "cannot be read");
}

Test(pgn_game, a_missing_file_is_told)
{
    failure why;
    cr_expect_null(pgn_games_open("/nowhere/x.pgn", before, &why));
    cr_expect(strstr(why.text, "/nowhere/x.pgn: cannot be opened: No such"), "%s", why.text);
}

/* The scores of a game's plies. */
static void expect_scores(const char *text, pgn_rules rules, int count, const int *scores)
{
    pgn_games *games = open_text(text, rules);
    game g = {0};
    failure why = {""};
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_assert_eq(g.ply_count, count);
    for (int i = 0; i < count; i++) {
        cr_expect_eq(g.plies[i].score, scores[i], "ply %d: %d", i + 1, g.plies[i].score);
    }
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_game, scores_belong_where_the_caller_says)
{
    static const char text[] = "{[%eval 0.10]} 1. e4 {[%eval 0.20]} e5 {x [%clk 0:01] [%eval -0.30,"
                               "22] y} 2. Nf3 {[%eval #3]} (2. d4 {[%eval 9.99]}) Nc6 {[%eval #-2]}"
                               " 1-0";
    enum { NONE = GAME_SCORE_NONE };
    expect_scores(text, before, 4, (const int[]){20, 30, 31997, 31998});
    expect_scores(text, after, 4, (const int[]){10, -20, -30, -31997});
    expect_scores("1. e4 {b} e5 { book } 2. Nf3 {[%eval 0.5]} Nc6 {bad} 1-0", before, 4,
                  (const int[]){NONE, NONE, 50, NONE});
    expect_scores("1. e4 {b} e5 {b} 2. Nf3 {[%eval 0.5]} Nc6 {b} 1-0",
                  (pgn_rules){.skip_book = true}, 2, (const int[]){50, NONE});
    expect_scores("1. e4 {[%eval 987.88]} e5 {[%eval #-2000]} 1-0", before, 2,
                  (const int[]){20000, 31000});
    expect_scores("1. e4 {[%eval x]} e5 {[%eval 0.1x]} 1-0", before, 2, (const int[]){NONE, NONE});
}

Test(pgn_game, skipping_the_book_moves_the_first_position)
{
    pgn_games *games = open_text("1. e4 {b} c5 {b} 2. Nf3 d6 1-0\n\n1. e4 {b} 1-0\n",
                                 (pgn_rules){.skip_book = true});
    game g = {0};
    failure why = {""};
    char played[MOVES_TEXT_MAX];
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_str_eq(g.fen, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    cr_expect_str_eq(moves_of(&g, played), "Nf3 d6");
    cr_expect_eq(pgn_games_counts(games)->book, 2);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_USELESS);
    cr_expect(strstr(why.text, "book moves only"), "%s", why.text);
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_game, what_a_match_tells_is_kept_for_its_own_game)
{
    static const char text[] =
        "[White \"a\"]\n[Black \"b\"]\n[Termination \"time forfeit\"]\n"
        "1. e4 {book} e5 {-0.10/3 0.020s, Draw} 2. Nf3 {+M3/9 1.5s, n=10, Black loses\non time} "
        "1-0\n"
        "\n[White \"c\"]\n1. d4 {+0.10/3 0.020s, n=7} {x} d5 {[%eval 0.5]} 1-0\n";
    pgn_games *games = open_text(text, (pgn_rules){.match = true});
    const pgn_match *match = pgn_games_match(games);
    game g = {0};
    failure why = {""};
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_str_eq(match->white, "a");
    cr_expect_str_eq(match->black, "b");
    cr_expect_str_eq(match->termination, "time forfeit");
    cr_expect_str_eq(match->ending, "Black loses on time");
    static const int times[] = {-1, 20, 1500}, depths[] = {-1, 3, 9};
    static const int scores[] = {GAME_SCORE_NONE, -10, 31998};
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(match->plies[i].time_ms, times[i], "ply %d", i + 1);
        cr_expect_eq(match->plies[i].depth, depths[i], "ply %d", i + 1);
        cr_expect_eq(g.plies[i].score, scores[i], "ply %d", i + 1);
    }
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_str_eq(match->white, "c");
    cr_expect_str_eq(match->black, "");
    cr_expect_str_eq(match->termination, "");
    cr_expect_str_eq(match->ending, "");
    cr_expect_eq(match->plies[0].time_ms, 20);
    cr_expect_eq(match->plies[1].time_ms, -1);
    cr_expect_eq(g.plies[1].score, -50);
    game_free(&g);
    pgn_games_close(games);
}

static void expect_same(const game *a, const game *b)
{
    cr_assert_eq(a->ply_count, b->ply_count);
    cr_expect_eq(a->result, b->result);
    cr_expect_eq(a->flags, b->flags);
    cr_expect_str_eq(a->fen, b->fen);
    for (int i = 0; i < a->ply_count; i++) {
        const game_ply *x = &a->plies[i], *y = &b->plies[i];
        cr_assert(x->best == y->best && x->played == y->played && x->score == y->score &&
                      x->deviates == y->deviates,
                  "ply %d", i + 1);
    }
}

/* Random games with deviations and mates go through PGN unchanged. */
static void go_through(bool eval_after)
{
    uint64_t state = 7;
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "shown.pgn");
    game games[20] = {{0}}, back = {0};
    FILE *file = fopen(path, "w");
    failure why = {""};
    game_pgn_style style = {.event = "a \"b\" \\ c", .eval_after = eval_after};
    for (int i = 0; i < 20; i++) {
        fixture_random_game(&games[i], &state, 1 + 12 * i);
        games[i].plies[0].score = (int16_t)(i % 2 ? 31990 : GAME_SCORE_NONE);
        cr_assert(game_pgn_write(file, &games[i], i + 1, &style, &why), "%s", why.text);
    }
    fclose(file);
    pgn_games *read = pgn_games_open(path, eval_after ? after : before, &why);
    for (int i = 0; i < 20; i++) {
        cr_assert_eq(pgn_games_next(read, &back, &why), PGN_GAME_READ, "%s", why.text);
        expect_same(&games[i], &back);
        game_free(&games[i]);
    }
    cr_expect_eq(pgn_games_next(read, &back, &why), PGN_GAME_END);
    game_free(&back);
    pgn_games_close(read);
}

Test(pgn_game, games_shown_are_read_back_unchanged)
{
    go_through(false);
    go_through(true);
}

Test(pgn_game, chess960_is_known_by_tag_and_by_castling)
{
    static const char text[] = "[Variant \"fischerandom\"]\n1. Nf3 1-0\n"
                               "\n[FEN \"1k5r/8/8/8/8/8/8/RK5R w KQk - 0 1\"]\n1. O-O-O Kb7 1-0\n";
    pgn_games *games = open_text(text, before);
    game g = {0};
    failure why = {""};
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_eq(g.flags, GAME_CHESS960);
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_expect_eq(g.flags, GAME_CHESS960);
    cr_expect_str_eq(g.fen, "1k5r/8/8/8/8/8/8/RK5R w HAh - 0 1");
    cr_expect_eq(g.plies[0].best, 1 | 0 << 6, "king takes own rook");
    game_free(&g);
    pgn_games_close(games);
}
