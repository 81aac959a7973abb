#include "report_table.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/array_room.h"

void report_table_start(report_table *t, const report_column columns[], int count)
{
    assert(count > 0 && count <= REPORT_COLUMNS_MAX);
    *t = (report_table){.columns = count, .filled = count};
    memcpy(t->column, columns, (size_t)count * sizeof *columns);
}

void report_table_free(report_table *t)
{
    for (size_t i = 0; i < t->count; i++) {
        for (int c = 0; c < t->columns; c++) {
            free(t->rows[i].cell[c]);
        }
    }
    free(t->rows);
    *t = (report_table){0};
}

static report_row *add_row(report_table *t)
{
    report_row *grown = array_room(t->rows, sizeof *grown, &t->capacity, t->count + 1);
    if (!grown) {
        t->failed = true;
        return NULL;
    }
    t->rows = grown;
    report_row *row = &t->rows[t->count++];
    *row = (report_row){.group = false};
    return row;
}

void report_table_group(report_table *t, const char *text)
{
    report_row *row = t->failed ? NULL : add_row(t);
    assert(t->filled == t->columns);
    if (row) {
        row->group = true;
        row->cell[0] = strdup(text);
        t->failed = !row->cell[0];
    }
}

void report_table_cell(report_table *t, const char *format, ...)
{
    va_list arguments, again;
    if (t->failed || (t->filled == t->columns && !add_row(t))) {
        return;
    }
    t->filled = t->filled == t->columns ? 0 : t->filled;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    va_end(arguments);
    t->rows[t->count - 1].cell[t->filled++] = text;
    t->failed = !text;
}
