#include "report_run_command.h"

#include <string.h>

#include "tree/techniques.h"

void report_run_limit(report_commands *c, const report_run *run)
{
    char name[SUITE_LIMIT_MAX + 2];
    const char *limit = run->row->limit;
    const size_t length = strcspn(limit, " ");
    snprintf(name, sizeof name, "--%.*s", (int)length, limit);
    report_commands_word(c, name);
    report_commands_word(c, limit + length + (limit[length] == ' '));
}

void report_run_setting(const report_run *run, char name[SUITE_SETTING_MAX])
{
    const char *words = run->row->setting;
    snprintf(name, SUITE_SETTING_MAX, "%.*s", (int)strcspn(words, " "), words);
}

void report_usual_rule(const char *words, char text[SUITE_SETTING_MAX])
{
    char number[CHOICE_TEXT_MAX];
    const search_technique_row *row = search_technique_find("QuietRule");
    const char *mia_word = search_setting_words[SETTING_MIA];
    const size_t length = strlen(mia_word);
    const bool mia = strncmp(words, mia_word, length) == 0 && strcspn(words, " ") == length;
    snprintf(text, SUITE_SETTING_MAX, "%s=%s", row->option,
             choice_text(&row->choice, row->value[mia ? SETTING_MIA : SETTING_MODERN], number));
}

void report_rule_of_words(const char *words, char text[SUITE_SETTING_MAX])
{
    const char *word = words + strcspn(words, " ");
    size_t used = 0;
    text[0] = 0;
    for (word += strspn(word, " "); *word && used < SUITE_SETTING_MAX; word += strspn(word, " ")) {
        const int length = (int)strcspn(word, " ");
        const bool on = *word == '+', off = *word == '-', turned = on || off;
        used += (size_t)snprintf(text + used, SUITE_SETTING_MAX - used, "%s%.*s%s", used ? " " : "",
                                 length - turned, word + turned,
                                 on    ? "=on"
                                 : off ? "=off"
                                       : "");
        word += length;
    }
}

void report_run_rule(const report_run *run, char text[SUITE_SETTING_MAX])
{
    report_rule_of_words(run->row->setting, text);
    if (!*text) {
        report_usual_rule(run->row->setting, text);
    }
}
