/* The worth of each idea, from all results. */
#ifndef TOOLS_REPORT_FIGURES_H
#define TOOLS_REPORT_FIGURES_H

#include "order_report.h"
#include "report_idea.h"
#include "report_results.h"

typedef enum { REPORT_SCREEN, REPORT_CONFIRMATION, REPORT_NODES } report_measure;

/* The worth of an idea by one measure: a switch on against off, or a value against the setting's
 * own. Matches that differ in nothing but the opening they begin with, and are all screens or all
 * confirmations, are one figure. */
typedef struct report_figure {
    report_idea idea;
    report_measure measure;
    search_setting base;
    long long bench;        /* of the build that made it; 0: not recorded */
    match_counts counts;    /* of matches, those of the player that has it */
    const match_row *match; /* ... the first one's row, in the results' memory */
    bounded ratio;          /* of nodes: with it by without it */
    const char *limit;      /* in the results' memory */
    const char *suite;      /* of nodes */
    int positions;          /* ... */
} report_figure;

/* The conditions of most figures, which are not repeated beside each; NULL or 0 without any. */
typedef struct report_usual {
    const char *limit[SEARCH_ALGORITHMS]; /* of matches */
    const char *suite;                    /* of nodes */
    int positions;                        /* ... */
} report_usual;

typedef struct report_figures {
    report_figure *list;
    size_t count, capacity;
    report_usual usual;
    const report_results *results;
} report_figures;

/* Puts all together. False and `why` if memory is short; free in either case. The results must
 * outlive it. */
bool report_figures_make(report_figures *figures, const report_results *results, failure *why);
void report_figures_free(report_figures *figures);

#endif
