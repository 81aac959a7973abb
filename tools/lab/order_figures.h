/* The nodes that one way of searching positions needs, divided by those of another way. */
#ifndef TOOLS_ORDER_FIGURES_H
#define TOOLS_ORDER_FIGURES_H

#include "lab_group.h"
#include "statistics.h"

typedef struct order_figure {
    uint64_t nodes; /* of all positions of the group */
    int common;     /* positions that both groups have */
    bounded ratio;  /* over these; NANs if there are none, or memory is short */
} order_figure;

/* Of two groups of suite_rows, sorted. */
order_figure order_compare(const lab_group *group, const lab_group *base);

#endif
