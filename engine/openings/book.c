#include "openings/book.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/utf8.h"
#include "chess/fen.h"
#include "files/gzip_input.h"

enum { BOOK_BYTES_MAX = 1 << 30, READ_BYTES = 1 << 20, LINE_BYTES_MAX = 1024 };

struct book {
    char *text; /* the file; a NUL ends each line */
    size_t size;
    uint32_t *begins; /* offsets of the positions in the text */
    uint32_t count;
};

/* Makes room for READ_BYTES more and a NUL. */
static bool grow_text(book *b, size_t *capacity)
{
    char *text = array_room(b->text, 1, capacity, b->size + READ_BYTES + 1);
    if (text != NULL) {
        b->text = text;
    }
    return text != NULL;
}

static bool read_open_file(book *b, gzip_input *file, const char *path, failure *why)
{
    size_t capacity = 0, got = READ_BYTES;
    failure reason;
    while (got == READ_BYTES && b->size < BOOK_BYTES_MAX) {
        if (!grow_text(b, &capacity)) {
            return fail(why, "%s: not enough memory to read it", path);
        }
        if (gzip_input_read(file, b->text + b->size, READ_BYTES, &got, &reason) != GZIP_READ) {
            return fail(why, "%s: %s", path, reason.text);
        }
        b->size += got;
    }
    if (got == READ_BYTES) {
        return fail(why, "%s: over 1 GiB is too long for a book", path);
    }
    if (memchr(b->text, '\0', b->size) != NULL) {
        return fail(why, "%s: it has a zero byte, so it is no text", path);
    }
    b->text[b->size] = '\0';
    return true;
}

static bool read_text(book *b, const char *path, failure *why)
{
    gzip_input *file = gzip_input_open(path, why);
    const bool good = file != NULL && read_open_file(b, file, path, why);
    gzip_input_close(file);
    return good;
}

/* Room for one offset a line. */
static bool allocate_begins(book *b)
{
    size_t lines = 1;
    for (size_t i = 0; i < b->size; i++) {
        lines += b->text[i] == '\n' || b->text[i] == '\r';
    }
    b->begins = malloc(lines * sizeof *b->begins);
    return b->begins != NULL;
}

/* Ends each line with a NUL and collects the offsets of the positions. */
static bool index_lines(book *b, const char *path, failure *why)
{
    long number = 1;
    if (!allocate_begins(b)) {
        return fail(why, "%s: not enough memory to read it", path);
    }
    const char *begin = utf8_after_mark(b->text);
    for (char *at = b->text + (begin - b->text), *end = b->text + b->size; at < end; number++) {
        const size_t length = strcspn(at, "\r\n");
        char *next = at + length;
        const bool windows = next[0] == '\r' && next[1] == '\n';
        *next = '\0';
        if (length > 0 && *at != '#') {
            position pos;
            failure reason;
            if (length > LINE_BYTES_MAX || !fen_parse_line(&pos, at, NULL, &reason)) {
                return fail(why, "%s: line %ld: %s", path, number,
                            length > LINE_BYTES_MAX ? "too long for a position" : reason.text);
            }
            b->begins[b->count++] = (uint32_t)(at - b->text);
        }
        at = next + (windows ? 2 : 1);
    }
    return b->count > 0 || fail(why, "%s: it holds no position", path);
}

book *book_load(const char *path, failure *why)
{
    book *b = calloc(1, sizeof *b);
    if (b == NULL) {
        fail(why, "%s: not enough memory to read it", path);
        return NULL;
    }
    if (!read_text(b, path, why) || !index_lines(b, path, why)) {
        book_free(b);
        return NULL;
    }
    return b;
}

void book_free(book *b)
{
    if (b != NULL) {
        free(b->text);
        free(b->begins);
        free(b);
    }
}

uint32_t book_count(const book *b)
{
    return b->count;
}

void book_position(const book *b, uint32_t number, position *pos)
{
    assert(number < b->count);
    const bool good = fen_parse_line(pos, b->text + b->begins[number], NULL, NULL);
    assert(good);
    (void)good;
}
