#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tree/search.h"
#include "uci/options.h"
#include "uci/text.h"

static settings s;
static failure why;

static void set_up(void)
{
    settings_default(&s);
}

TestSuite(options, .init = set_up);

Test(options, every_row_takes_its_own_default)
{
    int count;
    const option_row *rows = option_rows(&count);
    settings before = s;
    cr_assert_geq(count, 10);
    for (int i = 0; i < count; i++) {
        char text[512], begin[128];
        option_describe(&rows[i], text, sizeof text);
        snprintf(begin, sizeof begin, "option name %s type ", rows[i].name);
        cr_expect_eq(strncmp(text, begin, strlen(begin)), 0, "%s", text);
        cr_expect(option_find(rows[i].name) == &rows[i], "%s is found as itself", rows[i].name);
        const char *value = strstr(text, " default ");
        char word[TEXT_WORD_MAX] = "";
        cr_expect_eq(value == NULL, rows[i].type == OPTION_BUTTON, "%s", text);
        if (value != NULL) {
            value += strlen(" default ");
            text_next_word(&value, word);
        }
        cr_expect(option_set(&s, &rows[i], word, &why), "%s refuses its default", rows[i].name);
        cr_expect(rows[i].choice.min <= rows[i].value || rows[i].type != OPTION_SPIN);
        cr_expect(rows[i].value <= rows[i].choice.max || rows[i].type != OPTION_SPIN);
    }
    cr_assert_eq(s.hash_mb, before.hash_mb);
    cr_assert_eq(memcmp(&s.techniques, &before.techniques, sizeof s.techniques), 0);
    cr_assert_str_eq(s.weights_file, "");
}

static int contempt_with(const char *contempt, const char *advantage, const char *elo,
                         const char *opponent)
{
    settings_default(&s);
    cr_assert(option_set(&s, option_find("Contempt"), contempt, &why), "%s", why.text);
    cr_assert(option_set(&s, option_find("UCI_RatingAdv"), advantage, &why), "%s", why.text);
    cr_assert(option_set(&s, option_find("UCI_Opponent"), opponent, &why), "%s", why.text);
    if (elo != NULL) {
        cr_assert(option_set(&s, option_find("UCI_Elo"), elo, &why), "%s", why.text);
        s.limit_strength = true;
    }
    return settings_contempt(&s);
}

Test(options, an_advantage_in_rating_adds_to_contempt)
{
    const char *const rated = "GM 1200 human Anna Muster";
    cr_expect_eq(contempt_with("0", "0", NULL, ""), 0);
    cr_expect_eq(contempt_with("-30", "0", NULL, ""), -30);
    cr_expect_eq(contempt_with("0", "405", NULL, ""), 40);
    cr_expect_eq(contempt_with("15", "-400", NULL, ""), -25);
    cr_expect_eq(contempt_with("150", "900", NULL, ""), 200);
    cr_expect_eq(contempt_with("0", "-10000", NULL, ""), -200);
    cr_expect_eq(contempt_with("0", "0", NULL, rated), 0, "the own rating is not known");
    cr_expect_eq(contempt_with("5", "0", "1500", rated), 35);
    cr_expect_eq(contempt_with("5", "100", "1500", rated), 15);
    cr_expect_eq(contempt_with("0", "0", "1500", "none none computer X"), 0);
    s.contempt = 50;
    s.analyse_mode = true;
    cr_expect_eq(settings_contempt(&s), 0);
}

Test(options, an_opponent_is_read_as_uci_writes_it)
{
    static const char *const good[] = {"GM 1300 human Gary Kasparov", "NONE 1300 Computer",
                                       " wfm\t1300  HUMAN  a b c "};
    static const char *const bad[] = {"GM",
                                      "GM 2800",
                                      "GM 28oo human X",
                                      "GM -1 human",
                                      "GM 10001 human",
                                      "GM 2800 robot X",
                                      "GM 99999999999999999999 human X"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cr_expect_eq(contempt_with("0", "0", "1500", good[i]), 20, "%s", good[i]);
    }
    settings_default(&s);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_not(option_set(&s, option_find("UCI_Opponent"), bad[i], &why));
        cr_expect_not_null(strstr(why.text, "UCI_Opponent"), "%s", why.text);
        cr_expect_str_eq(s.opponent, "");
    }
}

Test(options, a_line_is_split_into_name_and_value)
{
    char name[OPTION_NAME_MAX], value[SETTINGS_TEXT_MAX];
    cr_assert(option_split(" name  Move   Overhead value  a  b \r", name, value, &why));
    cr_assert_str_eq(name, "Move Overhead");
    cr_assert_str_eq(value, "a  b");
    cr_assert(option_split("name Clear Hash", name, value, &why));
    cr_assert_str_eq(name, "Clear Hash");
    cr_assert_str_eq(value, "");
    cr_assert_not(option_split("value 3", name, value, &why));
    cr_assert_not(option_split("name value 3", name, value, &why));
    cr_assert_not(option_split("", name, value, &why));
}
