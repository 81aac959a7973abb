/* The settings of a search: how a command line changes them, and how records name them in words. */
#ifndef TOOLS_SETTING_H
#define TOOLS_SETTING_H

#include "command.h"
#include "tree/techniques.h"

/* A rule has room for the changes of any name of a setting: "-A" becomes "A=off". */
enum { SETTING_WORDS_MAX = 512, SETTING_RULE_MAX = 2 * SETTING_WORDS_MAX };

typedef struct setting {
    search_setting base;          /* whose defaults the techniques differ from */
    search_techniques techniques; /* of both searches */
} setting;

/* The changes of a setting: `on` and `off` have names of techniques that are switches, `set` has
 * NAME=VALUE for any technique. Names are in upper or lower case. */
typedef struct setting_changes {
    command_list on, off, set;
} setting_changes;

/* Makes the setting `name`, "modern" or "mia", with the changes and then with a rule (NULL: none).
 * A rule is a text of one or more NAME=VALUE with spaces between them, shorter than
 * SETTING_RULE_MAX. Returns false and fills `why` if a name or a value is unknown, or if a
 * technique is both on and off. */
bool setting_make(setting *s, const char *name, const setting_changes *changes, const char *rule,
                  failure *why);

/* True if all techniques that differ from the base are those of this search. Otherwise fills `why`,
 * which names one of another search. */
bool setting_is_of(const setting *s, search_algorithm by, failure *why);

/* Writes the name of a setting for one search: its base, and the techniques of that search that
 * differ from it, such as "mia -NullMove QuietRule=relative". For mcts the first word is "default".
 * Settings that have one base and are equal for the search have one name. A name has no commas and
 * no quotes. Returns false and fills `why` if the name is too long. */
bool setting_write(const setting *s, search_algorithm by, char words[SETTING_WORDS_MAX],
                   failure *why);

/* Reads such a name. False if it is not one, or has techniques or values that this build does not
 * know; then the setting is unspecified. */
bool setting_read(setting *s, search_algorithm by, const char *words);

/* The differences in such a name, as a rule: "NullMove=off QuietRule=relative"; or "". */
void setting_rule(const char *words, char rule[SETTING_RULE_MAX]);

/* A rule that changes nothing: it sets QuietRule to the value that it has in the base of such a
 * name, which must be of negamax. */
void setting_usual_rule(const char *words, char rule[SETTING_RULE_MAX]);

/* Copies the next word of a text with spaces between the words, and moves *text behind it. False at
 * the end; then the word is empty. Words are cut to `size` bytes with the NUL. */
bool setting_word(const char **text, char word[], size_t size);

/* True if a text is one or more names and values in turn, like a limit ("nodes 100"), and has only
 * these names and characters of values. `names` ends with NULL. */
bool setting_pairs(const char *text, const char *const names[], const char *characters);

/* The value of an option, which must exist, as a number. */
int setting_value(const search_techniques *t, const char *option);

/* True if an option, which must exist, has the value that `word` stands for. */
bool setting_has(const search_techniques *t, const char *option, const char *word);

#endif
