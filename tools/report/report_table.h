/* A table of a report, built row by row before it is written, as HTML or as text. */
#ifndef TOOLS_REPORT_TABLE_H
#define TOOLS_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum { REPORT_COLUMNS_MAX = 20, REPORT_CELL_MAX = 1024 };

typedef struct report_column {
    const char *head;
    bool number; /* stands at the right */
} report_column;

/* A row of cells, or a line over all columns: then only the first cell is there. Cells are lines of
 * plain text; one that begins with a blank is a note to the lines before. */
typedef struct report_row {
    char *cell[REPORT_COLUMNS_MAX];
    bool group;
} report_row;

typedef struct report_table {
    report_column column[REPORT_COLUMNS_MAX];
    int columns;
    report_row *rows;
    size_t count, capacity;
    int filled;  /* cells of the last row */
    bool failed; /* memory was short */
} report_table;

void report_table_start(report_table *t, const report_column columns[], int count);
void report_table_free(report_table *t);

/* A line over all columns. */
void report_table_group(report_table *t, const char *text);

/* The next cell of the last row, or the first one of a new row if that one is full; printf format,
 * cut to fit. */
void report_table_cell(report_table *t, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
