/* What a run over a suite does, and what one search came to. */
#ifndef TOOLS_SUITE_PLAN_H
#define TOOLS_SUITE_PLAN_H

#include "command.h"
#include "suite.h"
#include "tree/search.h"

enum { SUITE_SETTING_MAX = 512, SUITE_LIMIT_MAX = 32 };

/* One of the two searches in this run. */
typedef struct suite_side {
    bool used;
    char setting[SUITE_SETTING_MAX]; /* its switches in words, without commas or quotes */
    uint64_t nodes;                  /* each search's limit, if time_ms is 0 */
} suite_side;

typedef struct suite_plan {
    suite_side side[SEARCH_ALGORITHMS];
    int64_t time_ms; /* each search's time; 0: its nodes are the limit */
    int threads;     /* searches at once, each of one thread */
    size_t hash_mb;  /* of each search */
    search_techniques techniques;
    mcts_options mcts;
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

/* "mcts", "negamax". */
static inline const char *suite_search_name(search_algorithm by)
{
    return by == SEARCH_MCTS ? "mcts" : "negamax";
}

/* The limit in words, as "nodes 1000". */
void suite_limit_text(const suite_plan *plan, search_algorithm by, char text[SUITE_LIMIT_MAX]);

/* Sets the ideas of mcts: `changes` to the defaults, each "OPTION=WORD" in any case, and the words
 * of that search. False and `why` if an option or word is unknown. */
bool suite_plan_mcts(suite_plan *plan, const command_list *changes, failure *why);

/* Sets techniques and the words of negamax: `on` and `off` are names of techniques, in any case.
 * False and `why` if a name is unknown or in both lists. */
bool suite_plan_settings(suite_plan *plan, search_setting setting, const command_list *on,
                         const command_list *off, failure *why);

/* True if the setting has the technique of that row of search_technique_rows(). */
bool suite_technique_in(search_setting setting, int row);

/* A checksum over the names and values of all tensors of the nets. */
uint32_t suite_net_check(const nets *n);

/* The result of a position under a search: results[index * SEARCH_ALGORITHMS + search]. */
static inline suite_result *suite_result_at(suite_result *results, int index, search_algorithm by)
{
    return &results[index * SEARCH_ALGORITHMS + (int)by];
}

#endif
