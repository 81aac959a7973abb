/* The values that an option may have, and their text form. */
#ifndef TREE_OPTION_VALUES_H
#define TREE_OPTION_VALUES_H

#include <stdbool.h>

#include "base/failure.h"

/* A switch (0 or 1), one of several words (its index), or a whole number in a range. The list of
 * words ends with NULL. A switch has words for 0 and 1. */
typedef struct choice {
    bool is_switch;
    const char *const *words; /* NULL: a number */
    int min, max;             /* range of a number */
} choice;

enum { CHOICE_TEXT_MAX = 24, CHOICE_LIST_MAX = 160 };

/* The text of a value: a word, or the number written into `text`. */
const char *choice_text(const choice *c, int value, char text[CHOICE_TEXT_MAX]);

/* Writes all values as a text, cut to fit: "a, b, c", or "0 to 9". */
void choice_list(const choice *c, char text[CHOICE_LIST_MAX]);

/* Reads a value, whatever its case. A switch accepts on, off, true and false, whichever its own
 * words are. A number may be a decimal fraction with or without exponent, as in 650.7 or 1e-05; it
 * is rounded to the nearest whole number, which must be in the range. Returns false and fills `why`
 * if there is no such value, as in "7 is outside 1 to 5"; `*value` then does not change. */
bool choice_read(const choice *c, const char *text, int *value, failure *why);

#endif
