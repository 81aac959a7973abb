/* The rows of all records of a folder, from which a report is made. */
#ifndef TOOLS_REPORT_RESULTS_H
#define TOOLS_REPORT_RESULTS_H

#include "match_run.h"
#include "mcts_run.h"
#include "suite_search.h"
#include "threads_run.h"

enum { REPORT_NAME_MAX = 256 };

/* Runs of one match whose openings follow each other, all of one kind. Runs are a screen if they
 * begin with the first opening and go on without a gap, up to MATCH_SCREEN_OPENINGS openings (a
 * sequential test: up to its end). Other runs are a confirmation, unless a screen of the same two
 * settings, at any limit and by any build, has played one of their openings. */
typedef struct report_match {
    const match_row *row;     /* of the first run */
    const lab_record *record; /* which has that row */
    match_counts counts;      /* of all runs */
    bool screens;             /* they are a screen */
    bool confirms;            /* they are a confirmation */
} report_match;

typedef struct report_results {
    long long bench;      /* the count of the build whose figures report_mark() does not mark */
    lab_record **records; /* the memory of the rows */
    size_t record_count;
    report_match *matches;
    size_t match_count;
    lab_groups suites;  /* suite_rows of `suite` and `order`: of one suite, setting and limit */
    lab_groups mcts;    /* mcts_rows of rules: of one suite, rule and number of playouts */
    lab_groups threads; /* threads_rows: of one suite, number of threads and depth */
    char (*unknown)[REPORT_NAME_MAX]; /* names of files that are not records and were left out */
    size_t unknown_count;
} report_results;

/* Reads all files of a folder but those whose names begin with a dot. Folders in it are left out. A
 * record that another process is writing is read as far as it is written. A record of which another
 * has all rows counts once. `bench` is the member of that name. Returns false and fills `why`,
 * which names file, line and reason, if a record is damaged or cannot be read, or memory is short.
 * Free the results in either case. */
bool report_results_read(report_results *results, const char *folder, long long bench,
                         failure *why);
void report_results_free(report_results *results);

/* True if two rows are not of one match: they differ in players, limit, book, seed, machine,
 * program, files or bench count. */
bool report_match_differs(const match_row *a, const match_row *b);

/* What stands behind a figure that was measured with a build of this bench count: a star if it is
 * not the count of the results or is not recorded; else nothing. */
static inline const char *report_mark(const report_results *results, long long bench)
{
    return bench && bench == results->bench ? "" : "*";
}

/* The same in words, for figures of one build. */
static inline const char *report_build_text(const report_results *results, long long bench)
{
    return *report_mark(results, bench) == 0 ? ""
           : bench                           ? ", made by another build"
                                             : ", made by a build that is not recorded";
}

/* The first row of a group of suite_rows, for the columns in which all its rows agree. */
static inline const suite_row *report_suite_of(const lab_group *group)
{
    return suite_row_at(group, 0);
}

/* True if two groups of suite_rows can be compared: they have the same record, search, hash, net,
 * build and suite. */
bool report_suite_comparable(const lab_group *a, const lab_group *b);

/* True if a group of suite_rows is limited by depth, as the groups of `order` are and those of
 * `suite` are not. */
bool report_is_order(const lab_group *group);

#endif
