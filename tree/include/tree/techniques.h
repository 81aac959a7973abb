/* The techniques of both searches (switches, choices and numbers) and their parameters, which only
 * tuning changes. options.def has the rows. */
#ifndef TREE_TECHNIQUES_H
#define TREE_TECHNIQUES_H

#include <stddef.h>

#include "history/mcts_history.h"
#include "history/negamax_history.h"
#include "tree/option_values.h"

typedef enum { SEARCH_MCTS, SEARCH_NEGAMAX, SEARCH_ALGORITHMS } search_algorithm;

extern const char *const search_algorithm_words[]; /* ended by NULL; ORDER: as search_algorithm */

/* The moves of a node for which MCTS computes the priors again when the node's visits reach a power
 * of two. */
typedef enum {
    MCTS_REFRESH_OFF,
    MCTS_REFRESH_UNVISITED,
    MCTS_REFRESH_ALL,
    MCTS_REFRESHES
} mcts_refresh;

extern const char *const mcts_refresh_words[]; /* ended by NULL; ORDER: as mcts_refresh */

/* The nodes for which negamax keeps the killers of a ply: those with the same grandparent, or all
 * of the search. */
typedef enum { AB_KILLERS_OF_GRANDPARENT, AB_KILLERS_OF_PLY, AB_KILLER_SCOPES } ab_killer_scope;

extern const char *const ab_killer_scope_words[]; /* ended by NULL; ORDER: as ab_killer_scope */

/* What the policy net does in the order of negamax's quiet moves: nothing, or it replaces the
 * histories, or its priors are added to them. */
typedef enum { AB_POLICY_OFF, AB_POLICY_INSTEAD, AB_POLICY_ADD, AB_POLICY_ORDERS } ab_policy_order;

extern const char *const ab_policy_order_words[]; /* ended by NULL; ORDER: as ab_policy_order */

/* The parts of negamax that are no history and have no option of their own: none, those of today's
 * engines, or those of MIA. docs/negamax.md lists them. */
typedef enum { AB_FRAME_NONE, AB_FRAME_MODERN, AB_FRAME_MIA, AB_FRAMES } ab_frame;

extern const char *const ab_frame_words[]; /* ended by NULL; ORDER: as ab_frame */

/* A switch is a bool. A choice is an int with the number of its word, which is the value of the
 * enumeration. A number is an int. */
typedef struct search_techniques {
#define TECHNIQUE_SWITCH(field, option, modern, mia, what)           bool field;
#define TECHNIQUE_CHOICE(field, option, modern, mia, words, what)    int field;
#define TECHNIQUE_NUMBER(field, option, modern, mia, min, max, what) int field;
#include "tree/options.def"
} search_techniques;

/* The settings of negamax. MODERN: the techniques of today's engines. MIA: the program in which the
 * relative history heuristic was measured (Winands et al. 2004). */
typedef enum { SETTING_MODERN, SETTING_MIA, SETTINGS } search_setting;

extern const char *const search_setting_words[]; /* ended by NULL; ORDER: as search_setting */

/* The techniques of a setting, with the defaults of MCTS. */
search_techniques search_techniques_of(search_setting setting);

/* Sets the techniques of negamax and leaves those of MCTS alone. */
void search_techniques_set(search_techniques *techniques, search_setting setting);

typedef struct search_technique_row {
    const char *option;
    search_algorithm by; /* its search; options of MCTS have names that begin with Mcts */
    size_t offset;       /* in search_techniques, of a bool for a switch, else of an int */
    int value[SETTINGS]; /* value in each setting; for MCTS both are the default */
    choice choice;
    const char *what;
} search_technique_row;

/* All rows, those of MCTS first, and their number in `*count`. */
const search_technique_row *search_technique_rows(int *count);

/* search_technique_get() returns the value of a technique: 0 or 1 for a switch.
 * search_technique_put() sets it to a value that row->choice allows. */
int search_technique_get(const search_techniques *techniques, const search_technique_row *row);
void search_technique_put(search_techniques *techniques, const search_technique_row *row,
                          int value);

/* True if the techniques of the search `by` have the same values in both. */
bool search_techniques_equal(const search_techniques *a, const search_techniques *b,
                             search_algorithm by);

/* The parameters. A row's unit is in its name (options.def). */
typedef struct search_params {
#define PARAM(name, value, min, max, step, what) int name;
#include "tree/options.def"
} search_params;

typedef struct search_param_row {
    const char *name;
    search_algorithm by; /* its search */
    int value, min, max, step;
    const char *what;
} search_param_row;

/* search_params_default() returns the default of each parameter. search_param_rows() returns all
 * rows, for printing and range checks, those of MCTS first, and their number. */
search_params search_params_default(void);
const search_param_row *search_param_rows(int *count);

#endif
