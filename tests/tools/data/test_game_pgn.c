/* Tests what PGN tells of the positions of a game, and that a game that was written as PGN is read
 * back unchanged. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/attacks.h"
#include "game_pgn.h"
#include "pgn_eval.h"
#include "train_fixture.h"

static char path[FIXTURE_PATH_MAX];
static pgn_records *records;
static pgn_record record;
static game_pgn_counts counts;
static game g;
static failure why;

static void begin(void)
{
    attacks_init(true);
    fixture_path(path, "games.pgn");
    counts = (game_pgn_counts){.moves = 0};
}

static void end(void)
{
    game_free(&g);
    pgn_record_free(&record);
    pgn_records_close(records);
    fixture_remove_all();
}

TestSuite(game_pgn, .init = begin, .fini = end);

static const game_pgn_rules before = {.eval_after = false}, after = {.eval_after = true},
                            skipping = {.skip_book = true};

static void open_records(void)
{
    pgn_records_close(records);
    records = pgn_records_open(path, &why);
    cr_assert(records, "%s", why.text);
}

/* Reads the next record and makes a game of it. */
static game_pgn_status next(game_pgn_rules rules)
{
    cr_assert_eq(pgn_records_next(records, &record, &why), PGN_RECORD_READ, "%s", why.text);
    return game_pgn_read(&record, rules, &g, &counts, &why);
}

/* Makes a game of the first record of a text. */
static game_pgn_status read_text(const char *text, game_pgn_rules rules)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    open_records();
    return next(rules);
}

static void expect_fault(game_pgn_status status, const char *text, const char *reason)
{
    cr_expect_eq(read_text(text, skipping), status, "%s", text);
    cr_expect_str_eq(why.text, reason);
}

Test(game_pgn, games_that_say_nothing_are_told)
{
    expect_fault(GAME_PGN_FAULTY, "[Result \"0-1\"]\n1. e4 1-0",
                 "the tag Result says 0-1, but the moves end with 1-0");
    expect_fault(GAME_PGN_FAULTY, "1. e4 {[%best Ke2]} e5 1-0",
                 "the comment [%best Ke2] names no legal move");
    expect_fault(GAME_PGN_FAULTY, "{[%best e4]} 1. e4 1-0",
                 "the comment [%best e4] names no legal move");
    expect_fault(GAME_PGN_USELESS, "1. e4 e5 *", "it has no result");
    expect_fault(GAME_PGN_USELESS, "[Result \"1-0\"]\n\n1-0", "it has no moves");
    expect_fault(GAME_PGN_USELESS, "1. e4 {b} 1-0", "it has book moves only");
    cr_expect_eq(counts.moves, 0);
}

Test(game_pgn, results_come_from_moves_or_tag)
{
    static const struct {
        const char *text;
        game_result result;
    } cases[] = {{"1. e4 1-0", GAME_WHITE_WON},
                 {"[Result \"0-1\"]\n1. e4 *", GAME_BLACK_WON},
                 {"[Result \"1/2\"]\n1. e4", GAME_DRAWN},
                 {"[Result \"?\"]\n1. e4 0-1", GAME_BLACK_WON}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert_eq(read_text(cases[i].text, before), GAME_PGN_READ, "%s", why.text);
        cr_expect_eq(g.result, cases[i].result, "%s", cases[i].text);
    }
}

/* The scores of a game's plies. */
static void expect_scores(const char *text, game_pgn_rules rules, int count, const int *scores)
{
    cr_assert_eq(read_text(text, rules), GAME_PGN_READ, "%s", why.text);
    cr_assert_eq(g.ply_count, count);
    for (int i = 0; i < count; i++) {
        cr_expect_eq(g.plies[i].score, scores[i], "ply %d: %d", i + 1, g.plies[i].score);
    }
}

Test(game_pgn, scores_belong_where_the_caller_says)
{
    static const char text[] = "{[%eval 0.10]} 1. e4 {[%eval 0.20]} e5 {x [%clk 0:01] [%eval -0.30,"
                               "22] y} 2. Nf3 {[%eval #3]} (2. d4 {[%eval 9.99]}) Nc6 {[%eval #-2]}"
                               " 1-0 {[%eval 5.00]}";
    enum { NONE = GAME_SCORE_NONE };
    expect_scores(text, before, 4, (const int[]){20, 30, 31997, 31998});
    expect_scores(text, after, 4, (const int[]){10, -20, -30, -31997});
    cr_expect(counts.moves == 8 && counts.scores == 8 && counts.mates == 3);
    expect_scores(text, (game_pgn_rules){.without_eval = true}, 4,
                  (const int[]){NONE, NONE, NONE, NONE});
    expect_scores("1. e4 {b} e5 { Book } 2. Nf3 {[%eval 0.5]} Nc6 {bad} 1-0", before, 4,
                  (const int[]){NONE, NONE, 50, NONE});
    expect_scores("1. e4 {d=30, wv=0.35, pv=e4 e5} e5 {book, wv=0.10} 1-0 {wv=9}", before, 2,
                  (const int[]){35, NONE});
    expect_scores("1. e4 {b} e5 {b} 2. Nf3 {[%eval 0.5]} Nc6 {b} 1-0", skipping, 2,
                  (const int[]){50, NONE});
    expect_scores("1. e4 {[%eval 987.88]} e5 {[%eval #-2000]} 1-0", before, 2,
                  (const int[]){20000, 31000});
    cr_expect_eq(counts.unreadable, 0);
    expect_scores("1. e4 {[%eval x]} e5 {[%eval 0.1x]} 1-0 {[%eval 1.00]}", before, 2,
                  (const int[]){NONE, NONE});
    cr_expect_eq(counts.unreadable, 2);
}

Test(game_pgn, skipping_the_book_moves_the_first_position)
{
    cr_assert_eq(read_text("1. e4 {b} c5 {b} 2. Nf3 d6 1-0", skipping), GAME_PGN_READ);
    cr_expect_str_eq(g.fen, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    cr_expect(g.ply_count == 2 && g.plies[0].played == (6 | 21 << 6));
    cr_expect_eq(counts.book, 2);
}

Test(game_pgn, castling_of_chess960_takes_the_rook)
{
    cr_assert_eq(read_text("[FEN \"1k5r/8/8/8/8/8/8/RK5R w KQk - 0 1\"]\n1. O-O-O 1-0", before),
                 GAME_PGN_READ);
    cr_expect_eq(g.flags, GAME_CHESS960);
    cr_expect_str_eq(g.fen, "1k5r/8/8/8/8/8/8/RK5R w HAh - 0 1");
    cr_expect_eq(g.plies[0].best, 1 | 0 << 6);
    cr_expect_eq(counts.chess960, 1);
}

/* Random games with deviations and mates. */
Test(game_pgn, games_shown_are_read_back_unchanged)
{
    enum { GAMES = 20 };
    const game_pgn_style style = {.event = "a \"b\" \\ c"};
    game games[GAMES] = {{0}};
    uint64_t state = 7;
    FILE *file = fopen(path, "w");
    for (int i = 0; i < GAMES; i++) {
        fixture_random_game(&games[i], &state, 1 + 12 * i);
        games[i].plies[0].score = (int16_t)(i % 2 ? 31990 : GAME_SCORE_NONE);
        cr_assert(game_pgn_write(file, &games[i], i + 1, &style, &why), "%s", why.text);
    }
    fclose(file);
    open_records();
    for (int i = 0; i < GAMES; i++) {
        cr_assert_eq(next(after), GAME_PGN_READ, "%s", why.text);
        cr_expect_eq(fixture_compare_games(&games[i], &g), 0, "game %d differs", i + 1);
        game_free(&games[i]);
    }
    cr_expect_eq(pgn_records_next(records, &record, &why), PGN_RECORD_END);
}

Test(game_pgn, evals_are_read_to_the_centipawn)
{
    static const struct {
        const char *text;
        bool good;
        int score;
    } evals[] = {{"0.35]", true, 35},    {"-1]", true, -100},
                 {"0.35\n", true, 35},   {"0.35\r\n", true, 35},
                 {"+.5]", true, 50},     {"3.]", true, 300},
                 {"0.349]", true, 35},   {"0.3449]", true, 34},
                 {"-0.005]", true, -1},  {"1e9]", false, 0},
                 {"]", false, 0},        {".]", false, 0},
                 {"#]", false, 0},       {"##1]", false, 0},
                 {"0x10]", false, 0},    {"nan]", false, 0},
                 {"1.0", true, 100},     {"99999999999999999999]", true, 20000},
                 {"#1,5]", true, 31999}, {"#99999999999999999999]", true, 31000},
                 {"#-0]", true, -32000}, {"-M3,", true, -31997},
                 {"M12", true, 31988},   {"-#2,", true, -31998},
                 {"M", false, 0},        {"#M1]", false, 0}};
    for (size_t i = 0; i < sizeof evals / sizeof *evals; i++) {
        int score = 0;
        cr_expect_eq(pgn_eval_read(evals[i].text, WHITE, &score), evals[i].good, "%s",
                     evals[i].text);
        cr_expect_eq(score, evals[i].score, "%s: %d", evals[i].text, score);
    }
    for (int score = -32000; score <= 32000; score++) {
        bool valid = score >= -GAME_SCORE_MAX && score <= GAME_SCORE_MAX;
        if (valid || score <= -GAME_SCORE_MATE || score >= GAME_SCORE_MATE) {
            char text[PGN_SCORE_TEXT_MAX];
            int back = 1 << 20;
            pgn_eval_write(score, (colour)(score & 1), text);
            cr_assert(pgn_eval_read(text, (colour)(score & 1), &back) && back == score, "%d: %s",
                      score, text);
        }
    }
}

Test(game_pgn, fields_are_found_by_their_whole_name)
{
    cr_expect_str_eq(pgn_comment_eval("d=3, xwv=1.00, pv=e4 e5, wv=-0.50, mb=+0"), "-0.50, mb=+0");
    cr_expect_str_eq(pgn_comment_eval("wv=2 [%eval 1]"), "1]");
    cr_expect_null(pgn_comment_eval("nothing"));
}
