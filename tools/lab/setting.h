/* The settings of a search in words: what a command line changes, how records name them, and what a
 * record's words stand for. */
#ifndef TOOLS_SETTING_H
#define TOOLS_SETTING_H

#include "command.h"
#include "tree/techniques.h"

enum { SETTING_WORDS_MAX = 512, SETTING_RULE_MAX = 128 };

typedef struct setting {
    search_setting base; /* of negamax */
    search_techniques techniques;
} setting;

/* The changes of a setting: names of techniques of either search, in upper or lower case, that are
 * switched on or off; and NAME=VALUE for any technique. */
typedef struct setting_changes {
    command_list on, off, set;
} setting_changes;

/* Sets the techniques of both searches: those of the setting `name`, "modern" or "mia", with the
 * changes, and after them a rule (NULL: none), which is one or more NAME=VALUE with spaces between,
 * in less than SETTING_RULE_MAX characters. False and `why` if a name or a value is unknown, or a
 * technique is both on and off. */
bool setting_make(setting *s, const char *name, const setting_changes *changes, const char *rule,
                  failure *why);

/* Writes the setting of one search and its differences from it, without commas or quotes, as "mia
 * -NullMove QuietRule=relative". For mcts the first word is "default". One search has one name.
 * False and `why` if it is too long. */
bool setting_write(const setting *s, search_algorithm by, char words[SETTING_WORDS_MAX],
                   failure *why);

/* Reads such a name; false if it is none, or has techniques or values that this build does not
 * know. */
bool setting_read(setting *s, search_algorithm by, const char *words);

/* The changes in such a name, as a rule: "NullMove=off QuietRule=relative"; or "". */
void setting_rule(const char *words, char rule[SETTING_WORDS_MAX]);

/* A rule that changes nothing in the setting that such a name begins with: the history that orders
 * moves as the setting has it. */
void setting_usual_rule(const char *words, char rule[SETTING_WORDS_MAX]);

/* Copies the next word of a text with spaces between the words, and steps over it. False at the
 * end. Words are cut to `size`. */
bool setting_word(const char **text, char word[], size_t size);

/* The value of an option that exists; and true if that is the value of this word. */
int setting_value(const search_techniques *t, const char *option);
bool setting_has(const search_techniques *t, const char *option, const char *word);

#endif
