/* The results of an experiment in the order of moves: the nodes of rules by those of the first one,
 * tables and a picture. */
#ifndef TOOLS_ORDER_REPORT_H
#define TOOLS_ORDER_REPORT_H

#include <stdio.h>

#include "lab_group.h"
#include "statistics.h"

typedef struct order_figure {
    uint64_t nodes; /* of all positions of the group */
    int common;     /* positions that both groups have */
    bounded ratio;  /* over these; NANs if there are none, or memory is short */
} order_figure;

/* Of two groups of suite_rows, sorted. */
order_figure order_compare(const lab_group *group, const lab_group *base);

enum { ORDER_RULES_MAX = 128, ORDER_DEPTHS_MAX = 32 };

typedef struct order_table {
    const char *names[ORDER_RULES_MAX]; /* the rules as they were given; the others are compared
                                         * with the first */
    int rule_count;
    int depths[ORDER_DEPTHS_MAX];
    int depth_count;
    order_figure *figures; /* [rule_count][depth_count]; ratios to the first rule's nodes */
} order_table;

static inline order_figure *order_figure_at(const order_table *t, int rule, int depth)
{
    return &t->figures[rule * t->depth_count + depth];
}

/* Prints for each rule and depth the total of nodes, and their ratio to the first rule's. */
void order_report_print(FILE *out, const order_table *t);

/* Draws the ratios to the first rule against the depth, with their bounds, for at most eight rules
 * after it: more could not be distinguished. */
bool order_report_plot(const char *path, const order_table *t, const char *title, failure *why);

/* The same as an element <svg> of a page of HTML, under this title alone. Rules that were not
 * searched at a depth have no point there. */
bool order_report_inline(FILE *html, const order_table *t, const char *title, failure *why);

#endif
