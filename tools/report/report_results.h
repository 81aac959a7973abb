/* The contents of all records of a folder, from which a report is made. */
#ifndef TOOLS_REPORT_RESULTS_H
#define TOOLS_REPORT_RESULTS_H

#include "match_run.h"
#include "mcts_run.h"
#include "suite_search.h"
#include "threads_run.h"

enum { REPORT_NAME_MAX = 256 };

/* Games of one match with openings one after the other. Those that begin with the first opening of
 * their order are a screen, up to a screen's length; others are a confirmation, unless a screen of
 * the same two settings, at any limit and by any build, has played their openings. */
typedef struct report_match {
    const match_row *row; /* the first run's */
    match_counts counts;  /* of all */
    bool screens;         /* openings that no confirmation may have */
    bool confirms;
} report_match;

typedef struct report_results {
    long long bench;      /* the count of the build whose figures are not marked */
    lab_record **records; /* whose memory the rest points into */
    size_t record_count;
    report_match *matches;
    size_t match_count;
    lab_groups suites;  /* suite_rows of `suite` and `order`: of one suite, setting and limit */
    lab_groups mcts;    /* mcts_rows: of one suite, rule and number of playouts */
    lab_groups threads; /* threads_rows: of one suite */
    char (*unknown)[REPORT_NAME_MAX]; /* files that are no records, left out */
    size_t unknown_count;
} report_results;

/* Reads every file of a folder whose name does not begin with a dot, and no other folder in it.
 * Records that are being written are read as far as they are. False and `why`, naming file, line
 * and reason, if one is damaged or cannot be read; free in either case. */
bool report_results_read(report_results *results, const char *folder, long long bench,
                         failure *why);
void report_results_free(report_results *results);

/* True if two rows differ in more than games and the openings that they begin with. */
bool report_match_differs(const match_row *a, const match_row *b);

/* A star behind a figure that a build of another bench count made, or one that is not recorded;
 * else nothing. */
static inline const char *report_mark(const report_results *results, long long bench)
{
    return bench && bench == results->bench ? "" : "*";
}

/* The same in words, for a section of one build. */
static inline const char *report_build_text(const report_results *results, long long bench)
{
    return *report_mark(results, bench) == 0 ? ""
           : bench                           ? ", made by another build"
                                             : ", made by a build that is not recorded";
}

/* What is the same of all rows of a group. */
static inline const suite_row *report_suite_of(const lab_group *group)
{
    return suite_row_at(group, 0);
}

/* True if two groups of suite_rows differ in nothing but setting and limit. */
bool report_suite_comparable(const lab_group *a, const lab_group *b);

/* True if a group of suite_rows is one of `order`, which counts nodes to a depth, and not of
 * `suite`. */
bool report_is_order(const lab_group *group);

#endif
