/* Tests which scores, depths and times are read from the comments of PGN, and what is refused. */
#include <criterion/criterion.h>
#include <string.h>

#include "game_file.h"
#include "pgn_eval.h"

Test(pgn_eval, evals_are_read_to_the_centipawn)
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
            char text[PGN_EVAL_TEXT_MAX];
            int back = 1 << 20;
            pgn_eval_write(score, (colour)(score & 1), text);
            cr_assert(pgn_eval_read(text, (colour)(score & 1), &back) && back == score, "%d: %s",
                      score, text);
        }
    }
}

Test(pgn_eval, fields_are_found_by_their_whole_name)
{
    const char *comment = "d=3, xwv=1.00, pv=e4 e5, wv=-0.50, mb=+0";
    cr_expect_str_eq(pgn_field(comment, "wv"), "-0.50, mb=+0");
    cr_expect_str_eq(pgn_field(comment, "d"), comment + 2);
    cr_expect_null(pgn_field(comment, "v"));
    cr_expect_null(pgn_field(comment, "m"));
    cr_expect_str_eq(pgn_comment_eval(comment), "-0.50, mb=+0");
    cr_expect_str_eq(pgn_comment_eval("wv=2 [%eval 1]"), "1]");
    cr_expect_null(pgn_comment_eval("nothing"));
}

Test(pgn_eval, thoughts_of_matches_are_read)
{
    static const struct {
        const char *text, *rest; /* NULL: refused */
        pgn_thought thought;
    } comments[] = {
        {"+0.31/12 0.143s", "", {31, 12, 143}},
        {"-1.50/7 2s, Black mates", ", Black mates", {-150, 7, 2000}},
        {" 0.00/0 0.0005s ", " ", {0, 0, 1}},
        {"+M5/20 0.010s", "", {31997, 20, 10}},
        {"-M6/20 0.010s", "", {-31997, 20, 10}},
        {"-M0/1 0.000s", "", {-32000, 1, 0}},
        {"+M99999999999/99999999999 99999999999s", "", {31000, PGN_DEPTH_MAX, PGN_TIME_MS_MAX}},
        {"+0.31/12\n0.143s,", ",", {31, 12, 143}},
        {"+0.31/12\r\n0.143s\t", "\t", {31, 12, 143}},
        {"", NULL, {0}},
        {"M/1 0.1s", NULL, {0}},
        {"+0.31", NULL, {0}},
        {"+0.31/ 0.1s", NULL, {0}},
        {"+0.31/12", NULL, {0}},
        {"+0.31/12 s", NULL, {0}},
        {"+0.31/12 0.143", NULL, {0}},
        {"+0.31/12 0.143sec", NULL, {0}},
        {"+-0.31/12 0.143s", NULL, {0}},
        {"+0.31/-12 0.143s", NULL, {0}},
        {"+0.31/12 -0.143s", NULL, {0}},
        {"White loses on time", NULL, {0}}};
    for (size_t i = 0; i < sizeof comments / sizeof *comments; i++) {
        const pgn_thought *wanted = &comments[i].thought;
        pgn_thought got = {0};
        const char *rest = pgn_thought_read(comments[i].text, &got);
        cr_expect(comments[i].rest ? rest && strcmp(rest, comments[i].rest) == 0 : !rest, "%s",
                  comments[i].text);
        cr_expect(got.score == wanted->score && got.depth == wanted->depth &&
                      got.time_ms == wanted->time_ms,
                  "%s: %d, %d, %d", comments[i].text, got.score, got.depth, got.time_ms);
    }
}
