/* A comparison: the matches that a plan names, as tables and as a picture. A plan is a CSV file, in
 * which each row is one match in the words of its record (match_run.h). The columns:
 *
 *   place                                the order of the rows, from 1
 *   table,idea,search                    where the match is shown, and as what
 *   first,second,both,limit,book,seed    the match
 *   games                                how many are wanted */
#ifndef TOOLS_REPORT_PLAN_H
#define TOOLS_REPORT_PLAN_H

#include "report_page.h"
#include "report_results.h"

typedef struct plan_row {
    long long place;
    const char *table, *idea;
    int search; /* search_algorithm */
    const char *first, *second, *both, *limit, *book;
    long long seed, games;
} plan_row;

/* Reads a plan. Returns NULL and fills `why` if it is none, or a row is damaged. Free it with
 * lab_record_close(). */
lab_record *report_plan_read(const char *path, failure *why);

/* Writes the tables of a plan as text, with what was measured so far, and the command of each
 * match. The title has the name of the plan's file. The games are those from the first opening on.
 * If several builds or machines have played a match, the one with most games is shown, and of equal
 * ones that whose record has the plan's name: NAME.csv for NAME-plan.csv. False if memory was short
 * or the file could not be written. */
bool report_plan_write(FILE *file, const lab_record *plan, const report_results *results);

/* Draws the matches of the plan's first table that are limited by a clock: Elo over the time of a
 * game, a panel for each idea, a curve for each search. The file `path` is .svg or .png. Returns
 * false and fills `why` if there is nothing to draw, or as plot_draw() does. */
bool report_plan_picture(const char *path, const lab_record *plan, const report_results *results,
                         failure *why);

#endif
