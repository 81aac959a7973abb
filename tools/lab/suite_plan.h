/* What a run over a suite does, and what one search came to. */
#ifndef TOOLS_SUITE_PLAN_H
#define TOOLS_SUITE_PLAN_H

#include "command.h"
#include "suite.h"
#include "tree/search.h"

enum { SUITE_SETTING_MAX = 512, SUITE_LIMIT_MAX = 32, SUITE_RULE_MAX = 128 };

/* One of the two searches in this run. */
typedef struct suite_side {
    bool used;
    char setting[SUITE_SETTING_MAX]; /* its techniques in words, without commas or quotes */
    uint64_t nodes;                  /* each search's limit, if time_ms and depth are 0 */
} suite_side;

typedef struct suite_plan {
    suite_side side[SEARCH_ALGORITHMS];
    int64_t time_ms;      /* each search's time; 0: its depth or nodes are the limit */
    int depth;            /* of each search; 0: its nodes are the limit */
    const char *label;    /* of the status line; NULL: "suite" */
    double seconds_after; /* that the caller's other runs will take, as far as is known */
    int threads;          /* searches at once, each of one thread */
    size_t hash_mb;       /* of each search */
    search_techniques techniques;
    const nets *nets;
    uint32_t net_check; /* of the nets' tensors */
} suite_plan;

/* What a search came to. Its times and nodes "to solution" are those since which its last answer
 * stood as its best move, as its reports tell. */
typedef struct suite_result {
    bool known;
    move best;
    int depth;
    uint64_t nodes, solution_nodes;
    int64_t time_ms, solution_ms;
    score_kind score_kind;
    int score; /* as search_score.value */
} suite_result;

/* The limit in words, as "nodes 1000". */
void suite_limit_text(const suite_plan *plan, search_algorithm by, char text[SUITE_LIMIT_MAX]);

/* What is to be otherwise than in the setting: names of techniques of either search, in any case,
 * that are switched on or off; and NAME=VALUE for any. */
typedef struct suite_changes {
    command_list on, off, set;
} suite_changes;

/* Sets the techniques of both searches, and their words. `setting` is "modern" or "mia". False and
 * `why` if it is not, if a name is unknown, or both on and off, or if a value is not one that its
 * technique may have. */
bool suite_plan_settings(suite_plan *plan, const char *setting, const suite_changes *changes,
                         failure *why);

/* The same with a rule behind the changes: one or more NAME=VALUE in a text of less than
 * SUITE_RULE_MAX characters, with spaces between. */
bool suite_plan_rule(suite_plan *plan, const char *setting, const suite_changes *changes,
                     const char *rule, failure *why);

/* A checksum over the names and values of all tensors of the nets. */
uint32_t suite_net_check(const nets *n);

/* The result of a position under a search: results[index * SEARCH_ALGORITHMS + search]. */
static inline suite_result *suite_result_at(suite_result *results, int index, search_algorithm by)
{
    return &results[index * SEARCH_ALGORITHMS + (int)by];
}

#endif
