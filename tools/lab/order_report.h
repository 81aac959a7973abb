/* What an ordering experiment came to: tables and a picture. */
#ifndef TOOLS_ORDER_REPORT_H
#define TOOLS_ORDER_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "chess/failure.h"
#include "suite_plan.h"

enum { ORDER_RULES_MAX = 128, ORDER_DEPTHS_MAX = 32 };

/* Nodes of every search: of rule r at depth index d the positions' begin at
 * nodes + (r * depth_count + d) * positions. */
typedef struct order_results {
    const char *names[ORDER_RULES_MAX]; /* the rules as they were given; the first is the measure */
    int rule_count;
    int depths[ORDER_DEPTHS_MAX];
    int depth_count;
    int positions;
    uint64_t *nodes;
} order_results;

static inline uint64_t *order_nodes(const order_results *r, int rule, int depth)
{
    return r->nodes + (size_t)(rule * r->depth_count + depth) * (size_t)r->positions;
}

/* Prints for each rule and depth the total of nodes, and their ratio to the first rule's. */
void order_report_print(FILE *out, const order_results *results);

/* Draws the ratios against the depth, with their bounds, for the first rules: a handful, since more
 * could not be told apart. */
bool order_report_plot(const char *path, const order_results *results, const char *title,
                       failure *why);

#endif
