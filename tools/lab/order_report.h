/* The results of an experiment in the order of moves, as tables and a picture: the nodes of each
 * rule, and their ratio to the nodes of the first rule. */
#ifndef TOOLS_ORDER_REPORT_H
#define TOOLS_ORDER_REPORT_H

#include <stdio.h>

#include "lab_group.h"
#include "statistics.h"

/* A group of searches compared with another group, the base. */
typedef struct order_figure {
    uint64_t nodes; /* of all positions of the group */
    int common;     /* the number of positions that both groups have, with nodes */
    bounded ratio;  /* the geometric mean over these of the group's nodes by the base's; NANs if
                     * there are none, or memory is short */
    bounded totals; /* the group's total over these by the base's; NANs in the same cases */
} order_figure;

/* Compares two groups of suite_rows, which must be sorted. */
order_figure order_compare(const lab_group *group, const lab_group *base);

enum { ORDER_RULES_MAX = 128, ORDER_DEPTHS_MAX = 32 };

typedef struct order_table {
    const char *names[ORDER_RULES_MAX]; /* of the rules; the others are compared with the first */
    int rule_count;                     /* at least 1 */
    int depths[ORDER_DEPTHS_MAX];       /* rising */
    int depth_count;                    /* at least 1 */
    order_figure *figures;              /* [rule_count][depth_count]; the caller's */
} order_table;

/* The figure of a rule and a depth, by their numbers. */
static inline order_figure *order_figure_at(const order_table *t, int rule, int depth)
{
    return &t->figures[rule * t->depth_count + depth];
}

/* Prints for each rule and depth the total of nodes, and both ratios to the first rule's. */
void order_report_print(FILE *out, const order_table *t);

/* Draws the ratios to the first rule against the depth, with their bounds, as the file `path` (.svg
 * or .png). Of more than eight other rules only the first eight are drawn, since more could not be
 * distinguished. Words about bounds and left-out rules are added to the title. A ratio of NANs has
 * no point. Returns false and fills `why` as plot_draw() does, or if there is only one rule. */
bool order_report_plot(const char *path, const order_table *t, const char *title, failure *why);

/* The same, but writes the picture as an element <svg> of a page of HTML. Nothing is added to the
 * title. */
bool order_report_inline(FILE *html, const order_table *t, const char *title, failure *why);

#endif
