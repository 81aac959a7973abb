/* Reads bytes as a record of the laboratory of any kind, as a table of a trainer's log, and as the
 * probe positions in a row of a record of mcts. A record that is read goes into a report. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "csv_table.h"
#include "fuzz.h"
#include "mcts_probes.h"
#include "report.h"

static const lab_schema *const schemas[] = {&match_schema, &suite_schema, &mcts_schema,
                                            &threads_schema, &defaults_schema};

/* A report of more rows takes too long to be made often. */
enum { SCHEMAS = sizeof schemas / sizeof *schemas, ROWS_MAX = 40 };

/* The rows are found by their keys, and read again as they are written. */
static void look_up(const lab_record *record)
{
    const lab_schema *schema = lab_record_schema(record);
    for (size_t i = 0; i < lab_record_count(record); i++) {
        const void *row = lab_record_at(record, i);
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        fuzz_expect(lab_record_find(record, row) != NULL, "a row is found by its key");
        lab_schema_print(schema, row, file);
        fclose(file);
        text[size - 1] = 0;
        void *again = calloc(1, schema->row_size);
        fuzz_expect(lab_schema_parse(schema, text, again), "what is written can be read");
        free(again);
        free(text);
    }
}

/* The number of its rows; 0 if it is not a record. */
static size_t read_record(const char *path)
{
    failure why = {""};
    lab_record *record;
    size_t rows = 0;
    if (!lab_record_read(path, schemas, SCHEMAS, &record, &why)) {
        fuzz_expect(why.text[0] != '\0', "a refusal has its reason");
    } else if (record) {
        look_up(record);
        rows = lab_record_count(record);
        lab_record_close(record, NULL);
    }
    return rows;
}

/* Opens the record to append to it, which cuts off an unfinished last row. */
static void go_on(const char *path, size_t rows)
{
    failure why = {""};
    int opened = 0;
    for (int i = 0; i < SCHEMAS; i++) {
        lab_record *record = lab_record_open(path, schemas[i], &why);
        if (record) {
            fuzz_expect(lab_record_count(record) == rows, "all rows are there to append to");
            opened++;
        } else {
            fuzz_expect(why.text[0] != '\0', "a refusal has its reason");
        }
        lab_record_close(record, NULL);
    }
    fuzz_expect(rows == 0 || opened == 1, "a record is of one kind");
}

/* A gzip file can be read, but not appended to. */
static bool is_packed(const uint8_t *data, size_t size)
{
    return size >= 2 && data[0] == 0x1f && data[1] == 0x8b;
}

static void write_report(report_format format)
{
    report_results results;
    failure why = {""};
    if (report_results_read(&results, fuzz_folder(), 5, &why)) {
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        if (!file || !report_write(file, format, &results) || fclose(file) != 0) {
            abort();
        }
        free(text);
    } else {
        fuzz_expect(why.text[0] != '\0', "a refusal has its reason");
    }
    report_results_free(&results);
}

static void read_table(const char *path)
{
    static csv_table table; /* large */
    failure why = {""};
    if (csv_table_read(&table, path, &why)) {
        for (size_t i = 0; i < table.columns; i++) {
            const int column = csv_table_column(&table, table.names[i]);
            fuzz_expect(column >= 0 && (size_t)column <= i, "a column is found by its name");
        }
    } else {
        fuzz_expect(why.text[0] != '\0', "a refusal has its reason");
    }
    csv_table_free(&table);
}

static bool same_probes(const mcts_reference *a, const mcts_reference *b)
{
    for (int i = 0; i < a->count; i++) {
        const mcts_probe *x = &a->probe[i], *y = &b->probe[i];
        const size_t played = (size_t)x->length * sizeof *x->played;
        const size_t count = (size_t)x->count;
        if (x->length != y->length || x->count != y->count ||
            memcmp(x->played, y->played, played) != 0 ||
            memcmp(x->moves, y->moves, count * sizeof *x->moves) != 0 ||
            memcmp(x->visits, y->visits, count * sizeof *x->visits) != 0) {
            return false;
        }
    }
    return a->count == b->count;
}

/* Probe positions that are read are the same after they are written and read again. */
static void read_probes(const uint8_t *data, size_t size)
{
    static mcts_reference read, again; /* large */
    position start;
    char *written = NULL;
    size_t length;
    fuzz_expect(fen_parse(&start, FEN_START, NULL, NULL), "the start is a position");
    char *text = fuzz_text(data, size);
    const bool good = mcts_probes_read(&read, &start, text);
    free(text);
    if (!good) {
        return;
    }
    FILE *file = open_memstream(&written, &length);
    if (!file) {
        abort();
    }
    mcts_probes_write(file, &read, false);
    fclose(file);
    fuzz_expect(mcts_probes_read(&again, &start, written) && same_probes(&read, &again),
                "probe positions are read as they are written");
    free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file("record", data, size);
    const size_t rows = read_record(path);
    read_table(path);
    read_probes(data, size);
    if (rows > 0 && rows <= ROWS_MAX) {
        write_report(size & 1 ? REPORT_HTML : REPORT_TEXT);
    }
    if (!is_packed(data, size)) {
        go_on(path, rows);
    }
    return 0;
}
