/* The plan of an experiment with rules of Monte-Carlo tree search. */
#ifndef TOOLS_MCTS_PLAN_H
#define TOOLS_MCTS_PLAN_H

#include "lab_origin.h"
#include "mcts_probes.h"
#include "setting.h"

enum { MCTS_RULES_MAX = 64, MCTS_CHECKPOINTS_MAX = 24, MCTS_PLAYOUTS_MIN = 16 };

/* A rule: changes of the defaults of mcts. */
typedef struct mcts_rule {
    char name[SETTING_RULE_MAX];     /* as it was given, or "the defaults" */
    char setting[SETTING_WORDS_MAX]; /* as records name it (setting_write()) */
    search_techniques techniques;
} mcts_rule;

typedef struct mcts_plan {
    mcts_rule rules[MCTS_RULES_MAX]; /* the others are compared with the first */
    int rule_count;
    long playouts[MCTS_CHECKPOINTS_MAX]; /* of the searches of a rule, rising */
    int checkpoints;                     /* the number of searches of a rule in a position */
    int budget;                          /* the checkpoint at which rules are compared */
    mcts_rule reference;                 /* of the long searches */
    long reference_playouts;
    int threads;    /* the number of searches at once, each of one thread */
    size_t hash_mb; /* of each search */
    const nets *nets;
    lab_origin origin; /* of new rows, without the defaults */
} mcts_plan;

/* Reads a rule: NAME=VALUE of techniques of mcts, with spaces between them, or nothing. Returns
 * false and fills `why` if it is anything else. */
bool mcts_rule_read(mcts_rule *r, const char *text, failure *why);

/* Appends a rule. Returns false and fills `why` if it cannot be read, if there are too many rules,
 * or if an earlier rule sets the same techniques. */
bool mcts_plan_add(mcts_plan *plan, const char *text, failure *why);

/* Appends the usual rules: the defaults without a history, the defaults, and then the defaults with
 * each other value of each technique of mcts, of a number only the greatest value. MctsHistoryAge
 * is left out, since each position is searched from a cleared search. Returns false and fills `why`
 * if there are too many rules. */
bool mcts_plan_add_usual(mcts_plan *plan, failure *why);

/* Sets the checkpoints: the budget's halves, from MCTS_PLAYOUTS_MIN on, the budget, and twice the
 * budget. The budget is MCTS_PLAYOUTS_MIN at least. If there is no room for all halves, the
 * smallest are left out. */
void mcts_plan_budget(mcts_plan *plan, long budget);

#endif
