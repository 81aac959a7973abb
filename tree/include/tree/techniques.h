/* The techniques of both searches as switches, choices and numbers; the rows are in options.def. */
#ifndef TREE_TECHNIQUES_H
#define TREE_TECHNIQUES_H

#include <stddef.h>

#include "history/mcts_history.h"
#include "history/negamax_history.h"
#include "tree/choice.h"

typedef enum { SEARCH_MCTS, SEARCH_NEGAMAX, SEARCH_ALGORITHMS } search_algorithm;

extern const char *const search_algorithm_words[]; /* ORDER: as search_algorithm; ended by NULL */

/* Of which moves mcts computes priors again. */
typedef enum {
    MCTS_REFRESH_OFF,
    MCTS_REFRESH_UNVISITED,
    MCTS_REFRESH_ALL,
    MCTS_REFRESHES
} mcts_refresh;

extern const char *const mcts_refresh_words[]; /* ORDER: as mcts_refresh; ended by NULL */

/* What the fifty moves make of a judgement after c of 100 plies: a draw's share of c / 200, or of
 * (c / 100)^3. */
typedef enum { MCTS_FIFTY_OFF, MCTS_FIFTY_LINEAR, MCTS_FIFTY_CUBIC, MCTS_FIFTIES } mcts_fifty;

extern const char *const mcts_fifty_words[]; /* ORDER: as mcts_fifty; ended by NULL */

/* Switches, and ints that are a word's number (and the enumeration's value), or a number. */
typedef struct search_techniques {
#define MCTS_SWITCH(field, option, value, what)                    bool field;
#define MCTS_CHOICE(field, option, value, words, what)             int field;
#define MCTS_NUMBER(field, option, value, min, max, what)          int field;
#define NEGAMAX_SWITCH(field, option, modern, mia, what)           bool field;
#define NEGAMAX_CHOICE(field, option, modern, mia, words, what)    int field;
#define NEGAMAX_NUMBER(field, option, modern, mia, min, max, what) int field;
#include "tree/options.def"
} search_techniques;

/* What negamax uses. MODERN: what engines use today. MIA: the program that the relative
 * history heuristic was measured in (Winands et al. 2004). */
typedef enum { SETTING_MODERN, SETTING_MIA, SETTINGS } search_setting;

extern const char *const search_setting_words[]; /* ORDER: as search_setting; ended by NULL */

/* Those of a setting, with the defaults of mcts. */
search_techniques search_techniques_of(search_setting setting);

/* Sets those of negamax, and leaves those of mcts. */
void search_techniques_set(search_techniques *techniques, search_setting setting);

typedef struct search_technique_row {
    const char *option;
    search_algorithm by; /* the search that has it; options of mcts have names with Mcts */
    size_t offset;       /* in search_techniques: of a bool if it is a switch, else of an int */
    int value[SETTINGS]; /* what each setting makes of it; of mcts they are the same */
    choice choice;
    const char *what;
} search_technique_row;

/* All rows; those of mcts first. */
const search_technique_row *search_technique_rows(int *count);

/* The row of that option without regard to case, or NULL. */
const search_technique_row *search_technique_find(const char *option);

int search_technique_get(const search_techniques *techniques, const search_technique_row *row);

/* `value` is one that the row may have. */
void search_technique_put(search_techniques *techniques, const search_technique_row *row,
                          int value);

#endif
