/* Tables of a section that say what was measured, and how to measure it again. */
#ifndef TOOLS_REPORT_LIST_H
#define TOOLS_REPORT_LIST_H

#include "report_results.h"
#include "report_text.h"

/* A table of what was measured, with the commands that measure it again. */
typedef struct report_list {
    const report_column *columns; /* [column_count] */
    int column_count;
    /* Adds one whole row for an item, or sets t->failed if memory is short. */
    void (*add_row)(report_table *t, const report_results *results, const void *item);
    /* Adds one whole line for an item. */
    void (*add_command)(report_commands *c, const void *item);
} report_list;

/* Writes the rows of the items in their order, and below them the commands. Without items it writes
 * that nothing was measured. */
void report_list_write(report_page *p, const report_list *list, const report_results *results,
                       const void *const items[], size_t count);

#endif
