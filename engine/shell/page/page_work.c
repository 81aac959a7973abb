#include "page_work.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/array_room.h"
#include "files/growing_file.h"
#include "files/input_file.h"
#include "system/files.h"
#include "system/memory_stream.h"

/* A line is the checksum of a position, a blank, and the position. The first line names the
 * command in the same way. */
enum { SUM_DIGITS = 8, TEXT_AT = SUM_DIGITS + 1 };
enum { FILE_BYTES_MAX = 1 << 28 };

struct page_work {
    char *path;
    int fd;       /* -1: the output has no file */
    int64_t size; /* of the file */
    char *kept;   /* the bytes of the file at first; its lines are texts of their own */
    char **lines; /* the positions; those after the kept ones were allocated */
    size_t count, capacity;
    size_t kept_count;
    size_t taken; /* the kept positions that were asked for */
};

static uint32_t sum_of(const char *text)
{
    return (uint32_t)crc32(0, (const Bytef *)text, (uInt)strlen(text));
}

static bool is_short_of_memory(const page_work *w, failure *why)
{
    return !fail(why, "%s: not enough memory", w->path);
}

static bool keep_line(page_work *w, char *text, failure *why)
{
    char **lines = array_room(w->lines, sizeof *lines, &w->capacity, w->count + 1);
    if (lines == NULL) {
        return !is_short_of_memory(w, why);
    }
    w->lines = lines;
    w->lines[w->count++] = text;
    return true;
}

/* Appends bytes completely, or not at all. */
static bool append(page_work *w, const char *bytes, size_t size, failure *why)
{
    for (size_t done = 0; done < size;) {
        const ssize_t wrote =
            system_write_at(w->fd, bytes + done, size - done, w->size + (int64_t)done);
        if (wrote > 0) {
            done += (size_t)wrote;
        } else if (wrote == 0 || errno != EINTR) {
            const int reason = wrote == 0 ? ENOSPC : errno;
            system_truncate(w->fd, w->size);
            return fail(why, "%s: cannot be written: %s", w->path, strerror(reason));
        }
    }
    w->size += (int64_t)size;
    return true;
}

static bool append_line(page_work *w, const char *text, failure *why)
{
    memory_stream memory;
    if (!memory_stream_open(&memory)) {
        return !is_short_of_memory(w, why);
    }
    fprintf(memory.stream, "%0*" PRIx32 " %s\n", SUM_DIGITS, sum_of(text), text);
    const bool done = memory_stream_close(&memory) ? append(w, memory.text, memory.size, why)
                                                   : !is_short_of_memory(w, why);
    free(memory.text);
    return done;
}

/* Reads the whole file; a NUL follows. */
static bool read_bytes(page_work *w, failure *why)
{
    system_status status;
    if (!system_look_at_open(w->fd, &status) || status.bytes > FILE_BYTES_MAX) {
        return fail(why, "%s: cannot be read, or has more than %d bytes", w->path, FILE_BYTES_MAX);
    }
    w->kept = malloc((size_t)status.bytes + 1);
    if (w->kept == NULL) {
        return !is_short_of_memory(w, why);
    }
    while (w->size < status.bytes) {
        const ssize_t got =
            system_read_at(w->fd, w->kept + w->size, (size_t)(status.bytes - w->size), w->size);
        if (got <= 0) {
            return fail(why, "%s: cannot be read: %s", w->path,
                        got < 0 ? strerror(errno) : "it has become shorter");
        }
        w->size += got;
    }
    w->kept[w->size] = '\0';
    return true;
}

/* True if a text can stand in a script element of HTML. */
static bool is_plain(const char *text)
{
    while (*text >= ' ' && *text <= '~' && *text != '<') {
        text++;
    }
    return *text == '\0';
}

/* Reads a line at *at, which becomes a text, and moves behind it. Returns NULL if it is none. */
static char *read_line(char **at)
{
    char *line = *at, *end = strchr(line, '\n'), *blank;
    *end = '\0';
    *at = end + 1;
    const unsigned long sum = strtoul(line, &blank, 16);
    char *text = line + TEXT_AT;
    const bool good = blank == line + SUM_DIGITS && *blank == ' ' && sum == sum_of(text);
    return good && is_plain(text) ? text : NULL;
}

static bool refuse(const page_work *w, size_t number, const char *reason, failure *why)
{
    return fail(why, "%s: line %zu: %s; remove the file to begin anew", w->path, number, reason);
}

/* Finds the whole lines of the file. What follows them is the end that a kill has left. */
static bool read_lines(page_work *w, const char *made_by, failure *why)
{
    char *at = w->kept;
    for (size_t number = 1; strchr(at, '\n') != NULL; number++) {
        char *text = read_line(&at);
        if (text == NULL) {
            return refuse(w, number, "it is damaged", why);
        }
        if (number == 1 && strcmp(text, made_by) != 0) {
            return refuse(w, number, "it has the work of another command", why);
        }
        if (number > 1 && !keep_line(w, text, why)) {
            return false;
        }
        w->kept_count = w->count;
    }
    w->size = at - w->kept;
    if (!system_truncate(w->fd, w->size)) {
        return fail(why, "%s: cannot be written: %s", w->path, strerror(errno));
    }
    return w->size > 0 || append_line(w, made_by, why);
}

static bool open_file(page_work *w, const char *output, const char *made_by, failure *why)
{
    const size_t size = strlen(output) + sizeof ".part";
    w->path = malloc(size);
    if (w->path == NULL) {
        return fail(why, "%s: not enough memory", output);
    }
    snprintf(w->path, size, "%s.part", output);
    if (input_file_is_open(output)) {
        return true;
    }
    w->fd = growing_file_open(w->path, why);
    return w->fd >= 0 && read_bytes(w, why) && read_lines(w, made_by, why);
}

page_work *page_work_open(const char *output, const char *made_by, failure *why)
{
    page_work *w = calloc(1, sizeof *w);
    if (w == NULL) {
        fail(why, "%s: not enough memory", output);
        return NULL;
    }
    w->fd = -1;
    if (!open_file(w, output, made_by, why)) {
        page_work_close(w);
        return NULL;
    }
    return w;
}

void page_work_close(page_work *w)
{
    if (w == NULL) {
        return;
    }
    for (size_t i = w->kept_count; i < w->count; i++) {
        free(w->lines[i]);
    }
    if (w->fd >= 0) {
        close(w->fd);
    }
    free(w->lines);
    free(w->kept);
    free(w->path);
    free(w);
}

size_t page_work_kept(const page_work *w)
{
    return w->kept_count;
}

bool page_work_has(page_work *w, const char *begin, bool *has, failure *why)
{
    *has = w->taken < w->kept_count;
    if (*has && strncmp(w->lines[w->taken], begin, strlen(begin)) != 0) {
        return refuse(w, w->taken + 2, "it is not the next position of the games", why);
    }
    w->taken += *has;
    return true;
}

bool page_work_add(page_work *w, const char *text, failure *why)
{
    char *copy = strdup(text);
    if (copy == NULL) {
        return !is_short_of_memory(w, why);
    }
    if (!keep_line(w, copy, why)) {
        free(copy);
        return false;
    }
    return w->fd < 0 || append_line(w, text, why);
}

const char *page_work_text(const page_work *w, size_t index)
{
    return w->lines[index];
}

void page_work_remove(page_work *w)
{
    if (w->fd >= 0) {
        close(w->fd); /* Windows removes no open file */
        w->fd = -1;
        system_remove(w->path);
    }
}
