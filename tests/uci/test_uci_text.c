#include <criterion/criterion.h>
#include <string.h>

#include "uci/text.h"

Test(text, words_are_split_at_any_blank)
{
    const char *cursor = "  go\tnodes \r 100 ";
    char word[TEXT_WORD_MAX];
    cr_assert(text_next_word(&cursor, word));
    cr_assert_str_eq(word, "go");
    cr_assert(text_peek_word(cursor, word));
    cr_assert_str_eq(word, "nodes");
    cr_assert(text_next_word(&cursor, word));
    cr_assert_str_eq(word, "nodes");
    cr_assert(text_next_word(&cursor, word));
    cr_assert_str_eq(word, "100");
    cr_assert_not(text_next_word(&cursor, word));
    cr_assert_str_eq(word, "");
}

Test(text, a_long_word_is_cut_and_passed_whole)
{
    char text[TEXT_WORD_MAX * 3], word[TEXT_WORD_MAX];
    memset(text, 'x', sizeof text);
    strcpy(text + sizeof text - 6, "x end");
    const char *cursor = text;
    cr_assert(text_next_word(&cursor, word));
    cr_assert_eq(strlen(word), TEXT_WORD_MAX - 1);
    cr_assert(text_next_word(&cursor, word));
    cr_assert_str_eq(word, "end");
}

Test(text, integers_must_fill_the_text)
{
    int64_t value = 7;
    const char *bad[] = {"", " 1", "1 ", "x", "1x", "0x10", "1.5", "--1", "+", "1e3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_not(text_integer(bad[i], &value), "\"%s\" was read", bad[i]);
    }
    cr_assert_eq(value, 7, "a refused text changed the value");
    cr_assert(text_integer("-12", &value));
    cr_assert_eq(value, -12);
    cr_assert(text_integer("99999999999999999999", &value));
    cr_assert_eq(value, INT64_MAX);
    cr_assert(text_integer("-99999999999999999999", &value));
    cr_assert_eq(value, INT64_MIN);
}

Test(text, equality_knows_no_case)
{
    cr_assert(text_equal("MoveOverhead", "moveoverHEAD"));
    cr_assert_not(text_equal("Hash", "Has"));
    cr_assert_not(text_equal("Has", "Hash"));
    cr_assert(text_equal("", ""));
}

Test(text, words_are_appended_with_one_blank_or_not_at_all)
{
    char buffer[12] = "";
    cr_assert(text_append_words(buffer, sizeof buffer, "  a \t b ", 8));
    cr_assert_str_eq(buffer, "a b");
    cr_assert(text_append_words(buffer, sizeof buffer, "cdefghi", 7));
    cr_assert_str_eq(buffer, "a b cdefghi");
    cr_assert_not(text_append_words(buffer, sizeof buffer, "j", 1));
    cr_assert_str_eq(buffer, "a b cdefghi");
    cr_assert(text_append_words(buffer, sizeof buffer, "", 0));
    cr_assert_str_eq(buffer, "a b cdefghi");
}

Test(text, a_slip_is_recognised)
{
    static const char *const words[] = {"help", "analyse", "quit", "MultiPV"};
    static const struct {
        const char *word, *nearest;
    } cases[] = {
        {"hlep", "help"},       {"HELP", "help"},        {"anlyse", "analyse"},
        {"analize", "analyse"}, {"analyyse", "analyse"}, {"qit", "quit"},
        {"multipw", "MultiPV"}, {"fly", NULL},           {"", NULL},
        {"go", NULL},           {"annotate", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *best = NULL;
        for (size_t j = 0; j < sizeof words / sizeof *words; j++) {
            best = text_nearer(cases[i].word, best, words[j]);
        }
        cr_expect_eq(best == NULL, cases[i].nearest == NULL, "%s", cases[i].word);
        if (best != NULL && cases[i].nearest != NULL) {
            cr_expect_str_eq(best, cases[i].nearest);
        }
    }
    cr_expect_str_eq(text_nearer("test", "text", "teth"), "text", "the first of two equals");
    cr_expect_null(text_nearer("help", NULL, NULL));
}

Test(text, a_word_of_any_length_can_be_a_slip)
{
    char word[TEXT_WORD_MAX * 4];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    cr_expect_null(text_nearer(word, NULL, "help"));
    cr_expect_null(text_nearer("help", NULL, word));
    cr_expect_str_eq(text_nearer(word, NULL, word), word);
}
