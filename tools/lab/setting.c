#include "setting.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORD_MAX = SETTING_RULE_MAX };

bool setting_word(const char **text, char word[], size_t size)
{
    *text += strspn(*text, " ");
    const size_t length = strcspn(*text, " ");
    snprintf(word, size, "%.*s", (int)length, *text);
    *text += length;
    return length > 0;
}

bool setting_pairs(const char *text, const char *const names[], const char *characters)
{
    char name[WORD_MAX], value[WORD_MAX];
    int pairs = 0;
    for (; setting_word(&text, name, sizeof name); pairs++) {
        int i = 0;
        while (names[i] && strcmp(names[i], name) != 0) {
            i++;
        }
        if (!names[i] || !setting_word(&text, value, sizeof value) ||
            value[strspn(value, characters)]) {
            return false;
        }
    }
    return pairs > 0;
}

static bool lists(const command_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++) {
        if (strcasecmp(list->text[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Turns switches on or off. */
static bool turn(search_techniques *techniques, const command_list *list, bool on, failure *why)
{
    const char *option = on ? "on" : "off";
    for (int i = 0; i < list->count; i++) {
        const search_technique_row *row = search_technique_find(list->text[i]);
        if (!row) {
            return fail(why, "--%s %.40s: there is no such technique (see suite --help)", option,
                        list->text[i]);
        }
        if (!row->choice.is_switch) {
            return fail(why, "--%s %s: this technique is not a switch; use --set %s=VALUE", option,
                        row->option, row->option);
        }
        search_technique_put(techniques, row, on);
    }
    return true;
}

/* Takes over NAME=VALUE. */
static bool set_one(search_techniques *techniques, const char *text, failure *why)
{
    char name[WORD_MAX];
    const size_t length = strcspn(text, "=");
    int value;
    failure reason;
    if (text[length] != '=') {
        return fail(why, "--set %.40s: expected NAME=VALUE", text);
    }
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    const search_technique_row *row = search_technique_find(name);
    if (!row) {
        return fail(why, "--set %.40s: there is no such technique (see suite --help)", text);
    }
    if (!choice_read(&row->choice, text + length + 1, &value, &reason)) {
        return fail(why, "--set %s: %s", row->option, reason.text);
    }
    search_technique_put(techniques, row, value);
    return true;
}

static bool change(setting *s, const setting_changes *changes, failure *why)
{
    if (!turn(&s->techniques, &changes->on, true, why) ||
        !turn(&s->techniques, &changes->off, false, why)) {
        return false;
    }
    for (int i = 0; i < changes->on.count; i++) {
        if (lists(&changes->off, changes->on.text[i])) {
            return fail(why, "%s is both --on and --off",
                        search_technique_find(changes->on.text[i])->option);
        }
    }
    for (int i = 0; i < changes->set.count; i++) {
        if (!set_one(&s->techniques, changes->set.text[i], why)) {
            return false;
        }
    }
    return true;
}

static bool add_rule(setting *s, const char *rule, failure *why)
{
    char word[WORD_MAX];
    failure reason;
    if (strlen(rule) >= SETTING_RULE_MAX) {
        return fail(why, "rule \"%.40s...\": too long", rule);
    }
    for (const char *at = rule; setting_word(&at, word, sizeof word);) {
        if (!set_one(&s->techniques, word, &reason)) {
            return fail(why, "rule \"%s\": %s", rule, reason.text);
        }
    }
    return true;
}

bool setting_make(setting *s, const char *name, const setting_changes *changes, const char *rule,
                  failure *why)
{
    const choice settings = {.words = search_setting_words};
    failure reason;
    int base;
    if (!choice_read(&settings, name, &base, &reason)) {
        return fail(why, "--setting: %s", reason.text);
    }
    s->base = (search_setting)base;
    s->techniques = search_techniques_of(s->base);
    return change(s, changes, why) && (!rule || add_rule(s, rule, why));
}

bool setting_is_of(const setting *s, search_algorithm by, failure *why)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    for (int i = 0; i < count; i++) {
        if (rows[i].by != by &&
            search_technique_get(&s->techniques, &rows[i]) != rows[i].value[s->base]) {
            return fail(why, "%s is a technique of %s, not of %s", rows[i].option,
                        search_algorithm_words[rows[i].by], search_algorithm_words[by]);
        }
    }
    return true;
}

/* " NullMove=off", or as a switch " -NullMove". */
static size_t write_change(char *to, size_t size, const search_technique_row *row, int value)
{
    char number[CHOICE_TEXT_MAX];
    const int length =
        row->choice.is_switch
            ? snprintf(to, size, " %c%s", value ? '+' : '-', row->option)
            : snprintf(to, size, " %s=%s", row->option, choice_text(&row->choice, value, number));
    return (size_t)length;
}

bool setting_write(const setting *s, search_algorithm by, char words[SETTING_WORDS_MAX],
                   failure *why)
{
    int count;
    const search_technique_row *rows = search_technique_rows(&count);
    size_t used = (size_t)snprintf(words, SETTING_WORDS_MAX, "%s",
                                   by == SEARCH_MCTS ? "default" : search_setting_words[s->base]);
    for (int i = 0; i < count && used < SETTING_WORDS_MAX; i++) {
        const int value = search_technique_get(&s->techniques, &rows[i]);
        if (rows[i].by == by && value != rows[i].value[s->base]) {
            used += write_change(words + used, SETTING_WORDS_MAX - used, &rows[i], value);
        }
    }
    return used < SETTING_WORDS_MAX || fail(why, "too many techniques are changed");
}

/* Sets one technique; false if there is no such technique, or it has no such value. */
static bool put(search_techniques *t, const char *name, size_t length, const char *value)
{
    char option[WORD_MAX];
    int number;
    snprintf(option, sizeof option, "%.*s", (int)length, name);
    const search_technique_row *row = search_technique_find(option);
    if (!row || !choice_read(&row->choice, value, &number, NULL)) {
        return false;
    }
    search_technique_put(t, row, number);
    return true;
}

static bool read_base(setting *s, search_algorithm by, const char *word)
{
    const choice settings = {.words = search_setting_words};
    int base = SETTING_MODERN;
    const bool is_default = by == SEARCH_MCTS && strcmp(word, "default") == 0;
    const bool good = is_default || choice_read(&settings, word, &base, NULL);
    s->base = (search_setting)base;
    s->techniques = search_techniques_of(s->base);
    return good;
}

bool setting_read(setting *s, search_algorithm by, const char *words)
{
    char word[WORD_MAX];
    if (!setting_word(&words, word, sizeof word) || !read_base(s, by, word)) {
        return false;
    }
    while (setting_word(&words, word, sizeof word)) {
        const size_t name = strcspn(word, "=");
        const bool is_switch = *word == '+' || *word == '-';
        if (is_switch ? !put(&s->techniques, word + 1, name - 1, *word == '+' ? "on" : "off")
                      : !word[name] || !put(&s->techniques, word, name, word + name + 1)) {
            return false;
        }
    }
    return true;
}

void setting_rule(const char *words, char rule[SETTING_RULE_MAX])
{
    char word[SETTING_WORDS_MAX];
    size_t used = 0;
    rule[0] = 0;
    setting_word(&words, word, sizeof word);
    while (setting_word(&words, word, sizeof word) && used < SETTING_RULE_MAX) {
        const bool on = *word == '+', off = *word == '-';
        used += (size_t)snprintf(rule + used, SETTING_RULE_MAX - used, "%s%s%s", used ? " " : "",
                                 word + (on || off),
                                 on    ? "=on"
                                 : off ? "=off"
                                       : "");
    }
}

void setting_usual_rule(const char *words, char rule[SETTING_RULE_MAX])
{
    char number[CHOICE_TEXT_MAX], word[WORD_MAX];
    const search_technique_row *row = search_technique_find("QuietRule");
    setting_word(&words, word, sizeof word);
    const bool mia = strcmp(word, search_setting_words[SETTING_MIA]) == 0;
    snprintf(rule, SETTING_RULE_MAX, "%s=%s", row->option,
             choice_text(&row->choice, row->value[mia ? SETTING_MIA : SETTING_MODERN], number));
}

int setting_value(const search_techniques *t, const char *option)
{
    return search_technique_get(t, search_technique_find(option));
}

bool setting_has(const search_techniques *t, const char *option, const char *word)
{
    int value;
    return choice_read(&search_technique_find(option)->choice, word, &value, NULL) &&
           setting_value(t, option) == value;
}
