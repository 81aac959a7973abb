/* The searches of test positions, and their record: a row a search. A record may hold several
 * suites and settings. Its columns:
 *
 *   search,setting,limit,hash_mb,net,position    what was searched and how: the row's key,
 *   bench                                        with the build that did it
 *   move,score,depth,nodes,time_ms               the answer in UCI's notation ("cp 31", "mate 2")
 *   solution_nodes,solution_ms                   since when that answer stood
 *   solved,points,points_most                    what the suite says of it
 *   commit,defaults,machine                      what else made the row (lab_origin.h)
 *   suite,id                                     the suite's file and the position's name
 */
#ifndef TOOLS_SUITE_SEARCH_H
#define TOOLS_SUITE_SEARCH_H

#include "lab_group.h"
#include "lab_origin.h"
#include "setting.h"
#include "suite.h"
#include "tree/search.h"

enum { SUITE_LIMIT_MAX = 32, SUITE_SCORE_MAX = 16 };

typedef struct suite_row {
    const char *position; /* first, for lab_group_sort() */
    int by;               /* search_algorithm */
    const char *setting, *limit;
    long long hash_mb;
    uint32_t net;
    const char *move, *score;
    long long depth, nodes, time_ms, solution_nodes, solution_ms, solved, points, points_most;
    const char *suite, *id;
    lab_origin origin;
} suite_row;

extern const lab_schema suite_schema;

static inline const suite_row *suite_row_at(const lab_group *group, size_t index)
{
    return group->rows[index];
}

/* One of several ways to search the positions. */
typedef struct suite_way {
    search_algorithm by;
    search_setting base; /* whose defaults the words leave out */
    search_techniques techniques;
    char setting[SETTING_WORDS_MAX]; /* the techniques in words */
    char limit[SUITE_LIMIT_MAX];     /* "nodes 1000" */
    search_limits limits;            /* the same; set both by suite_way_limit() */
    double effort; /* of a search, relative to the other ways; for the time left */
} suite_way;

typedef struct suite_plan {
    const char *name; /* of the status line */
    const suite *suite;
    const suite_way *ways;
    int way_count;
    int threads;    /* searches at once, each of one thread */
    size_t hash_mb; /* of each search */
    const nets *nets;
    lab_origin origin; /* but for the defaults */
} suite_plan;

/* The result of a search. Times and nodes "to solution" are those after which the final move was
 * the best move in all reports. */
typedef struct suite_result {
    suite_row row; /* points into this struct, the plan, its suite or the record */
    move best;
    char move_text[MOVE_TEXT_MAX], score_text[SUITE_SCORE_MAX];
    bool known;
} suite_result;

/* Sets the limit of each search: its time, or if that is 0 its depth, or if that is 0 its nodes. */
void suite_way_limit(suite_way *way, int64_t time_ms, int depth, uint64_t nodes);

/* Searches every position in every way, each from a cleared search of one thread, and fills
 * results[way_count * suite->count], those of a way side by side. What the record (NULL: there is
 * none) holds is taken from it, what is new is added at once. *searched counts the searches of this
 * run. False and `why` if memory is short, the nets do not fit, or the record cannot be used; what
 * it holds then stays good. */
bool suite_search(const suite_plan *plan, lab_record *record, suite_result results[], int *searched,
                  failure *why);

/* The results of one way as a group, sorted; to be freed. False if memory is short. */
bool suite_group(const suite_plan *plan, const suite_result results[], int way, lab_group *group);

/* A checksum over the names and values of all tensors of the nets. */
uint32_t suite_net_check(const nets *n);

#endif
