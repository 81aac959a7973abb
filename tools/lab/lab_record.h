/* A record of measurements: a CSV file, a row a measurement, that grows row by row and survives
 * being killed at any moment. The first fields of a row are its key, which says what was measured
 * and how; no field but the last may hold a comma.
 *
 * One process writes a record at a time; the others are refused. Not for several threads at once.
 */
#ifndef TOOLS_LAB_RECORD_H
#define TOOLS_LAB_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chess/failure.h"

/* What a record holds; must outlive it. */
typedef struct lab_record_kind {
    const char *what;   /* "a suite's record", for complaints */
    const char *header; /* the file's first line, with its newline */
    int key_fields;
    bool (*is_tail)(const char *tail); /* whether what stands behind a key can be read */
    bool (*is_row)(const char *row);   /* whether all of a row can be; NULL: as is_tail */
} lab_record_kind;

typedef struct lab_record lab_record;

/* Opens or creates. A last row that was cut off is removed. NULL and `why` if another process has
 * it open, or if it is anything but such a record: then it is left as it is. */
lab_record *lab_record_open(const char *path, const lab_record_kind *kind, failure *why);

/* Opens a file that is only to be read, which another process may go on writing, or gzip have
 * compressed. Its kind is that
 * of the `count` kinds whose header it begins with; if none has it, true with *record NULL. A last
 * row that was cut off is left out. False and `why`, naming file and line, if it cannot be read or
 * a row is damaged. Nothing can be added; close it as others. */
bool lab_record_read(const char *path, const lab_record_kind *const kinds[], int count,
                     lab_record **record, failure *why);

/* The kind that it was opened as. */
const lab_record_kind *lab_record_kind_of(const lab_record *record);

/* What the file held behind a key (which ends in a comma) when it was opened, or NULL. It is the
 * record's memory. */
const char *lab_record_find(const lab_record *record, const char *key);

/* The file's path as it was given. */
const char *lab_record_path(const lab_record *record);

/* The rows that the file held when it was opened, sorted, without their newlines. */
size_t lab_record_count(const lab_record *record);
const char *lab_record_row(const lab_record *record, size_t index);

/* Appends a row, whose newline is its last byte. False and `why` if it cannot be written whole:
 * then nothing of it stays. */
bool lab_record_add(lab_record *record, const char *row, size_t size, failure *why);

/* Syncs and closes. NULL is fine. */
bool lab_record_close(lab_record *record, failure *why);

/* Writes a text in quotes, as a last field, with a newline behind it; returns its bytes, at most
 * twice the text's and three more. */
size_t lab_record_quote(char *to, const char *text);

/* Reads a checksum of eight hexadecimal digits that a comma ends, and steps over both; false if
 * there is none. */
bool lab_record_check(const char **at, uint32_t *check);

/* Copies a field that a comma ends, and steps over both; false if there is none or it is too long.
 */
bool lab_record_field(const char **at, char field[], size_t size);

/* Reads a whole number from least to most that a comma ends, and steps over both; false if there is
 * none. */
bool lab_record_number(const char **at, long long least, long long most, long long *value);

#endif
