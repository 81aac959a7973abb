/* The cells of the atlas: the figures of one idea or value. */
#ifndef TOOLS_REPORT_ATLAS_CELLS_H
#define TOOLS_REPORT_ATLAS_CELLS_H

#include "report_figures.h"
#include "report_table.h"

extern const char report_unmeasured[]; /* what stands where there is no figure */

/* A cell that is put together. */
typedef struct report_cell {
    char text[REPORT_CELL_MAX];
    int figures;
} report_cell;

/* Appends what fits. */
void report_cell_add(report_cell *c, const char *text);

/* Adds a cell with the figures of an idea (of a choice, of one of its values), each with its
 * conditions as a note: a handful of matches at most, and the nodes at the greatest depth of each
 * suite. */
void report_atlas_figures(report_table *t, const report_figures *all,
                          const search_technique_row *row, int value, report_measure measure);

#endif
