/* A table of a report, built row by row before it is written, as HTML or as text. */
#ifndef TOOLS_REPORT_TABLE_H
#define TOOLS_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum { REPORT_COLUMNS_MAX = 20 };

typedef struct report_column {
    const char *head;
    bool number; /* aligned to the right */
} report_column;

/* A row of cells. A cell is one or more lines of plain text, with newlines between them. A line
 * that begins with a blank is a note to the lines before it. */
typedef struct report_row {
    char *cell[REPORT_COLUMNS_MAX];
    bool group; /* a line over all columns; it has only the first cell */
} report_row;

typedef struct report_table {
    report_column column[REPORT_COLUMNS_MAX];
    int columns;
    report_row *rows;
    size_t count, capacity;
    int filled;  /* the number of cells of the last row that is not a line over all columns */
    bool failed; /* memory was short, and cells or rows are missing */
} report_table;

/* Begins a table of 1 to REPORT_COLUMNS_MAX columns. Free it with report_table_free(). */
void report_table_start(report_table *t, const report_column columns[], int count);
void report_table_free(report_table *t);

/* Adds a line over all columns. The last row must be whole. */
void report_table_group(report_table *t, const char *text);

/* Adds the next cell of the last row or, if that row is whole, the first cell of a new row. The
 * text is in printf format. */
void report_table_cell(report_table *t, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
