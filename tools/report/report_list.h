/* Tables of a section that say what was measured, and how to measure it again. */
#ifndef TOOLS_REPORT_LIST_H
#define TOOLS_REPORT_LIST_H

#include "report_results.h"
#include "report_text.h"

/* A table of what was measured, with the commands that measure it again. */
typedef struct report_list {
    const report_column *columns;
    int column_count;
    void (*add_row)(report_table *t, const report_results *results, const void *item);
    void (*add_command)(report_commands *c, const void *item);
} report_list;

/* Writes the items in their order; or that nothing was measured, if there are none. */
void report_list_write(report_page *p, const report_list *list, const report_results *results,
                       const void *const items[], size_t count);

#endif
