/* What an option may be set to, and how its values are read and written as text. */
#ifndef TREE_CHOICE_H
#define TREE_CHOICE_H

#include <stdbool.h>

#include "chess/failure.h"

/* A switch (0 or 1), one of some words (its number), or a whole number of a range. Words end with
 * NULL; those of a switch are how 0 and 1 are written. */
typedef struct choice {
    bool is_switch;
    const char *const *words; /* NULL: a number */
    int min, max;             /* of numbers */
} choice;

enum { CHOICE_TEXT_MAX = 24, CHOICE_LIST_MAX = 160 };

/* A value in words: a word of its own, or the number in `text`. */
const char *choice_text(const choice *c, int value, char text[CHOICE_TEXT_MAX]);

/* All values: "a, b, c", or "0 to 9". */
void choice_list(const choice *c, char text[CHOICE_LIST_MAX]);

/* The value that a text stands for, in any case; switches know on, off, true and false, however
 * they are written. If there is none false and `why`, as "7 is outside 1 to 5". */
bool choice_read(const choice *c, const char *text, int *value, failure *why);

#endif
