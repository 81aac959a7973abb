#include "lab_record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "files/growing_file.h"
#include "gzip_input.h"

enum { RECORD_BYTES_MAX = 1 << 30, HEADER_KNOWN_MIN = 16, ROOM_FIRST = 1 << 16 };

struct lab_record {
    const lab_record_kind *kind;
    int fd;
    char *path;
    off_t size;  /* of whole rows */
    char *text;  /* what the file held, its lines ended by zeros */
    char **rows; /* into text; sorted */
    size_t row_count;
};

bool lab_record_number(const char **at, long long least, long long most, long long *value)
{
    char *end;
    errno = 0;
    *value = strtoll(*at, &end, 10);
    if (end == *at || **at == ' ' || *end != ',' || errno || *value < least || *value > most) {
        return false;
    }
    *at = end + 1;
    return true;
}

size_t lab_record_quote(char *to, const char *text)
{
    char *at = to;
    *at++ = '"';
    for (; *text; text++) {
        if (*text == '"') {
            *at++ = '"';
        }
        *at++ = *text;
    }
    *at++ = '"';
    *at++ = '\n';
    return (size_t)(at - to);
}

bool lab_record_field(const char **at, char field[], size_t size)
{
    const size_t length = strcspn(*at, ",");
    if (!(*at)[length] || length >= size) {
        return false;
    }
    memcpy(field, *at, length);
    field[length] = 0;
    *at += length + 1;
    return true;
}

bool lab_record_check(const char **at, uint32_t *check)
{
    int used = 0;
    if (strspn(*at, "0123456789abcdef") != 8 || sscanf(*at, "%8" SCNx32 ",%n", check, &used) != 1 ||
        used != 9) {
        return false;
    }
    *at += used;
    return true;
}

/* True if a line has a key and a tail that can be read. */
static bool is_row(const lab_record_kind *kind, const char *at)
{
    if (kind->is_row && !kind->is_row(at)) {
        return false;
    }
    for (int i = 0; i < kind->key_fields; i++) {
        at = strchr(at, ',');
        if (!at) {
            return false;
        }
        at++;
    }
    return kind->is_tail(at);
}

static int compare_rows(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
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

/* Finds the rows of whole lines, behind the header. */
static bool index_rows(lab_record *record, size_t length, failure *why)
{
    size_t lines = 0, number = 2;
    for (size_t i = 0; i < length; i++) {
        lines += record->text[i] == '\n';
    }
    record->rows = calloc(lines + 1, sizeof *record->rows);
    if (!record->rows) {
        return fail(why, "%s: not enough memory to read it", record->path);
    }
    char *end;
    for (char *at = record->text + record->size; (end = strchr(at, '\n')); at = end + 1) {
        *end = 0;
        if (!is_row(record->kind, at)) {
            return fail(why, "%s, line %zu: not a row of %s", record->path, number,
                        record->kind->what);
        }
        number++;
        record->rows[record->row_count++] = at;
        record->size = end + 1 - record->text;
    }
    if (strlen(record->text + record->size) != length - (size_t)record->size) {
        return fail(why, "%s, line %zu: not text", record->path, number);
    }
    qsort(record->rows, record->row_count, sizeof *record->rows, compare_rows);
    return true;
}

bool lab_record_add(lab_record *record, const char *row, size_t size, failure *why)
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

/* Reads what the file holds, cuts off what is not whole, begins an empty one. */
static bool read_through(lab_record *record, failure *why)
{
    const char *header = record->kind->header;
    size_t length = 0;
    const size_t whole = strlen(header);
    if (!read_bytes(record, &length, why)) {
        return false;
    }
    /* A record whose first row was cut off begins like one; a word or two may be anybody's. */
    const bool known = length == 0 || length >= HEADER_KNOWN_MIN;
    if (!known || memcmp(record->text, header, length < whole ? length : whole) != 0) {
        return fail(why, "%s: exists, and is not %s; choose another name", record->path,
                    record->kind->what);
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
    return record->size || lab_record_add(record, header, whole, why);
}

static lab_record *make_record(const char *path, const lab_record_kind *kind, failure *why)
{
    lab_record *record = calloc(1, sizeof *record);
    char *copy = strdup(path);
    if (!record || !copy) {
        free(record);
        free(copy);
        fail(why, "%s: not enough memory", path);
        return NULL;
    }
    record->kind = kind;
    record->fd = -1;
    record->path = copy;
    return record;
}

lab_record *lab_record_open(const char *path, const lab_record_kind *kind, failure *why)
{
    lab_record *record = make_record(path, kind, why);
    if (!record) {
        return NULL;
    }
    record->fd = growing_file_open(path, why);
    if (record->fd < 0 || !read_through(record, why)) {
        lab_record_close(record, NULL);
        return NULL;
    }
    return record;
}

/* Makes room for more text behind the first `length` bytes; how many, or 0 if memory is short. */
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

/* As read_bytes, of what gzip may have compressed. */
static bool read_packed(lab_record *record, gzFile file, size_t *length, failure *why)
{
    size_t room = 0;
    int got = 1, code;
    *length = 0;
    while (got > 0) {
        const size_t free_bytes = make_room(record, *length, &room);
        if (!free_bytes) {
            return fail(why, "%s: not enough memory to read it", record->path);
        }
        got = gzread(file, record->text + *length, (unsigned)free_bytes);
        *length += got > 0 ? (size_t)got : 0;
        if (*length > RECORD_BYTES_MAX) {
            return too_long(record, why);
        }
    }
    record->text[*length] = 0;
    /* A stream that breaks off is an error beside the bytes that could be saved. */
    const char *reason = gzerror(file, &code);
    return (got == 0 && code == Z_OK) || fail(why, "%s: cannot be read: %s", record->path,
                                              code == Z_ERRNO ? strerror(errno) : reason);
}

/* Opens and reads all bytes, and leaves the file to whoever else has it. */
static bool read_file(lab_record *record, size_t *length, failure *why)
{
    gzFile file = gzip_input_open(record->path, why);
    if (!file) {
        return false;
    }
    const bool good = read_packed(record, file, length, why);
    gzclose(file);
    return good;
}

/* The kind whose header stands first in a text of so many bytes, or NULL. */
static const lab_record_kind *find_kind(const char *text, size_t length,
                                        const lab_record_kind *const kinds[], int count)
{
    for (int i = 0; i < count; i++) {
        const size_t whole = strlen(kinds[i]->header);
        if (length >= whole && memcmp(text, kinds[i]->header, whole) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

bool lab_record_read(const char *path, const lab_record_kind *const kinds[], int count,
                     lab_record **record, failure *why)
{
    size_t length = 0;
    lab_record *made = make_record(path, NULL, why);
    bool good = made && read_file(made, &length, why);
    if (good) {
        made->kind = find_kind(made->text, length, kinds, count);
    }
    if (good && made->kind) {
        made->size = (off_t)strlen(made->kind->header);
        good = index_rows(made, length, why);
    }
    const bool found = good && made->kind;
    if (!found) {
        lab_record_close(made, NULL);
    }
    *record = found ? made : NULL;
    return good;
}

const lab_record_kind *lab_record_kind_of(const lab_record *record)
{
    return record->kind;
}

const char *lab_record_find(const lab_record *record, const char *key)
{
    const size_t length = strlen(key);
    size_t low = 0, high = record->row_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strncmp(record->rows[middle], key, length) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const bool found = low < record->row_count && strncmp(record->rows[low], key, length) == 0;
    return found ? record->rows[low] + length : NULL;
}

const char *lab_record_path(const lab_record *record)
{
    return record->path;
}

size_t lab_record_count(const lab_record *record)
{
    return record->row_count;
}

const char *lab_record_row(const lab_record *record, size_t index)
{
    return record->rows[index];
}

bool lab_record_close(lab_record *record, failure *why)
{
    bool good = true;
    if (record) {
        if (record->fd >= 0) {
            good = fsync(record->fd) == 0 || errno == EINVAL || errno == EROFS;
            const int reason = errno;
            if (close(record->fd) != 0 || !good) {
                good = fail(why, "%s: cannot be written to its end: %s", record->path,
                            strerror(good ? errno : reason));
            }
        }
        free(record->path);
        free(record->text);
        free(record->rows);
        free(record);
    }
    return good;
}
