/* Tests settings in words: what is written is read back, and can be given as a rule. */
#include <criterion/criterion.h>
#include <string.h>

#include "setting.h"

static const setting_changes none = {.on = {.count = 0}};

Test(setting, words)
{
    setting made, read;
    failure why;
    char words[SETTING_WORDS_MAX], rule[SETTING_RULE_MAX];
    setting_changes changes = {.on = {.text = {"multicut"}, .count = 1},
                               .off = {.text = {"NullMove"}, .count = 1}};
    cr_assert(setting_make(&made, "modern", &changes, "QuietRule=relative", &why), "%s", why.text);
    cr_assert(setting_write(&made, SEARCH_NEGAMAX, words, &why));
    cr_expect_str_eq(words, "modern -NullMove +MultiCut QuietRule=relative");
    cr_assert(setting_read(&read, SEARCH_NEGAMAX, words));
    cr_expect(read.base == made.base &&
              memcmp(&read.techniques, &made.techniques, sizeof made.techniques) == 0);
    setting_rule(words, rule);
    cr_expect_str_eq(rule, "NullMove=off MultiCut=on QuietRule=relative");
    cr_assert(setting_write(&made, SEARCH_MCTS, words, &why));
    cr_expect_str_eq(words, "default");
    setting_rule(words, rule);
    cr_expect_str_eq(rule, "");
}

/* A report's commands have rules that a record names, however many changes they have. */
Test(setting, a_rule_has_room_for_all_words)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    setting made, read;
    failure why;
    char words[SETTING_WORDS_MAX], longest[SETTING_WORDS_MAX], rule[SETTING_RULE_MAX];
    cr_assert(setting_make(&made, "modern", &none, NULL, &why), "%s", why.text);
    for (int i = 0; i < count; i++) {
        if (rows[i].by == SEARCH_NEGAMAX && rows[i].choice.is_switch) {
            search_technique_put(&made.techniques, &rows[i], !rows[i].value[SETTING_MODERN]);
            if (setting_write(&made, SEARCH_NEGAMAX, words, &why)) {
                strcpy(longest, words);
            }
        }
    }
    setting_rule(longest, rule);
    cr_assert_gt(strlen(rule), strlen(longest));
    cr_assert(setting_make(&read, "modern", &none, rule, &why), "%s", why.text);
    cr_assert(setting_write(&read, SEARCH_NEGAMAX, words, &why));
    cr_expect_str_eq(words, longest);
}

Test(setting, pairs)
{
    static const char *const names[] = {"nodes", "sprt", NULL};
    cr_expect(setting_pairs("nodes 5000 sprt 0/5", names, "0123456789/"));
    cr_expect_not(setting_pairs("nodes 5000 sprt", names, "0123456789/"));
    cr_expect_not(setting_pairs("nodes;touch 5000", names, "0123456789/"));
    cr_expect_not(setting_pairs("nodes 5000;touch", names, "0123456789/"));
    cr_expect_not(setting_pairs("", names, "0123456789/"));
}

Test(setting, usual_rules)
{
    char rule[SETTING_RULE_MAX];
    setting_usual_rule("mia -NullMove", rule);
    cr_expect_str_eq(rule, "QuietRule=schaeffer");
    setting_usual_rule("modern", rule);
    cr_expect_str_eq(rule, "QuietRule=gravity");
}

static void expect_refusal(const char *name, const setting_changes *changes, const char *rule,
                           const char *reason)
{
    setting s;
    failure why;
    cr_assert_not(setting_make(&s, name, changes, rule, &why));
    cr_expect(strstr(why.text, reason), "%s", why.text);
}

Test(setting, refusals)
{
    const setting_changes both = {.on = {.text = {"nullmove"}, .count = 1},
                                  .off = {.text = {"NullMove"}, .count = 1}};
    expect_refusal("old", &none, NULL, "--setting: \"old\" is none of: modern, mia");
    expect_refusal("mia", &both, NULL, "NullMove is both --on and --off");
    expect_refusal("mia", &none, "Magic=1", "rule \"Magic=1\": --set Magic=1: there is no such");
    expect_refusal("mia", &none, "NullMove", "expected NAME=VALUE");
    setting s;
    cr_expect_not(setting_read(&s, SEARCH_NEGAMAX, "default"));
    cr_expect_not(setting_read(&s, SEARCH_NEGAMAX, ""));
    cr_expect_not(setting_read(&s, SEARCH_NEGAMAX, "mia QuietRule"));
    cr_expect_not(setting_read(&s, SEARCH_NEGAMAX, "mia QuietRule=best"));
    cr_expect_not(setting_read(&s, SEARCH_NEGAMAX, "mia -Magic"));
}
