/* Tests commands in comments. */
#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

#include "pgn/pgn_comment.h"

Test(pgn_comment, commands_are_found_by_their_whole_name)
{
    const char *comment = "text [%evaluate 1] [%eval\n 0.35][%wdl 1,2,997]";
    cr_expect_str_eq(pgn_command(comment, "eval"), "0.35][%wdl 1,2,997]");
    cr_expect_str_eq(pgn_command(comment, "wdl"), "1,2,997]");
    cr_expect_null(pgn_command(comment, "clk"));
    cr_expect_null(pgn_command("[%eval]", "eval"));
}

Test(pgn_comment, commands_are_removed)
{
    static const char *const texts[][2] = {
        {"a [%eval 1.0] b [%eval #3]", "a  b "},
        {"[%eval 1.0][%clk 1]", "[%clk 1]"},
        {"x [%eval 1.0 is not closed", "x "},
        {"[%evaluate 1]", "[%evaluate 1]"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[64];
        strcpy(text, texts[i][0]);
        pgn_command_remove(text, "eval");
        cr_expect_str_eq(text, texts[i][1]);
    }
}
