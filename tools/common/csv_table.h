/* Tables of numbers in comma-separated files, such as the trainer's logs. */
#ifndef TOOLS_CSV_TABLE_H
#define TOOLS_CSV_TABLE_H

#include <stddef.h>

#include "base/failure.h"

enum { CSV_COLUMNS_MAX = 64, CSV_LINE_MAX = 4096 };

/* A table. It must not be copied, because `names` points into it. */
typedef struct csv_table {
    char header[CSV_LINE_MAX];          /* the first line, with NULs in place of its commas */
    const char *names[CSV_COLUMNS_MAX]; /* of the columns, in `header` */
    size_t columns, rows;
    double *cells; /* [rows][columns]; an empty field is NAN */
} csv_table;

/* Reads a file: a line of names, then rows of numbers. A last row without a newline is incomplete
 * and is left out. Returns false and fills `why`, which names file and line, on any other error.
 * Free the table with csv_table_free() in either case. */
bool csv_table_read(csv_table *table, const char *path, failure *why);
void csv_table_free(csv_table *table);

/* The index of a column by its name, or -1. */
int csv_table_column(const csv_table *table, const char *name);

/* The number in a row and a column. */
static inline double csv_table_at(const csv_table *table, size_t row, int column)
{
    return table->cells[row * table->columns + (size_t)column];
}

#endif
