/* The techniques of negamax search as switches; the rows are in techniques.def. */
#ifndef TREE_TECHNIQUES_H
#define TREE_TECHNIQUES_H

#include <stdbool.h>

typedef struct search_techniques {
#define TECHNIQUE(field, option, modern, mia, what) bool field;
#include "tree/techniques.def"
#undef TECHNIQUE
} search_techniques;

/* MODERN: what is worth most today. MIA: the program that seed 001's histories were measured in. */
typedef enum { SETTING_MODERN, SETTING_MIA, SETTINGS } search_setting;

search_techniques search_techniques_of(search_setting setting);

typedef struct search_technique_row {
    const char *option;
    bool on[SETTINGS]; /* what each setting makes of it */
    const char *what;
} search_technique_row;

const search_technique_row *search_technique_rows(int *count);

#endif
