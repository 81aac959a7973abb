/* Tests the PGN that is written. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "chess/attacks.h"
#include "chess/fen.h"
#include "pgn/pgn_writer.h"
#include "system/memory_stream.h"

static memory_stream written;
static pgn_writer t;

static void begin(void)
{
    cr_assert(memory_stream_open(&written));
    t = (pgn_writer){.to = written.stream, .number_due = true};
}
static void end(void)
{
    free(written.text);
}

TestSuite(pgn_writer, .init = begin, .fini = end);

static void expect(const char *wanted)
{
    cr_assert(memory_stream_close(&written));
    cr_expect_str_eq(written.text, wanted);
}

Test(pgn_writer, tags_are_escaped)
{
    pgn_put_tag(t.to, "White", "A \"B\" \\ C\n");
    expect("[White \"A \\\"B\\\" \\\\ C \"]\n");
}

Test(pgn_writer, numbers_come_where_they_are_needed)
{
    position pos;
    attacks_init(true);
    cr_assert(fen_parse(&pos, FEN_START, NULL, NULL));
    pgn_put_move(&t, &pos, "e4");
    pos.to_move = BLACK;
    pgn_put_move(&t, &pos, "e5");
    pgn_open_variation(&t);
    pgn_put_move(&t, &pos, "c5");
    pgn_put_comment(&t, "a", "b");
    pgn_close_variation(&t);
    pgn_put_move(&t, &pos, "c6");
    pgn_put_result(&t, "*");
    expect("1. e4 e5 (1... c5 {a b}) 1... c6 *\n\n");
}

/* No line is longer than 80 characters, commands stay whole, and no line of a comment begins like a
 * tag or an escape. */
Test(pgn_writer, comments_are_broken_where_readers_bear_it)
{
    for (int i = 0; i < 200; i++) {
        pgn_put_comment(&t, "[%wdl 100, 200, 700] }x", "[Event \"y\"] %z some words and so on");
    }
    cr_assert(memory_stream_close(&written));
    cr_expect_null(strstr(written.text, "\n[E"));
    cr_expect_null(strstr(written.text, "\n%"));
    cr_expect_null(strstr(written.text, "}x"));
    int whole = 0;
    for (const char *at = written.text; (at = strstr(at, "[%wdl 100, 200, 700] )x [Event")); at++) {
        whole++;
    }
    for (char *line = strtok(written.text, "\n"); line; line = strtok(NULL, "\n")) {
        cr_expect_leq(strlen(line), 80 + strlen("[Event"), "%s", line);
    }
    cr_expect_gt(whole, 50);
}

Test(pgn_writer, nothing_controls_a_terminal)
{
    pgn_put_tag(t.to, "White",
                "\x1b[2JJ\xc3\xbcrgen\x7f\xc2\x9b"
                "1m \xe9\x96");
    pgn_put_comment(&t, "\x1b]0;x\a", "caf\xc3\xa9\x08\x08 \xc2\x85 \xc2\xb1\x93 }");
    expect("[White \" [2JJ\xc3\xbcrgen ?1m \xe9\x96\"]\n{]0;x caf\xc3\xa9 ? \xc2\xb1\x93 )}");
}

Test(pgn_writer, an_empty_comment_is_one)
{
    pgn_put_comment(&t, "", " \n");
    pgn_put_comment(&t, "", "a");
    expect("{} {a}");
}

Test(pgn_writer, scores)
{
    char score[PGN_SCORE_TEXT_MAX];
    pgn_score_write(false, true, 105, score);
    cr_expect_str_eq(score, "-1.05");
    pgn_score_write(true, false, 3, score);
    cr_expect_str_eq(score, "#3");
    pgn_score_write(true, true, 0, score);
    cr_expect_str_eq(score, "#-0");
}
