/* Tests the rows of all techniques: their values as text, their fields, and the effects of the
 * settings. */
#include <criterion/criterion.h>
#include <string.h>

#include "settings_fixture.h"

/* The least and the greatest value of a row, or that of its last word. */
static void ends_of(const search_technique_row *row, int *first, int *last)
{
    *first = row->choice.min;
    *last = row->choice.max;
    if (row->choice.words) {
        *first = 0;
        for (*last = 0; row->choice.words[*last + 1]; ++*last) {
        }
    }
}

Test(techniques, every_value_is_read_as_it_is_written)
{
    int count, first, last;
    const search_technique_row *rows = search_technique_rows(&count);
    cr_assert_gt(count, 50);
    for (int i = 0; i < count; i++) {
        const search_technique_row *row = &rows[i];
        ends_of(row, &first, &last);
        for (int value = first; value <= last; value += 1 + (last - first) / 8) {
            char text[CHOICE_TEXT_MAX];
            int read = -1;
            failure why;
            cr_expect(
                choice_read(&row->choice, choice_text(&row->choice, value, text), &read, &why),
                "%s", row->option);
            cr_expect_eq(read, value);
        }
    }
}

Test(techniques, every_row_has_its_own_field_and_defaults)
{
    int count, first, last;
    const search_technique_row *rows = search_technique_rows(&count);
    for (int setting = 0; setting < SETTINGS; setting++) {
        const search_techniques usual = search_techniques_of((search_setting)setting);
        for (int i = 0; i < count; i++) {
            search_techniques changed = usual;
            const int value = rows[i].value[setting];
            cr_expect_eq(search_technique_get(&usual, &rows[i]), value);
            ends_of(&rows[i], &first, &last);
            cr_expect(value >= first && value <= last, "%s", rows[i].option);
            search_technique_put(&changed, &rows[i], value == first ? last : first);
            for (int k = 0; k < count; k++) {
                cr_expect_eq(search_technique_get(&changed, &rows[k]) !=
                                 search_technique_get(&usual, &rows[k]),
                             k == i);
            }
        }
    }
}

Test(techniques, a_setting_leaves_mcts_as_it_is)
{
    search_techniques use = search_techniques_of(SETTING_MODERN);
    use.mcts_history = HIST_MAIN_PIECE_TO;
    use.mcts_killers = true;
    search_techniques_set(&use, SETTING_MIA);
    cr_expect_eq(use.mcts_history, HIST_MAIN_PIECE_TO);
    cr_expect(use.mcts_killers);
    cr_expect_eq(use.quiet_rule, HIST_ORDER_SCHAEFFER);
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    for (int i = 0; i < count; i++) {
        cr_expect_eq(rows[i].by == SEARCH_MCTS, strncmp(rows[i].option, "Mcts", 4) == 0);
        cr_expect(rows[i].by == SEARCH_NEGAMAX || rows[i].value[0] == rows[i].value[1]);
    }
}

Test(techniques, what_no_row_may_have_is_refused)
{
    static const char *const bad[][3] = {
        {"QuietRule", "best", "\"best\" is none of: gravity, none, "},
        {"MctsHistory", "best", "none of: off, butterfly, seed, threats, piece-to"},
        {"MctsKillers", "perhaps", "\"perhaps\" is neither true nor false"},
        {"HistoryScale", "x", "\"x\" is not a number"},
        {"HistoryScale", "65536", "65536 is outside 0 to 65535"},
        {"HistoryScale", "-1", "outside"},
        {"HistoryScale", "1 1", "not a number"},
        {"HistoryScale", "0x10", "\"0x10\" is not a number"},
        {"HistoryScale", "inf", "not a number"},
        {"HistoryScale", "1e", "not a number"},
        {"HistoryScale", "1e999", "outside"},
        {"HistoryScale", "65535.5", "65535.5 is outside 0 to 65535"},
        {"HistoryScale", "99999999999999999999999999999999", "outside"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        failure why = {.text = ""};
        int value = -7;
        const search_technique_row *row = settings_find(bad[i][0]);
        cr_expect_not(choice_read(&row->choice, bad[i][1], &value, &why), "%s", bad[i][1]);
        cr_expect_not_null(strstr(why.text, bad[i][2]), "%s", why.text);
        cr_expect_eq(value, -7);
    }
}

Test(techniques, numbers_of_tuners_are_rounded_and_words_have_no_case)
{
    static const struct {
        const char *text;
        int value;
    } good[] = {{"12", 12},      {"12.0", 12},           {"650.7", 651},
                {"650.49", 650}, {"650.5", 651},         {"+7", 7},
                {"1e-05", 0},    {"-1e-05", 0},          {"-0.4", 0},
                {"1e3", 1000},   {"2.5E1", 25},          {"65535.4", 65535},
                {".6", 1},       {"65534.999999", 65535}};
    const choice *c = &settings_find("HistoryScale")->choice;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int value = -7;
        cr_expect(choice_read(c, good[i].text, &value, NULL), "%s", good[i].text);
        cr_expect_eq(value, good[i].value, "%s is read as %d", good[i].text, value);
    }
    static const char *const words[] = {"TRUE", "false", "on", "Off"};
    for (int i = 0; i < 4; i++) {
        int value = -7;
        cr_expect(choice_read(&settings_find("MctsKillers")->choice, words[i], &value, NULL));
        cr_expect_eq(value, i % 2 == 0);
    }
}

Test(techniques, parameters_know_their_search)
{
    int count, by[SEARCH_ALGORITHMS] = {0};
    const search_param_row *rows = search_param_rows(&count);
    for (int i = 0; i < count; i++) {
        by[rows[i].by]++;
        cr_expect(i == 0 || rows[i].by >= rows[i - 1].by, "those of mcts come first");
        cr_expect_leq(rows[i].min, rows[i].value, "%s", rows[i].name);
        cr_expect_leq(rows[i].value, rows[i].max, "%s", rows[i].name);
        cr_expect(rows[i].step > 0 && rows[i].step <= rows[i].max - rows[i].min, "%s",
                  rows[i].name);
        cr_expect(strncmp(rows[i].name, "ab_", 3) != 0 || rows[i].by == SEARCH_NEGAMAX);
        cr_expect(strncmp(rows[i].name, "mcts_", 5) != 0 || rows[i].by == SEARCH_MCTS);
    }
    cr_expect_gt(by[SEARCH_MCTS], 10);
    cr_expect_gt(by[SEARCH_NEGAMAX], 10);
}
