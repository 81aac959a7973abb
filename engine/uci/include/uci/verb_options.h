/* The options of a shell command: --NAME VALUE or --NAME=VALUE. */
#ifndef UCI_VERB_OPTIONS_H
#define UCI_VERB_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/failure.h"

/* Takes an option from the front of the words, which NULL ends, and moves the cursor behind it.
 * `name` gets its name without the dashes, cut to `size` bytes, and `*value` its text, or NULL if
 * there is none. */
void verb_option_split(char ***cursor, char *name, size_t size, const char **value);

typedef struct verb_option {
    const char *name;
    const char **value; /* gets the text of the option; does not change if it is not given */
} verb_option;

/* Removes the options from the words after a command, which NULL ends; the others stay in order.
 * Returns false and fills `why`, which begins with `verb`, if an option is unknown or has no
 * value. */
bool verb_options_take(char **words, const char *verb, const verb_option options[], int count,
                       failure *why);

/* Returns false and fills `why`, which begins with `verb`, if both names are those of one file. The
 * output NULL is standard output, which is compared only if it is a regular file: a terminal is
 * both by right. */
bool verb_files_differ(const char *verb, const char *input, const char *output, failure *why);

/* Joins the words by single blanks. Returns false and fills `why` if there is not enough room. */
bool verb_words_join(char *const *words, const char *verb, char *text, size_t size, failure *why);

/* Reads the value of an option that is a number from `least` to `most`. If the option is not given
 * (NULL), `*number` does not change. */
bool verb_number(const char *verb, const char *name, const char *value, double least, double most,
                 double *number, failure *why);
bool verb_whole_number(const char *verb, const char *name, const char *value, int least, int most,
                       int *number, failure *why);

#endif
