/* Tests which positions the lines of a PGN game have, with which moves, scores and result. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "chess/san.h"
#include "game_division.h"
#include "game_walk.h"
#include "pgn_game.h"
#include "train_fixture.h"

enum { TEXT_MAX = 1024 };

static const pgn_rules whole_lines = {.line_plies = 12};

static void begin(void)
{
    attacks_init(true);
}

TestSuite(pgn_lines, .init = begin, .fini = fixture_remove_all);

static pgn_games *open_text(const char *text, pgn_rules rules)
{
    char path[FIXTURE_PATH_MAX];
    fixture_path(path, "lines.pgn");
    FILE *file = fopen(path, "wb");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
    failure why;
    pgn_games *games = pgn_games_open(path, rules, &why);
    cr_assert(games, "%s", why.text);
    return games;
}

/* The moves of a game in SAN, each with its score: "e4 20 e5 -20". */
static void write_moves(const game *g, char text[TEXT_MAX])
{
    failure why;
    game_walk walk;
    size_t length = 0;
    text[0] = '\0';
    cr_assert(game_walk_start(&walk, g, &why), "%s", why.text);
    for (; walk.ply < g->ply_count; game_walk_step(&walk)) {
        cr_assert(game_walk_check(&walk, g, &why), "%s", why.text);
        char san[SAN_TEXT_MAX];
        san_write(&walk.pos, walk.best, san);
        length += (size_t)snprintf(text + length, TEXT_MAX - length, "%s%s %d", length ? " " : "",
                                   san, g->plies[walk.ply].score);
    }
}

/* The lines of the only game of a text are these, each with the moves of write_moves(). */
static void expect_lines(const char *text, pgn_rules rules, const char *const *expected)
{
    pgn_games *games = open_text(text, rules);
    game g = {0};
    failure why = {""};
    cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ, "%s", why.text);
    cr_assert_eq(game_part_of(game_beginning(&g)), GAME_TRAINING, "choose another game");
    const pgn_lines *lines = pgn_games_lines(games);
    int count = 0;
    long positions = 0;
    for (; expected[count]; count++) {
        char moves[TEXT_MAX];
        cr_assert_lt(count, pgn_lines_count(lines), "a line is missing: %s", expected[count]);
        const game *line = pgn_lines_game(lines, count);
        write_moves(line, moves);
        cr_expect_str_eq(moves, expected[count]);
        cr_expect_eq(line->result, g.result);
        cr_expect_eq(line->flags, g.flags);
        positions += line->ply_count;
    }
    cr_expect_eq(pgn_lines_count(lines), count);
    cr_expect_eq(pgn_games_counts(games)->lines, count);
    cr_expect_eq(pgn_games_counts(games)->line_positions, positions);
    cr_expect_eq(pgn_games_next(games, &g, &why), PGN_GAME_END);
    game_free(&g);
    pgn_games_close(games);
}

Test(pgn_lines, a_line_is_what_the_game_does_not_have)
{
    expect_lines("[Result \"1-0\"]\n"
                 "1. e4 {d=9, pv=e4 c5 Nf3 d6, wv=0.20} e5 {pv=e5 Nf3 Nc6 Bc4, wv=0.15, }\n"
                 "2. Nf3 {wv=0.30, pv=Nf3 Nc6 Bb5} Nc6 1-0\n",
                 whole_lines, (const char *[]){"Nf3 20 d6 -20", "Bc4 15", NULL});
}

/* The score of a comment is from White's view, and that of a line from the view of its first mover,
 * whichever position the rules give the comment's score to. */
Test(pgn_lines, a_line_has_the_score_of_its_comment)
{
    static const char text[] = "1. e4 {wv=0.20, pv=d4 d5} e5 {wv=0.50, pv=c5 Nf3} 2. Nf3\n"
                               "{wv=-M3, pv=Bc4 Nc6} Nc6 {pv=d6 d4} 1-0\n";
    for (int after = 0; after < 2; after++) {
        const pgn_rules rules = {.line_plies = 12, .eval_after = after};
        expect_lines(text, rules,
                     (const char *[]){"d5 -20", "Nf3 50", "Nc6 31997", "d4 -32768", NULL});
    }
    expect_lines(text, (pgn_rules){.line_plies = 12, .without_eval = true},
                 (const char *[]){"d5 -32768", "Nf3 -32768", "Nc6 -32768", "d4 -32768", NULL});
}

Test(pgn_lines, a_known_position_ends_a_line_and_another_begins_it)
{
    expect_lines(
        "1. e4 {pv=e4 e5 Nf3 Nc6 Bb5 a6, wv=0.10} e5 2. Nf3 {pv=Nf3 Nc6 Bb5 Nf6, wv=0.10}\n"
        "Nc6 {pv=Nf6 Bc4 Nc6 Bb5, wv=0.40} 3. d4 0-1\n",
        whole_lines, (const char *[]){"a6 -10", "Bc4 40 Nc6 -40 Bb5 40", NULL});
    /* This line reaches the position after 2. Nc3 Nc6 by another order of moves. */
    expect_lines("1. Nf3 {pv=Nc3 Nf6 Nf3 Nc6 e4, wv=0.25} Nf6 2. Nc3 Nc6 3. e3 1/2-1/2\n",
                 whole_lines, (const char *[]){"Nf6 -25 Nf3 25", NULL});
}

Test(pgn_lines, a_line_ends_at_its_length_or_at_what_is_no_move)
{
    const char *text = "1. e4 {pv=d4 d5 c4 e6 Nc3 Nf6, wv=-M5} e5 {pv=d5 exd5 Qxd5 Kd1 Nc3} 2. d3\n"
                       "{pv=} d6 {pv=xxxxxxxxxxxxxxxxxxxxxxxx} 0-1\n";
    expect_lines(text, (pgn_rules){.line_plies = 3},
                 (const char *[]){"d5 31995 c4 -31995", "exd5 -32768 Qxd5 -32768", NULL});
    expect_lines(text, (pgn_rules){.line_plies = 1}, (const char *[]){NULL});
}

Test(pgn_lines, books_are_skipped_and_castling_is_kept)
{
    expect_lines("[Variant \"fischerandom\"]\n[SetUp \"1\"]\n"
                 "[FEN \"4k1r1/8/8/8/8/8/8/4K1R1 w Gg - 0 1\"]\n[Result \"1/2-1/2\"]\n"
                 "1. Rg2 {book, mb=+0} Rg7 { book } 2. Rg3 {pv=Ke2 Kd7 Kd3, wv=0.00} Rg6\n"
                 "3. Rg4 {pv=Rg5 Rg7, wv=0.01} 1/2-1/2\n",
                 (pgn_rules){.line_plies = 12, .skip_book = true},
                 (const char *[]){"Kd7 0 Kd3 0", "Rg7 -1", NULL});
}

Test(pgn_lines, games_of_the_tests_have_none)
{
    int without = 0, with = 0, games_read = 0;
    for (int number = 1; number <= 200; number++) {
        char text[TEXT_MAX];
        snprintf(
            text, sizeof text,
            "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 %d\"]\n"
            "e4 {pv=d4 d5} e5 1-0\n",
            number);
        pgn_games *games = open_text(text, (pgn_rules){.line_plies = 4});
        game g = {0};
        failure why;
        cr_assert_eq(pgn_games_next(games, &g, &why), PGN_GAME_READ);
        const bool training = game_part_of(game_beginning(&g)) == GAME_TRAINING;
        /* The line is a game of its own, which may be one of the tests too. */
        const int lines = pgn_lines_count(pgn_games_lines(games));
        cr_expect(lines == 0 || (lines == 1 && training));
        with += lines;
        if (lines > 0) {
            const game *line = pgn_lines_game(pgn_games_lines(games), 0);
            cr_expect_eq(game_part_of(game_beginning(line)), GAME_TRAINING);
        }
        without += !training;
        games_read++;
        game_free(&g);
        pgn_games_close(games);
    }
    cr_expect(without > 0 && without < games_read / 10, "%d of %d", without, games_read);
    cr_expect(with > games_read * 8 / 10 && with < games_read - without,
              "of %d games %d are of the tests, and %d have lines", games_read, without, with);
}
