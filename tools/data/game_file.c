#include "game_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/plural.h"
#include "files/gzip_input.h"
#include "files/whole_file.h"
#include "system/files.h"

/* The bytes of a record's length. */
enum { LENGTH_BYTES = 4 };

struct game_reader {
    gzip_input *file;
    char *path;
    long games;
    bool begun; /* a header was read */
    bool cut;   /* the compressed stream is incomplete */
    uint8_t record[GAME_RECORD_MAX + LENGTH_BYTES];
};

struct game_writer {
    whole_file *file;
    gzFile packer; /* NULL: the file is complete */
    char *path;
    long games;
    uint8_t record[GAME_RECORD_MAX + LENGTH_BYTES];
};

game_reader *game_reader_open(const char *path, failure *why)
{
    game_reader *r = calloc(1, sizeof *r);
    if (!r || !(r->path = strdup(path))) {
        fail(why, "%s: not enough memory to read it", path);
        game_reader_close(r);
        return NULL;
    }
    r->file = gzip_input_open(path, why);
    if (!r->file) {
        game_reader_close(r);
        return NULL;
    }
    return r;
}

void game_reader_close(game_reader *r)
{
    if (r) {
        gzip_input_close(r->file);
        free(r->path);
        free(r);
    }
}

long game_reader_count(const game_reader *r)
{
    return r->games;
}

int64_t game_reader_bytes(const game_reader *r)
{
    return gzip_input_bytes(r->file);
}

static game_status bad(const game_reader *r, const char *reason, failure *why)
{
    fail(why, "%s: game %ld: %s", r->path, r->games + 1, reason);
    return GAME_BAD;
}

/* Reads `size` bytes of a record or header, behind those that it has. GAME_END: there are none, and
 * nothing of it was read before. */
static game_status fetch(game_reader *r, size_t has, size_t size, failure *why)
{
    size_t got;
    failure reason;
    const gzip_status status = gzip_input_read(r->file, r->record + has, size, &got, &reason);
    r->cut |= status == GZIP_CUT;
    if (status == GZIP_BAD) {
        fail(why, "%s: game %ld: the file is corrupt: %s", r->path, r->games + 1, reason.text);
        return GAME_BAD;
    }
    if (got == size) {
        return GAME_READ;
    }
    if (has + got == 0 && r->begun && !r->cut) {
        return GAME_END;
    }
    fail(why, "%s: the file is cut off in game %ld; %ld whole %s read", r->path, r->games + 1,
         r->games, plural((uint64_t)r->games, "game was", "games were"));
    return GAME_CUT;
}

/* Reads the next record to r->record, and the headers before it. */
static game_status read_record(game_reader *r, size_t *size, failure *why)
{
    game_status status = GAME_READ;
    failure reason;
    *size = 0;
    while (status == GAME_READ && *size == 0) {
        status = fetch(r, 0, LENGTH_BYTES, why);
        if (status != GAME_READ) {
            return status;
        }
        if (game_header_begins(r->record)) {
            status = fetch(r, LENGTH_BYTES, GAME_HEADER_BYTES - LENGTH_BYTES, why);
            if (status == GAME_READ && !game_header_check(r->record, &reason)) {
                return bad(r, reason.text, why);
            }
            r->begun = true;
        } else {
            *size = LENGTH_BYTES + (size_t)game_record_length(r->record);
        }
    }
    if (status == GAME_READ && !r->begun) {
        fail(why, "%s: not a game file (it does not begin with MORPHOGM)", r->path);
        return GAME_BAD;
    }
    if (*size > GAME_RECORD_MAX + LENGTH_BYTES) {
        fail(&reason, "a record of %zu bytes is over the limit of 1 MiB", *size - LENGTH_BYTES);
        return bad(r, reason.text, why);
    }
    return status == GAME_READ ? fetch(r, LENGTH_BYTES, *size - LENGTH_BYTES, why) : status;
}

game_status game_reader_next(game_reader *r, game *g, failure *why)
{
    size_t size;
    failure reason;
    const game_status status = read_record(r, &size, why);
    if (status == GAME_READ && !game_decode(r->record, size, g, &reason)) {
        return bad(r, reason.text, why);
    }
    r->games += status == GAME_READ;
    return status;
}

static bool write_bytes(game_writer *w, const void *bytes, size_t size, failure *why)
{
    int code = Z_OK;
    if (gzwrite(w->packer, bytes, (unsigned)size) == (int)size) {
        return true;
    }
    const char *text = gzerror(w->packer, &code);
    return fail(why, "%s: cannot be written: %s", w->path,
                code == Z_ERRNO ? strerror(errno) : text);
}

/* Begins the file. zlib closes its descriptor, which is therefore a copy. */
static bool begin(game_writer *w, failure *why)
{
    uint8_t header[GAME_HEADER_BYTES];
    const int fd = whole_file_begin(w->file, why);
    if (fd < 0) {
        return false;
    }
    const int copy = system_duplicate(fd);
    if (copy < 0) {
        return fail(why, "%s: cannot be written: %s", w->path, strerror(errno));
    }
    w->packer = gzdopen(copy, "wb");
    if (!w->packer) {
        close(copy);
        return fail(why, "%s: not enough memory to write it", w->path);
    }
    game_header(header);
    return write_bytes(w, header, sizeof header, why);
}

game_writer *game_writer_open(const char *path, failure *why)
{
    game_writer *w = calloc(1, sizeof *w);
    if (!w || !(w->path = strdup(path))) {
        fail(why, "%s: not enough memory to write it", path);
        game_writer_drop(w);
        return NULL;
    }
    w->file = whole_file_open(path, why);
    if (!w->file || !begin(w, why)) {
        game_writer_drop(w);
        return NULL;
    }
    return w;
}

bool game_writer_add(game_writer *w, const game *g, failure *why)
{
    failure reason;
    const size_t size = game_encode(g, w->record, &reason);
    w->games++;
    return size ? write_bytes(w, w->record, size, why)
                : fail(why, "%s: game %ld: %s", w->path, w->games, reason.text);
}

long game_writer_count(const game_writer *w)
{
    return w->games;
}

bool game_writer_complete(game_writer *w, failure *why)
{
    const gzFile packer = w->packer;
    w->packer = NULL;
    if (gzclose_w(packer) != Z_OK) {
        return fail(why, "%s: cannot be written to its end: %s", w->path, strerror(errno));
    }
    return whole_file_complete(w->file, why);
}

bool game_writer_close(game_writer *w, failure *why)
{
    const bool good = (!w->packer || game_writer_complete(w, why)) && whole_file_keep(w->file, why);
    game_writer_drop(w);
    return good;
}

void game_writer_drop(game_writer *w)
{
    if (w) {
        if (w->packer) {
            gzclose_w(w->packer);
        }
        whole_file_close(w->file);
        free(w->path);
        free(w);
    }
}
