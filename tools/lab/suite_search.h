/* The searches of test positions, and their record: a row for each search. A record may hold
 * several suites and settings. The columns:
 *
 *   search,setting,limit,hash_mb,net,position    what was searched and how
 *   bench                                        the build; these seven columns are the key, with
 *                                                the machine if the limit is a time
 *   move,score,depth,nodes,time_ms               the answer, as UCI writes it ("cp 31", "mate 2")
 *   solution_nodes,solution_ms                   nodes and time to solution
 *   solved,points,points_most                    what the suite says of the answer
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
    const char *setting;  /* in words (setting_write()) */
    const char *limit;    /* in words (suite_way_limit()) */
    long long hash_mb;
    uint32_t net; /* nets_checksum() */
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
    search_setting base; /* whose defaults the setting's words leave out */
    search_techniques techniques;
    char setting[SETTING_WORDS_MAX]; /* the techniques in words (setting_write()) */
    char limit[SUITE_LIMIT_MAX];     /* in words: "nodes 1000", "movetime 100 threads 2" */
    search_limits limits;            /* of each search */
    double effort; /* of a search, relative to the other ways; for the time left */
} suite_way;

typedef struct suite_plan {
    const char *name; /* of the status line */
    const suite *suite;
    const suite_way *ways; /* [way_count] */
    int way_count;
    int threads;    /* the number of searches at once, each of one thread */
    size_t hash_mb; /* of each search */
    const nets *nets;
    lab_origin origin; /* of new rows, without the defaults */
} suite_plan;

/* The result of a search. Nodes and time "to solution" are those after which the final move was the
 * best move in all reports. */
typedef struct suite_result {
    suite_row row; /* points into this struct, the plan, its suite or the record */
    move best;
    char move_text[MOVE_TEXT_MAX], score_text[SUITE_SCORE_MAX];
    bool known; /* the record held it */
} suite_result;

/* Sets way->limits and way->limit. A search has one limit: its time or, if that is 0, its depth or,
 * if that is 0 too, its nodes. The number of searches at once belongs to a limit in time, since
 * they share the processor. */
void suite_way_limit(suite_way *way, int64_t time_ms, int threads, int depth, uint64_t nodes);

/* True if the limit of a row is a time. */
bool suite_by_time(const suite_row *row);

/* Searches each position in each way. Each search has one thread and begins cleared. Fills
 * results[way_count][suite->count]. Takes the searches that the record (NULL: there is none) holds
 * from it, and adds each new one as soon as it is done. A search that the record holds only under
 * another suite or name is added as a copy of that row. *searched is the number of new searches.
 * Returns false and fills `why` if memory is short, the nets do not fit, or the record cannot be
 * used; the rows of the record stay good. */
bool suite_search(const suite_plan *plan, lab_record *record, suite_result results[], int *searched,
                  failure *why);

/* Makes a sorted group of the results of one way. The results must outlive it; free it with
 * lab_group_free(). False if memory is short; then the group is empty. */
bool suite_group(const suite_plan *plan, const suite_result results[], int way, lab_group *group);

#endif
