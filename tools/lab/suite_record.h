/* The record of suite runs, a row a search. It may hold runs of several suites and settings.
 * Columns:
 *
 *   search,setting,limit,hash_mb,net,position    what was searched and how: the row's key
 *   move,score,depth,nodes,time_ms               the answer in UCI's notation ("cp 31", "mate 2")
 *   solution_nodes,solution_ms                   since when that answer stood
 *   solved,points,points_most                    what the suite says of it
 *   suite,id                                     the suite's file and the position's name
 *
 * The key does not name the build of the program: one file is for one build. */
#ifndef TOOLS_SUITE_RECORD_H
#define TOOLS_SUITE_RECORD_H

#include "lab_record.h"
#include "suite_totals.h"

/* As lab_record_open. */
lab_record *suite_record_open(const char *path, failure *why);

/* Fills `result` with what the file held of this search when it was opened; result->known says
 * whether it did. False and `why` if the row's move is not legal in the position. */
bool suite_record_find(const lab_record *record, const suite_plan *plan, search_algorithm by,
                       const suite_position *p, suite_result *result, failure *why);

/* A row of the file; texts point into it, and are as long as is said. */
typedef struct suite_row {
    const char *key, *position, *suite;
    size_t key_length; /* of all but the position */
    size_t position_length, suite_length;
    search_algorithm by;
    char setting[SUITE_SETTING_MAX], limit[SUITE_LIMIT_MAX];
    long hash_mb;
    uint32_t net_check;
    suite_outcome outcome;
} suite_row;

/* Reads a row that suite_record_kind takes for one; false if it does not. */
bool suite_record_row(const char *row, suite_row *out);

extern const lab_record_kind suite_record_kind;

/* Appends a row. False and `why` if it cannot be written whole: then nothing of it stays. */
bool suite_record_add(lab_record *record, const suite_plan *plan, search_algorithm by,
                      const suite_position *p, const suite_result *result, failure *why);

#endif
