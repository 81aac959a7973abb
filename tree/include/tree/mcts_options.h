/* The ideas of Monte-Carlo tree search as options; the rows are in mcts_options.def. */
#ifndef TREE_MCTS_OPTIONS_H
#define TREE_MCTS_OPTIONS_H

#include <stdbool.h>

#include "history/history.h"

/* Whose priors are computed again. */
typedef enum {
    MCTS_REFRESH_OFF,
    MCTS_REFRESH_UNVISITED,
    MCTS_REFRESH_ALL,
    MCTS_REFRESHES
} mcts_refresh;

/* Choices are numbers of words, and those are the enumerations' values. */
typedef struct mcts_options {
#define MCTS_CHOICE(field, option, value, count, what, ...) int field;
#define MCTS_SWITCH(field, option, value, what)             bool field;
#include "tree/mcts_options.def"
#undef MCTS_CHOICE
#undef MCTS_SWITCH
} mcts_options;

/* The numbers of the rows. */
enum {
#define MCTS_CHOICE(field, option, value, count, what, ...) MCTS_ROW_##field,
#define MCTS_SWITCH(field, option, value, what)             MCTS_ROW_##field,
#include "tree/mcts_options.def"
#undef MCTS_CHOICE
#undef MCTS_SWITCH
    MCTS_ROWS
};

typedef struct mcts_option_row {
    const char *option;
    int value;                /* the default */
    int count;                /* words; a switch has "off" and "on" */
    const char *const *words; /* ended by NULL */
    bool is_switch;
    const char *what;
} mcts_option_row;

mcts_options mcts_options_default(void);

/* MCTS_ROWS rows. */
const mcts_option_row *mcts_option_rows(void);

/* The value of a row's option as the number of its word, and how to change it (0 to count - 1). */
int mcts_option_get(const mcts_options *o, int row);
void mcts_option_set(mcts_options *o, int row, int value);

/* The word that the option stands at. */
const char *mcts_option_word(const mcts_options *o, int row);

#endif
