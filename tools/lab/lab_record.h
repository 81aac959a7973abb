/* A record of measurements: a CSV file that grows row by row and survives a kill at any moment.
 * Its schema says what a row is.
 *
 * One process writes a record at a time; the others are refused. Not for several threads at once.
 */
#ifndef TOOLS_LAB_RECORD_H
#define TOOLS_LAB_RECORD_H

#include "lab_schema.h"

typedef struct lab_record lab_record;

/* Opens or creates a record. A last row that was cut off is removed. NULL and `why` if another
 * process has it open, or if the file is not such a record; then the file does not change. The
 * schema must outlive the record. */
lab_record *lab_record_open(const char *path, const lab_schema *schema, failure *why);

/* Opens a file for reading only. Another process may go on writing it, and gzip may have compressed
 * it. The schema is the one of `count` schemas whose header is the first line; if there is none,
 * the result is true and *record is NULL. A last row that was cut off is left out. False and `why`,
 * naming file and line, if it cannot be read or a row is damaged. Rows cannot be added; close it
 * like others. */
bool lab_record_read(const char *path, const lab_schema *const schemas[], int count,
                     lab_record **record, failure *why);

const lab_schema *lab_record_schema(const lab_record *record);

/* The file's path as it was given. */
const char *lab_record_path(const lab_record *record);

/* The rows that the file held when it was opened, sorted by their text. They are the record's
 * memory. */
size_t lab_record_count(const lab_record *record);
const void *lab_record_at(const lab_record *record, size_t index);

/* The row with the same key as `row`, whose other fields are ignored. NULL if the file held none
 * when it was opened, or if memory is short. */
const void *lab_record_find(const lab_record *record, const void *row);

/* Appends a row. False and `why` if the row does not say what made it, or cannot be written whole:
 * then nothing of it stays. */
bool lab_record_add(lab_record *record, const void *row, failure *why);

/* Syncs and closes. NULL is fine. */
bool lab_record_close(lab_record *record, failure *why);

#endif
