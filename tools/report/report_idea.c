#include "report_idea.h"

#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 128 };

bool report_player_of_run(match_player *player, search_algorithm by, const char *words)
{
    *player = (match_player){.by = by};
    return setting_read(&player->setting, by, words);
}

/* Appends a word, if it fits. */
static void add_word(char text[REPORT_WITH_MAX], const char *word)
{
    const size_t used = strlen(text);
    snprintf(text + used, REPORT_WITH_MAX - used, "%s%s", used ? " " : "", word);
}

bool report_player_same(const match_player *a, const match_player *b)
{
    return a->by == b->by &&
           search_techniques_equal(&a->setting.techniques, &b->setting.techniques, a->by) &&
           strcmp(a->others, b->others) == 0;
}

/* "NullMove=off", as --set and --rule take it. */
static void add_value(char text[REPORT_WITH_MAX], const search_technique_row *row, int value)
{
    char number[CHOICE_TEXT_MAX], word[WORD_MAX];
    snprintf(word, sizeof word, "%s=%s", row->option, choice_text(&row->choice, value, number));
    add_word(text, word);
}

/* Fills in the idea of a technique in which the players differ; false if neither has the setting's
 * own value. */
static bool choose(report_idea *idea, const search_technique_row *row, int first, int second,
                   int usual)
{
    idea->row = row;
    if (row->choice.is_switch) {
        idea->value = 1;
        idea->sign = first ? 1 : -1;
        return true;
    }
    idea->value = second == usual ? first : second;
    idea->sign = second == usual ? 1 : -1;
    return first == usual || second == usual;
}

bool report_idea_find(report_idea *idea, const match_player *first, const match_player *second)
{
    int count, differ = 0, switches = 0;
    const search_technique_row *rows = search_technique_rows(&count);
    *idea = (report_idea){.sign = 1};
    if (first->by != second->by || first->setting.base != second->setting.base ||
        first->hash_mb != second->hash_mb || strcmp(first->others, second->others) != 0) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        const int a = search_technique_get(&first->setting.techniques, &rows[i]);
        const int b = search_technique_get(&second->setting.techniques, &rows[i]);
        const int usual = rows[i].value[first->setting.base];
        if (rows[i].by != first->by) {
            continue;
        }
        if (a == b && a != usual) {
            add_value(idea->with, &rows[i], a);
        } else if (a != b) {
            switches += rows[i].choice.is_switch;
            if (differ++ == 0) {
                if (!choose(idea, &rows[i], a, b, usual)) {
                    return false;
                }
            } else {
                add_value(idea->with, &rows[i], idea->sign > 0 ? a : b);
            }
        }
    }
    if (*first->others) {
        add_word(idea->with, first->others);
    }
    idea->alone = differ == 1;
    return differ == 1 || (differ > 1 && switches == 0 && idea->row->choice.words);
}
