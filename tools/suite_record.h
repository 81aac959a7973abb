/* The record of suite runs, a row a search. It may hold runs of several suites and settings.
 * Columns:
 *
 *   search,setting,limit,hash_mb,net,position    what was searched and how: the row's key
 *   move,score,depth,nodes,time_ms               the answer in UCI's notation ("cp 31", "mate 2")
 *   solution_nodes,solution_ms                   since when that answer stood
 *   solved,points,points_most,id                 what the suite says of it; not read again
 *
 * The key does not name the build of the program: one file is for one build. */
#ifndef TOOLS_SUITE_RECORD_H
#define TOOLS_SUITE_RECORD_H

#include "lab_record.h"
#include "suite_plan.h"

/* As lab_record_open. */
lab_record *suite_record_open(const char *path, failure *why);

/* Fills `result` with what the file held of this search when it was opened; result->known says
 * whether it did. False and `why` if the row's move is not legal in the position. */
bool suite_record_find(const lab_record *record, const suite_plan *plan, search_algorithm by,
                       const suite_position *p, suite_result *result, failure *why);

/* Appends a row. False and `why` if it cannot be written whole: then nothing of it stays. */
bool suite_record_add(lab_record *record, const suite_plan *plan, search_algorithm by,
                      const suite_position *p, const suite_result *result, failure *why);

#endif
