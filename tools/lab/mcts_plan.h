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
    char setting[SETTING_WORDS_MAX]; /* in words */
    search_techniques techniques;
} mcts_rule;

typedef struct mcts_plan {
    mcts_rule rules[MCTS_RULES_MAX]; /* the first is what the others are measured by */
    int rule_count;
    long playouts[MCTS_CHECKPOINTS_MAX]; /* of each search of a rule, rising */
    int checkpoints;
    int budget; /* the checkpoint whose figures are printed first; at least one comes after it */
    mcts_rule reference; /* of the long searches */
    long reference_playouts;
    int threads;    /* searches at once, each of one thread */
    size_t hash_mb; /* of each search */
    const nets *nets;
    lab_origin origin; /* but for the defaults */
} mcts_plan;

/* Reads a rule: NAME=VALUE of techniques of mcts, with spaces between, or nothing. False and `why`
 * if it is anything else. */
bool mcts_rule_read(mcts_rule *r, const char *text, failure *why);

/* Appends a rule. False and `why` if it cannot be read, if there are too many, or if one before it
 * comes to the same. */
bool mcts_plan_add(mcts_plan *plan, const char *text, failure *why);

/* Appends the usual ones: without a history, the defaults, then each other value (of numbers the
 * greatest) of each technique of mcts on top of the defaults. Left out is MctsHistoryAge, since
 * positions are searched once. */
bool mcts_plan_add_usual(mcts_plan *plan, failure *why);

/* Sets the checkpoints: twice the budget, the budget, and its halves down to MCTS_PLAYOUTS_MIN. */
void mcts_plan_budget(mcts_plan *plan, long budget);

#endif
