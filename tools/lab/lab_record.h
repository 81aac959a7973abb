/* A record of measurements: a CSV file that grows row by row and survives a kill at any moment. Its
 * schema says what a row is. The first line has the names of the columns.
 *
 * Only one process at a time can open a record for writing. One thread at a time may use it. */
#ifndef TOOLS_LAB_RECORD_H
#define TOOLS_LAB_RECORD_H

#include "lab_schema.h"

typedef struct lab_record lab_record;

/* Opens or creates a record. A last row that was cut off is removed. Returns NULL and fills `why`,
 * which names the file, if it cannot be opened, is longer than 1 GiB or is not such a record, if a
 * row is damaged, or if another process has it open; then the file does not change. The schema must
 * outlive the record. */
lab_record *lab_record_open(const char *path, const lab_schema *schema, failure *why);

/* Reads a file, plain or compressed by gzip, to which another process may go on writing. The
 * record's schema is the one of `count` schemas whose header is the file's first line. If there is
 * none, the result is true and *record is NULL. A last row that was cut off is left out. Rows
 * cannot be added to the record; lab_record_close() frees it. Returns false and fills `why`, which
 * names file and line, if the file cannot be read or a row is damaged; then *record is NULL. */
bool lab_record_read(const char *path, const lab_schema *const schemas[], int count,
                     lab_record **record, failure *why);

const lab_schema *lab_record_schema(const lab_record *record);

/* The file's path as it was given. */
const char *lab_record_path(const lab_record *record);

/* The rows that the file held when it was opened, sorted by their text: their number, and the row
 * at an index below it. The rows belong to the record. */
size_t lab_record_count(const lab_record *record);
const void *lab_record_at(const lab_record *record, size_t index);

/* The row that has the same key as `row` and says that the same was measured (lab_schema.same). Of
 * several it is the first that has the same names (lab_schema_same_names()), if there is one, and
 * else the first. NULL if the file held none when it was opened, or if memory is short. The row
 * belongs to the record. */
const void *lab_record_find(const lab_record *record, const void *row);

/* Appends a row that is there as `found`, but under other names (lab_schema_same_names()). If it
 * has the same names, nothing is appended. Returns like lab_record_add(). */
bool lab_record_add_names(lab_record *record, const void *found, const void *row, failure *why);

/* True if the file held all rows of another record of the same schema when it was opened. False if
 * memory is short. */
bool lab_record_has_all(const lab_record *record, const lab_record *other);

/* Appends a row to the file. Returns false and fills `why` if lab_schema_accepts() refuses the row
 * or it cannot be written; then nothing of it stays in the file. (If even that is impossible, `why`
 * says so, and the next lab_record_open() removes what is left.) */
bool lab_record_add(lab_record *record, const void *row, failure *why);

/* Syncs and closes the file, and frees the record in any case. NULL is fine. Returns false and
 * fills `why` if rows may not have reached the disk. */
bool lab_record_close(lab_record *record, failure *why);

#endif
