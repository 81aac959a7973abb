#include "order_figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite_search.h"

/* Nodes of the positions that both have, side by side; how many they are. */
static int pair_nodes(const lab_group *group, const lab_group *base, uint64_t above[],
                      uint64_t below[])
{
    int count = 0;
    for (size_t i = 0, k = 0; i < group->count && k < base->count;) {
        const suite_row *a = suite_row_at(group, i), *b = suite_row_at(base, k);
        const int order = strcmp(a->position, b->position);
        if (order == 0 && a->nodes && b->nodes) {
            above[count] = (uint64_t)a->nodes;
            below[count++] = (uint64_t)b->nodes;
        }
        i += order <= 0;
        k += order >= 0;
    }
    return count;
}

order_figure order_compare(const lab_group *group, const lab_group *base)
{
    order_figure figure = {.ratio = {NAN, NAN, NAN}};
    uint64_t *above = calloc(2 * group->count + 1, sizeof *above);
    for (size_t i = 0; i < group->count; i++) {
        figure.nodes += (uint64_t)suite_row_at(group, i)->nodes;
    }
    if (above) {
        uint64_t *below = above + group->count;
        figure.common = pair_nodes(group, base, above, below);
        if (figure.common) {
            figure.ratio = mean_ratio(above, below, figure.common);
        }
    }
    free(above);
    return figure;
}
