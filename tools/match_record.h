/* The record of matches: a CSV file, a row for each run of fastchess, so that a match goes on where
 * it was interrupted. Columns:
 *
 *   first,second,both,limit,book,seed,program,machine   the match, in words (see match_plan.h)
 *   start                                               the run's first opening; ends the key
 *   games,won,drawn,lost,p0,p1,p2,p3,p4,forfeits        its results, pairs by points in halves */
#ifndef TOOLS_MATCH_RECORD_H
#define TOOLS_MATCH_RECORD_H

#include "lab_record.h"
#include "match_plan.h"
#include "match_score.h"

/* As lab_record_open. */
lab_record *match_record_open(const char *path, failure *why);

/* True if the file, as it was opened, holds a run of this match from the opening `start` on; then
 * *counts has its results. */
bool match_record_find(const lab_record *record, const match_plan *plan, long start,
                       match_counts *counts);

/* Appends a run. */
bool match_record_add(lab_record *record, const match_plan *plan, long start,
                      const match_counts *counts, failure *why);

/* A match of the file, its runs added up. */
typedef struct match_total {
    const char *row;   /* its first row, whose key without `start` is the match */
    size_t key_length; /* ... in bytes, with the last comma */
    match_counts counts;
} match_total;

/* The file's matches as it was opened, in the order of their keys. NULL and `why` if memory is
 * short; the caller frees. */
match_total *match_record_totals(const lab_record *record, size_t *count, failure *why);

#endif
