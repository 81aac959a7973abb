#include "csv_table.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "files/input_file.h"

/* A file that is being read. */
typedef struct reader {
    FILE *file;
    const char *path;
    char line[CSV_LINE_MAX];
    long number; /* of the line, from 1 */
    size_t capacity;
    failure *why;
} reader;

typedef enum { LINE_READ, LINE_NONE, LINE_BAD } line_status;

/* The next complete line, without its newline. */
static line_status next_line(reader *r)
{
    r->number++;
    errno = 0;
    if (!fgets(r->line, sizeof r->line, r->file)) {
        if (ferror(r->file)) {
            fail(r->why, "%s: cannot be read: %s", r->path, strerror(errno));
            return LINE_BAD;
        }
        return LINE_NONE;
    }
    size_t length = strlen(r->line);
    if (length && r->line[length - 1] == '\n') {
        r->line[length - 1] = 0;
        r->line[strcspn(r->line, "\r")] = 0;
        return LINE_READ;
    }
    if (feof(r->file)) {
        return LINE_NONE;
    }
    fail(r->why, "%s, line %ld: too long, or not text", r->path, r->number);
    return LINE_BAD;
}

static bool read_header(csv_table *table, reader *r)
{
    line_status status = next_line(r);
    if (status == LINE_BAD) {
        return false;
    }
    if (status == LINE_NONE || !r->line[0]) {
        return fail(r->why, "%s: there is no line of column names", r->path);
    }
    memcpy(table->header, r->line, sizeof table->header);
    for (char *at = table->header; at;) {
        if (table->columns == CSV_COLUMNS_MAX) {
            return fail(r->why, "%s: more than %d columns", r->path, CSV_COLUMNS_MAX);
        }
        table->names[table->columns++] = at;
        at = strchr(at, ',');
        if (at) {
            *at++ = 0;
        }
    }
    return true;
}

static double *add_row(csv_table *table, reader *r)
{
    const size_t row = table->columns * sizeof *table->cells;
    double *cells = array_room(table->cells, row, &r->capacity, table->rows + 1);
    if (!cells) {
        fail(r->why, "%s: not enough memory for its rows", r->path);
        return NULL;
    }
    table->cells = cells;
    return &table->cells[table->rows++ * table->columns];
}

static bool read_row(csv_table *table, reader *r)
{
    double *cell = add_row(table, r);
    char *at = r->line;
    for (size_t i = 0; cell && i < table->columns; i++) {
        char *end = at;
        cell[i] = *at == ',' || !*at ? (double)NAN : strtod(at, &end);
        const char wanted = i + 1 < table->columns ? ',' : 0;
        if (*end != wanted) {
            const bool ends = *end == ',' || !*end;
            return fail(r->why, "%s, line %ld: %s (expected %zu columns of numbers)", r->path,
                        r->number, ends ? "wrong number of fields" : "a field is not a number",
                        table->columns);
        }
        at = end + 1;
    }
    return cell != NULL;
}

bool csv_table_read(csv_table *table, const char *path, failure *why)
{
    *table = (csv_table){0};
    reader r = {.file = input_file_stream(path, why), .path = path, .why = why};
    if (!r.file) {
        return false;
    }
    bool good = read_header(table, &r);
    line_status status = LINE_READ;
    while (good && (status = next_line(&r)) == LINE_READ) {
        good = read_row(table, &r);
    }
    fclose(r.file);
    return good && status == LINE_NONE;
}

void csv_table_free(csv_table *table)
{
    free(table->cells);
    *table = (csv_table){0};
}

int csv_table_column(const csv_table *table, const char *name)
{
    for (size_t i = 0; i < table->columns; i++) {
        if (strcmp(table->names[i], name) == 0) {
            return (int)i;
        }
    }
    return -1;
}
