/* The techniques of negamax search as switches, choices and numbers; the rows are in
 * techniques.def. */
#ifndef TREE_TECHNIQUES_H
#define TREE_TECHNIQUES_H

#include <stdbool.h>
#include <stddef.h>

#include "chess/failure.h"
#include "history/order_history.h"
#include "history/reduction_history.h"

typedef struct search_techniques {
#define TECHNIQUE(field, option, modern, mia, what)                  bool field;
#define TECHNIQUE_CHOICE(field, option, modern, mia, words, what)    int field;
#define TECHNIQUE_NUMBER(field, option, modern, mia, min, max, what) int field;
#include "tree/techniques.def"
#undef TECHNIQUE
#undef TECHNIQUE_CHOICE
#undef TECHNIQUE_NUMBER
} search_techniques;

/* MODERN: what is worth most today. MIA: the program that seed 001's histories were measured in. */
typedef enum { SETTING_MODERN, SETTING_MIA, SETTINGS } search_setting;

search_techniques search_techniques_of(search_setting setting);

typedef enum { TECHNIQUE_SWITCHED, TECHNIQUE_CHOSEN, TECHNIQUE_COUNTED } search_technique_kind;

typedef struct search_technique_row {
    const char *option;
    search_technique_kind kind;
    size_t offset;            /* in search_techniques: of a bool if switched, else of an int */
    int value[SETTINGS];      /* what each setting makes of it: 0 or 1, a word's index, a number */
    int min, max;             /* of a number */
    const char *const *words; /* of a choice or a switch, ended by NULL */
    const char *what;
} search_technique_row;

const search_technique_row *search_technique_rows(int *count);

/* The row of that option without regard to case, or NULL. */
const search_technique_row *search_technique_find(const char *option);

int search_technique_get(const search_techniques *techniques, const search_technique_row *row);

/* `value` is one that the row may have. */
void search_technique_put(search_techniques *techniques, const search_technique_row *row,
                          int value);

enum { TECHNIQUE_TEXT_MAX = 24, TECHNIQUE_VALUES_MAX = 160 };

/* A value in words: "on" or "off", the choice's word, the number. */
const char *search_technique_text(const search_technique_row *row, int value,
                                  char text[TECHNIQUE_TEXT_MAX]);

/* All values that the row may have: its words, or "0 to 9". */
void search_technique_values(const search_technique_row *row, char text[TECHNIQUE_VALUES_MAX]);

/* The value that a text stands for, as search_technique_text writes it, in any case; true and false
 * are on and off. False and `why`, which names the option, if there is none. */
bool search_technique_read(const search_technique_row *row, const char *text, int *value,
                           failure *why);

#endif
