#include "lab_record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "files/growing_file.h"
#include "files/gzip_input.h"
#include "system/files.h"

enum { RECORD_BYTES_MAX = 1 << 30, HEADER_KNOWN_MIN = 16, ROOM_FIRST = 1 << 16 };

/* A line of the file, behind the header. */
typedef struct record_line {
    char *text;
    size_t number;
} record_line;

struct lab_record {
    const lab_schema *schema;
    int fd;
    char *path;
    off_t size;         /* of whole rows */
    char *text;         /* what the file held; lines and fields are ended by zeros */
    record_line *lines; /* sorted */
    char *rows;         /* parsed from the lines, of schema->row_size bytes each */
    size_t row_count;
};

/* The first line of a schema's file, to be freed; NULL if memory is short. */
static char *header_of(const lab_schema *schema)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (file) {
        lab_schema_header(schema, file);
    }
    if (!file || fclose(file) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

static int compare_lines(const void *left, const void *right)
{
    return strcmp(((const record_line *)left)->text, ((const record_line *)right)->text);
}

static bool too_long(const lab_record *record, failure *why)
{
    return fail(why, "%s: over 1 GiB is too long for a record", record->path);
}

/* Reads all bytes of the file and ends them with a zero; `length` are those before it. */
static bool read_bytes(lab_record *record, size_t *length, failure *why)
{
    struct stat status;
    if (fstat(record->fd, &status) != 0) {
        return fail(why, "%s: %s", record->path, strerror(errno));
    }
    if (status.st_size > RECORD_BYTES_MAX) {
        return too_long(record, why);
    }
    const size_t size = (size_t)status.st_size;
    record->text = malloc(size + 1);
    if (!record->text) {
        return fail(why, "%s: not enough memory to read it", record->path);
    }
    *length = 0;
    while (*length < size) {
        ssize_t got = read(record->fd, record->text + *length, size - *length);
        if (got < 0 && errno != EINTR) {
            return fail(why, "%s: cannot be read: %s", record->path, strerror(errno));
        }
        if (got == 0) {
            break;
        }
        *length += got > 0 ? (size_t)got : 0;
    }
    record->text[*length] = 0;
    return true;
}

/* Room for all lines of a text of so many bytes. */
static bool make_lines(lab_record *record, size_t length, failure *why)
{
    size_t lines = 1;
    for (size_t i = 0; i < length; i++) {
        lines += record->text[i] == '\n';
    }
    record->lines = calloc(lines, sizeof *record->lines);
    record->rows = calloc(lines, record->schema->row_size);
    return (record->lines && record->rows) ||
           fail(why, "%s: not enough memory to read it", record->path);
}

/* Parses the sorted lines. If several are no rows, the message names the first of the file. */
static bool parse_lines(lab_record *record, failure *why)
{
    size_t bad = 0;
    for (size_t i = 0; i < record->row_count; i++) {
        void *row = record->rows + i * record->schema->row_size;
        const size_t number = record->lines[i].number;
        if (!lab_schema_parse(record->schema, record->lines[i].text, row) &&
            (!bad || number < bad)) {
            bad = number;
        }
    }
    return !bad ||
           fail(why, "%s, line %zu: not a row of %s", record->path, bad, record->schema->what);
}

/* Finds the rows of whole lines, behind the header. */
static bool index_rows(lab_record *record, size_t length, failure *why)
{
    size_t number = 2;
    char *end;
    if (!make_lines(record, length, why)) {
        return false;
    }
    for (char *at = record->text + record->size; (end = strchr(at, '\n')); at = end + 1) {
        *end = 0;
        record->lines[record->row_count++] = (record_line){at, number++};
        record->size = end + 1 - record->text;
    }
    if (strlen(record->text + record->size) != length - (size_t)record->size) {
        return fail(why, "%s, line %zu: not text", record->path, number);
    }
    qsort(record->lines, record->row_count, sizeof *record->lines, compare_lines);
    return parse_lines(record, why);
}

static bool append(lab_record *record, const char *row, size_t size, failure *why)
{
    for (size_t done = 0; done < size;) {
        ssize_t put = pwrite(record->fd, row + done, size - done, record->size + (off_t)done);
        if (put < 0 && errno != EINTR) {
            int reason = errno;
            bool back = ftruncate(record->fd, record->size) == 0;
            return fail(why, "%s: cannot be written: %s%s", record->path, strerror(reason),
                        back ? "" : "; its last row is cut off");
        }
        done += put > 0 ? (size_t)put : 0;
    }
    record->size += (off_t)size;
    return true;
}

bool lab_record_add(lab_record *record, const void *row, failure *why)
{
    char *line = NULL;
    size_t size = 0;
    if (!lab_schema_accepts(record->schema, row, why)) {
        return false;
    }
    FILE *out = open_memstream(&line, &size);
    if (out) {
        lab_schema_print(record->schema, row, out);
    }
    const bool whole = out && !ferror(out);
    const bool good = ((!out || fclose(out) == 0) && whole)
                          ? append(record, line, size, why)
                          : fail(why, "%s: not enough memory for a row", record->path);
    free(line);
    return good;
}

/* Reads the file, cuts off an incomplete last row, and writes the header into an empty file. */
static bool read_through(lab_record *record, const char *header, failure *why)
{
    size_t length = 0;
    const size_t whole = strlen(header);
    if (!read_bytes(record, &length, why)) {
        return false;
    }
    /* A record may be cut off in its header. A few bytes may be the beginning of any file. */
    const bool known = length == 0 || length >= HEADER_KNOWN_MIN;
    if (!known || memcmp(record->text, header, length < whole ? length : whole) != 0) {
        return fail(why, "%s: exists, and is not %s; choose another name", record->path,
                    record->schema->what);
    }
    if (length >= whole) {
        record->size = (off_t)whole;
        if (!index_rows(record, length, why)) {
            return false;
        }
    }
    if ((off_t)length > record->size && ftruncate(record->fd, record->size) != 0) {
        return fail(why, "%s: its last, incomplete row cannot be cut off: %s", record->path,
                    strerror(errno));
    }
    return record->size || append(record, header, whole, why);
}

static lab_record *make_record(const char *path, const lab_schema *schema, failure *why)
{
    lab_record *record = calloc(1, sizeof *record);
    char *copy = strdup(path);
    if (!record || !copy) {
        free(record);
        free(copy);
        fail(why, "%s: not enough memory", path);
        return NULL;
    }
    record->schema = schema;
    record->fd = -1;
    record->path = copy;
    return record;
}

lab_record *lab_record_open(const char *path, const lab_schema *schema, failure *why)
{
    lab_record *record = make_record(path, schema, why);
    if (!record) {
        return NULL;
    }
    char *header = header_of(schema);
    record->fd = header ? growing_file_open(path, why) : -1;
    const bool good = record->fd >= 0 && read_through(record, header, why);
    if (!header) {
        fail(why, "%s: not enough memory", path);
    }
    free(header);
    if (!good) {
        lab_record_close(record, NULL);
    }
    return good ? record : NULL;
}

/* Makes room for more text after the first `length` bytes. Returns the room, or 0 if memory is
 * short. */
static size_t make_room(lab_record *record, size_t length, size_t *room)
{
    if (length + 1 >= *room) {
        const size_t larger = *room ? 2 * *room : ROOM_FIRST;
        char *moved = realloc(record->text, larger);
        if (!moved) {
            return 0;
        }
        record->text = moved;
        *room = larger;
    }
    return *room - length - 1;
}

/* The same as read_bytes() for a file that gzip may have compressed. */
static bool read_packed(lab_record *record, gzip_input *file, size_t *length, failure *why)
{
    size_t room = 0, got = 1;
    failure reason;
    *length = 0;
    while (got > 0) {
        const size_t free_bytes = make_room(record, *length, &room);
        if (!free_bytes) {
            return fail(why, "%s: not enough memory to read it", record->path);
        }
        if (gzip_input_read(file, record->text + *length, free_bytes, &got, &reason) != GZIP_READ) {
            return fail(why, "%s: cannot be read: %s", record->path, reason.text);
        }
        *length += got;
        if (*length > RECORD_BYTES_MAX) {
            return too_long(record, why);
        }
    }
    record->text[*length] = 0;
    return true;
}

/* Reads all bytes of the file, without a lock. */
static bool read_file(lab_record *record, size_t *length, failure *why)
{
    gzip_input *file = gzip_input_open(record->path, why);
    const bool good = file && read_packed(record, file, length, why);
    gzip_input_close(file);
    return good;
}

/* Finds the schema whose header begins a text of so many bytes; NULL if there is none. False if
 * memory is short. */
static bool find_schema(lab_record *record, size_t length, const lab_schema *const schemas[],
                        int count, failure *why)
{
    for (int i = 0; i < count && !record->schema; i++) {
        char *header = header_of(schemas[i]);
        if (!header) {
            return fail(why, "%s: not enough memory to read it", record->path);
        }
        const size_t whole = strlen(header);
        if (length >= whole && memcmp(record->text, header, whole) == 0) {
            record->schema = schemas[i];
            record->size = (off_t)whole;
        }
        free(header);
    }
    return true;
}

bool lab_record_read(const char *path, const lab_schema *const schemas[], int count,
                     lab_record **record, failure *why)
{
    size_t length = 0;
    lab_record *made = make_record(path, NULL, why);
    bool good =
        made && read_file(made, &length, why) && find_schema(made, length, schemas, count, why);
    if (good && made->schema) {
        good = index_rows(made, length, why);
    }
    const bool found = good && made->schema;
    if (!found) {
        lab_record_close(made, NULL);
    }
    *record = found ? made : NULL;
    return good;
}

const lab_schema *lab_record_schema(const lab_record *record)
{
    return record->schema;
}

/* Compares a line, whose fields end in zeros in place of commas, with a key, which has commas. */
static int compare_key(const char *line, const char *key)
{
    for (; *key; line++, key++) {
        const unsigned char own = *line ? (unsigned char)*line : ',';
        if (own != (unsigned char)*key) {
            return own < (unsigned char)*key ? -1 : 1;
        }
    }
    return 0;
}

/* The index of the first row whose key is not less. */
static size_t find_key(const lab_record *record, const char *key)
{
    size_t low = 0, high = record->row_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_key(record->lines[middle].text, key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The number of rows that have the same key as `row`; 0 if memory is short. They stand beside each
 * other, from the index *first on. */
static size_t find_all(const lab_record *record, const void *row, size_t *first)
{
    char *key = NULL;
    size_t size;
    FILE *file = open_memstream(&key, &size);
    if (file) {
        lab_schema_print_key(record->schema, row, file);
    }
    const bool whole = file && fclose(file) == 0;
    *first = whole ? find_key(record, key) : record->row_count;
    size_t end = *first;
    while (end < record->row_count && compare_key(record->lines[end].text, key) == 0) {
        end++;
    }
    free(key);
    return end - *first;
}

const void *lab_record_find(const lab_record *record, const void *row)
{
    const lab_schema *schema = record->schema;
    const void *found = NULL;
    size_t first;
    const size_t count = find_all(record, row, &first);
    for (size_t i = first; i < first + count; i++) {
        const void *one = lab_record_at(record, i);
        if (schema->same && !schema->same(one, row)) {
            continue;
        }
        if (lab_schema_same_names(schema, one, row)) {
            return one;
        }
        found = found ? found : one;
    }
    return found;
}

static bool has(const lab_record *record, const void *row)
{
    size_t first;
    const size_t count = find_all(record, row, &first);
    for (size_t i = first; i < first + count; i++) {
        if (lab_schema_same_row(record->schema, lab_record_at(record, i), row)) {
            return true;
        }
    }
    return false;
}

bool lab_record_add_names(lab_record *record, const void *found, const void *row, failure *why)
{
    return lab_schema_same_names(record->schema, found, row) || lab_record_add(record, row, why);
}

bool lab_record_has_all(const lab_record *record, const lab_record *other)
{
    for (size_t i = 0; i < other->row_count; i++) {
        if (!has(record, lab_record_at(other, i))) {
            return false;
        }
    }
    return true;
}

const char *lab_record_path(const lab_record *record)
{
    return record->path;
}

size_t lab_record_count(const lab_record *record)
{
    return record->row_count;
}

const void *lab_record_at(const lab_record *record, size_t index)
{
    return record->rows + index * record->schema->row_size;
}

bool lab_record_close(lab_record *record, failure *why)
{
    bool good = true;
    if (record) {
        if (record->fd >= 0) {
            good = system_sync(record->fd);
            const int reason = errno;
            if (close(record->fd) != 0 || !good) {
                good = fail(why, "%s: cannot be written to its end: %s", record->path,
                            strerror(good ? errno : reason));
            }
        }
        free(record->path);
        free(record->text);
        free(record->lines);
        free(record->rows);
        free(record);
    }
    return good;
}
