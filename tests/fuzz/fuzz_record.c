/* Reads bytes as a record of the laboratory of any kind, as a table of a trainer's log, and as the
 * sites in a row of a record of rules. A record that is read goes into a report. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "csv_table.h"
#include "fuzz.h"
#include "report.h"
#include "rule_sites.h"

static const lab_record_kind *const kinds[] = {&match_record_kind, &suite_record_kind,
                                               &rule_record_kind, &scaling_record_kind};

/* A report of more rows takes too long to be made often. */
enum { KINDS = sizeof kinds / sizeof *kinds, ROWS_MAX = 40 };

/* The rows are sorted, and each is found by its key. */
static void look_up(const lab_record *record)
{
    for (size_t i = 0; i < lab_record_count(record); i++) {
        const char *row = lab_record_row(record, i), *end = row;
        fuzz_expect(i == 0 || strcmp(lab_record_row(record, i - 1), row) <= 0, "rows are sorted");
        for (int k = 0; k < lab_record_kind_of(record)->key_fields; k++) {
            end = strchr(end, ',');
            fuzz_expect(end != NULL, "a row has its whole key");
            end++;
        }
        char *key = fuzz_text((const uint8_t *)row, (size_t)(end - row));
        fuzz_expect(lab_record_find(record, key) != NULL, "a row is found by its key");
        free(key);
    }
}

/* The number of its rows; 0 if it is not a record. */
static size_t read_record(const char *path)
{
    failure why = {""};
    lab_record *record;
    size_t rows = 0;
    if (!lab_record_read(path, kinds, KINDS, &record, &why)) {
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
    for (int i = 0; i < KINDS; i++) {
        lab_record *record = lab_record_open(path, kinds[i], &why);
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
    if (report_results_read(&results, fuzz_folder(), &why)) {
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

static bool same_sites(const rule_reference *a, const rule_reference *b)
{
    for (int i = 0; i < a->count; i++) {
        const rule_site *x = &a->site[i], *y = &b->site[i];
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

/* Sites that are read are the same after they are written and read again. */
static void read_sites(const char *text, size_t size)
{
    static rule_reference read, again; /* large */
    position start;
    char *written = NULL;
    size_t length;
    fuzz_expect(fen_parse(&start, FEN_START, NULL, NULL), "the start is a position");
    if (!rule_sites_read(&read, &start, text, size)) {
        return;
    }
    FILE *file = open_memstream(&written, &length);
    if (!file) {
        abort();
    }
    rule_sites_write(file, &read, false);
    fclose(file);
    fuzz_expect(rule_sites_read(&again, &start, written, length) && same_sites(&read, &again),
                "sites are read as they are written");
    free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file("record", data, size);
    const size_t rows = read_record(path);
    read_table(path);
    read_sites((const char *)data, size);
    if (rows > 0 && rows <= ROWS_MAX) {
        write_report(size & 1 ? REPORT_HTML : REPORT_TEXT);
    }
    if (!is_packed(data, size)) {
        go_on(path, rows);
    }
    return 0;
}
