/* Tests the reading of UTF-8, and which bytes a terminal gets to see. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/failure.h"
#include "base/utf8.h"

static void expect_points(const char *text, const uint32_t wanted[], int count)
{
    uint32_t point;
    for (int i = 0; i < count; i++) {
        cr_expect(utf8_next(&text, &point));
        cr_expect_eq(point, wanted[i], "point %d: %lx", i, (unsigned long)point);
    }
    cr_expect_not(utf8_next(&text, &point));
}

Test(utf8, code_points_have_one_to_four_bytes)
{
    expect_points("a\xc3\xa9\xe2\x99\x94\xf0\x9f\x98\x80",
                  (const uint32_t[]){'a', 0xe9, 0x2654, 0x1f600}, 4);
    expect_points("", NULL, 0);
}

/* A byte that ends no point, one whose point is cut off by the end, and one that is longer than
 * needed. */
Test(utf8, other_bytes_are_characters_of_latin_1)
{
    expect_points("\xfcz\xa9 \xc0\xaf\xe2\x99",
                  (const uint32_t[]){0xfc, 'z', 0xa9, ' ', 0xc0, 0xaf, 0xe2, 0x99}, 8);
}

static void expect_printable(const char *text, const char *kept, const char *wanted)
{
    char copy[64];
    snprintf(copy, sizeof copy, "%s", text);
    utf8_make_printable(copy, kept);
    cr_expect_str_eq(copy, wanted, "\"%s\", not \"%s\"", copy, wanted);
}

Test(utf8, what_controls_a_terminal_is_replaced)
{
    expect_printable("caf\xc3\xa9 \xe2\x99\x94 \xf0\x9f\x98\x80~", "",
                     "caf\xc3\xa9 \xe2\x99\x94 \xf0\x9f\x98\x80~");
    expect_printable("\x1b[2J\a\t\n\x7f", "", "?[2J????");
    expect_printable("\x1b\t\n\r", "\n\t", "?\t\n?");
    expect_printable("\xc2\x9b"
                     "2J\xc2\x85\xc2\xa0",
                     "", "??2J??\xc2\xa0"); /* C1 in UTF-8 */
    expect_printable("\x9b"
                     "2J\xe9t\xe9",
                     "", "?2J?t?"); /* other bytes */
    expect_printable("\xc0\x9b\xe0\x80\x9b\xed\xa0\x80\xf4\x90\x80\x80\xff", "",
                     "????????"
                     "????"
                     "?");
    expect_printable("\xe2\x99", "", "??");
}

static void expect_trimmed(const char *text, const char *wanted)
{
    char copy[16];
    snprintf(copy, sizeof copy, "%s", text);
    utf8_trim(copy);
    cr_expect_str_eq(copy, wanted);
}

Test(utf8, only_a_cut_character_is_trimmed)
{
    expect_trimmed("", "");
    expect_trimmed("ab", "ab");
    expect_trimmed("a\xc3\xa9", "a\xc3\xa9");
    expect_trimmed("a\xc3", "a");
    expect_trimmed("a\xe2\x99", "a");
    expect_trimmed("a\xf0\x9f\x98", "a");
    expect_trimmed("a\xf0\x9f\x98\x80", "a\xf0\x9f\x98\x80");
    expect_trimmed("\xf0", "");
    expect_trimmed("\x80\x80\x80\x80", "\x80\x80\x80\x80");
}

/* Names of files, tags and words stay legible in messages. */
Test(utf8, a_message_keeps_its_words)
{
    failure why;
    fail(&why, "/tmp/J\xc3\xbcrgen.pgn: the move %s is illegal",
         "\xe2\x99\x98"
         "f3\x1b[31m");
    cr_expect_str_eq(why.text, "/tmp/J\xc3\xbcrgen.pgn: the move \xe2\x99\x98"
                               "f3?[31m is illegal");
    char path[2 * FAILURE_TEXT_MAX] = "x";
    while (strlen(path) < FAILURE_TEXT_MAX) {
        strcat(path, "\xc3\xa9");
    }
    fail(&why, "%s", path);
    cr_expect_eq(strlen(why.text), FAILURE_TEXT_MAX - 1);
    fail(&why, "x%s", path);
    cr_expect_eq(strlen(why.text), FAILURE_TEXT_MAX - 2, "no half of a character");
    cr_expect_null(strchr(why.text, '?'));
    fail(&why, "caf\xe9");
    cr_expect_str_eq(why.text, "caf?");
}
