/* An experiment with rules of Monte-Carlo tree search: what is searched, and what came of it. */
#ifndef TOOLS_RULE_PLAN_H
#define TOOLS_RULE_PLAN_H

#include "rule_sites.h"
#include "suite_plan.h"

enum { RULES_MAX = 64, RULE_CHECKPOINTS_MAX = 24, RULE_PLAYOUTS_MIN = 16 };

/* A rule: what it changes of the defaults of mcts. */
typedef struct rule {
    char name[SUITE_RULE_MAX];       /* as it was given, or "the defaults" */
    char setting[SUITE_SETTING_MAX]; /* in words, without commas or quotes */
    search_techniques techniques;
} rule;

typedef struct rule_plan {
    rule rules[RULES_MAX]; /* the first is what the others are measured by */
    int rule_count;
    long playouts[RULE_CHECKPOINTS_MAX]; /* of each search of a rule, rising */
    int checkpoints;
    int budget;     /* the checkpoint whose figures are told first; one at least lies behind it */
    rule reference; /* of the long searches */
    long reference_playouts;
    int threads;    /* searches at once, each of one thread */
    size_t hash_mb; /* of each search */
    const nets *nets;
    uint32_t net_check; /* of the nets' tensors */
} rule_plan;

/* What the searches of a suite came to. */
typedef struct rule_results {
    int positions;
    move *best;          /* [positions]: of the long searches */
    rule_measure *cells; /* [rules][checkpoints][positions]: rule_cell() */
} rule_results;

static inline rule_measure *rule_cell(const rule_plan *plan, const rule_results *r, int rule_number,
                                      int checkpoint, int position_number)
{
    const size_t row = (size_t)rule_number * (size_t)plan->checkpoints + (size_t)checkpoint;
    return &r->cells[row * (size_t)r->positions + (size_t)position_number];
}

/* Reads a rule: NAME=VALUE of techniques of mcts, with spaces between, or nothing. False and `why`
 * if it is anything else. */
bool rule_read(rule *r, const char *text, failure *why);

/* Appends a rule. False and `why` if it cannot be read, if there are too many, or if one before it
 * comes to the same. */
bool rule_plan_add(rule_plan *plan, const char *text, failure *why);

/* Appends the usual ones: without a history, the defaults, then each other value (of numbers the
 * greatest) of each technique of mcts on top of the defaults. Left out is MctsHistoryAge, since
 * positions are searched once. */
bool rule_plan_add_usual(rule_plan *plan, failure *why);

/* Sets the checkpoints: twice the budget, the budget, and its halves down to RULE_PLAYOUTS_MIN. */
void rule_plan_budget(rule_plan *plan, long budget);

#endif
