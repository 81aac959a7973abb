/* The worth of each idea, from all results. */
#ifndef TOOLS_REPORT_FIGURES_H
#define TOOLS_REPORT_FIGURES_H

#include "order_report.h"
#include "report_idea.h"
#include "report_results.h"

/* What was measured: the Elo in a screen or in a confirmation, or nodes to a depth. */
typedef enum { REPORT_SCREEN, REPORT_CONFIRMATION, REPORT_NODES } report_measure;

/* The worth of an idea by one measure: of a switch, on against off; of another technique, a value
 * against that of the setting. Matches are one figure if report_match_differs() finds no difference
 * and they are all screens or all confirmations. Pointers are into the results. */
typedef struct report_figure {
    report_idea idea;
    report_measure measure;
    search_setting base;
    const char *limit;
    long long hash_mb;
    long long bench; /* of the build that was measured; 0: not recorded */
    int usual; /* 2 if that is the build of the results, plus 1 if limit and hash are the usual */
    size_t place; /* among the figures as they were found */

    /* Of matches. */
    match_counts counts;    /* the results of the player that has the idea */
    const match_row *match; /* a row of the first match */

    /* Of nodes. */
    bounded ratio; /* the nodes with the idea, divided by those without it */
    const char *suite;
    int positions; /* their number */
} report_figure;

/* The most frequent conditions of figures, which are not repeated beside each figure. NULL or 0 if
 * there are no such figures. */
typedef struct report_usual {
    const char *limit[SEARCH_ALGORITHMS]; /* of matches */
    long long hash_mb[SEARCH_ALGORITHMS]; /* of matches */
    long long seed;                       /* of matches: of the order of their openings */
    const char *suite;                    /* of nodes */
    int positions;                        /* of nodes */
    long long suite_hash_mb;              /* of nodes */
} report_usual;

/* The list begins with the figures that say most about their ideas: first those of the results'
 * own build, then those at the usual limit with the usual hash, then those whose idea is alone or
 * has the shorter `with`, then those of more games. */
typedef struct report_figures {
    report_figure *list;
    size_t count, capacity;
    report_usual usual;
    const report_results *results;
} report_figures;

/* Finds all figures of the results, which must outlive them. Returns false and fills `why` if
 * memory is short. Free the figures in either case. */
bool report_figures_make(report_figures *figures, const report_results *results, failure *why);
void report_figures_free(report_figures *figures);

#endif
