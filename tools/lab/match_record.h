/* The record of matches: a CSV file, a row for each run of fastchess, so that a match goes on where
 * it was interrupted. Columns:
 *
 *   first,second,both,limit,book,seed              the match, in words (see match_plan.h); the
 *                                                  limit has the test that may end it, if any
 *   program,files                                  checksums of what took part
 *   machine,start                                  and the run's first opening; these are the key
 *   games,won,drawn,lost,p0,p1,p2,p3,p4,forfeits   its results, pairs by points in halves */
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

/* A row of the file. */
typedef struct match_row {
    match_words first, second, both;
    char limit[MATCH_LIMIT_MAX], book[MATCH_NAME_MAX], machine[MACHINE_NAME_MAX];
    long seed, start;
    uint32_t program_check, files_check;
    match_counts counts;
} match_row;

/* Reads a row that match_record_kind takes for one; false if it does not. */
bool match_record_row(const char *row, match_row *out);

/* The openings of a screen: of each order of openings the first ones test an idea, and only those
 * that it has not played can confirm it. */
enum { MATCH_SCREEN_OPENINGS = 1000 };

extern const lab_record_kind match_record_kind;

#endif
