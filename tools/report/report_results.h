/* All that the records of a folder hold, put together: what a report is made from. */
#ifndef TOOLS_REPORT_RESULTS_H
#define TOOLS_REPORT_RESULTS_H

#include "match_record.h"
#include "rule_record.h"
#include "scaling_record.h"
#include "suite_record.h"

enum { REPORT_NAME_MAX = 256 };

/* Games of one match with openings one after the other. Those that begin with the first opening of
 * their order are a screen, up to a screen's length; others are a confirmation, unless a screen of
 * the same two settings, at any limit and by any build, has played their openings. */
typedef struct report_match {
    match_row row; /* the first run; the counts are those of all */
    bool screens;  /* openings that no confirmation may have */
    bool confirms;
} report_match;

/* One search of a position. */
typedef struct report_position {
    const char *position; /* in the record's memory; ends with a comma */
    suite_outcome outcome;
} report_position;

/* The searches of one suite with one setting and limit, in the order of their positions. */
typedef struct report_run {
    suite_row *row; /* the first one */
    char suite[SUITE_FILE_MAX];
    size_t record; /* which file has it */
    report_position *positions;
    size_t count, capacity;
} report_run;

/* The searches of one suite by one rule of mcts with one number of playouts. */
typedef struct report_look {
    rule_row *rows; /* in the order of their positions */
    size_t record;  /* which file has it */
    size_t count, capacity;
} report_look;

/* One suite's measurement of threads. */
typedef struct report_threads {
    scaling_setup setup;
    size_t record; /* which file has it */
    char suite[SUITE_FILE_MAX];
    scaling_position *positions;
    size_t count, capacity;
} report_threads;

typedef struct report_results {
    lab_record **records; /* whose memory the rest points into */
    size_t record_count;
    report_match *matches;
    size_t match_count, match_capacity;
    report_run *runs;
    size_t run_count, run_capacity;
    report_look *looks;
    size_t look_count, look_capacity;
    report_threads *threads;
    size_t thread_count, thread_capacity;
    char (*strangers)[REPORT_NAME_MAX]; /* files that are no records, left out */
    size_t stranger_count;
} report_results;

/* Reads every file of a folder whose name does not begin with a dot, and no other folder in it.
 * Records that are being written are read as far as they are. False and `why`, naming file, line
 * and reason, if one is damaged or cannot be read; free in either case. */
bool report_results_read(report_results *results, const char *folder, failure *why);
void report_results_free(report_results *results);

/* True if two rows differ in more than games and the openings that they begin with. */
bool report_match_differs(const match_row *a, const match_row *b);

/* True if a run is one of `order`, which counts nodes to a depth, and not of `suite`. */
bool report_run_is_order(const report_run *run);

/* Compares positions of two runs as they are sorted. */
int report_position_compare(const report_position *left, const report_position *right);

#endif
