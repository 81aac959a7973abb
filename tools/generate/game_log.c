/* Makes zlib accept constant input. */
#define ZLIB_CONST

#include "game_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/array_room.h"
#include "files/growing_file.h"
#include "system/files.h"

enum {
    TAG_BYTES = 12, /* the extra field of a game's gzip header */
    INPUT_BYTES = 1 << 16,
    RECORD_BYTES = GAME_RECORD_MAX + 4,
    GZIP_WINDOW = 15 + 16 /* zlib's value for gzip header and checksum */
};

struct game_log {
    char *path;
    uint32_t mark;
    int fd;
    off_t size; /* of complete members */
    game_log_counts counts;
    uint32_t *held; /* numbers of the games found at opening, sorted */
    size_t held_count, held_capacity;
    z_stream packer;
    uint8_t record[RECORD_BYTES];
    game decoded; /* the last record that was read or added */
    uint8_t *packed;
    size_t packed_capacity;
};

static uint32_t get_u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

/* Counts the game of a record. Returns false and fills `why` if it is none. */
static bool count_game(game_log *log, const uint8_t *record, size_t size, failure *why)
{
    game *g = &log->decoded;
    if (!game_decode(record, size, g, why)) {
        return false;
    }
    log->counts.games++;
    log->counts.draws += g->result == GAME_DRAWN;
    log->counts.positions += (uint64_t)g->ply_count;
    return true;
}

/* Packs bytes into one gzip member, with a tag unless it is NULL. Returns its size, or 0. */
static size_t pack(game_log *log, const uint8_t *bytes, size_t size, uint8_t *tag)
{
    z_stream *z = &log->packer;
    gz_header header = {.os = 255, .extra = tag, .extra_len = tag ? TAG_BYTES : 0};
    if (deflateReset(z) != Z_OK || deflateSetHeader(z, &header) != Z_OK) {
        return 0;
    }
    z->next_in = bytes;
    z->avail_in = (uInt)size;
    z->next_out = log->packed;
    z->avail_out = (uInt)log->packed_capacity;
    return deflate(z, Z_FINISH) == Z_STREAM_END ? log->packed_capacity - z->avail_out : 0;
}

/* Appends the packed bytes completely, or not at all. */
static bool append(game_log *log, size_t size, failure *why)
{
    for (size_t done = 0; done < size;) {
        ssize_t wrote = pwrite(log->fd, log->packed + done, size - done, log->size + (off_t)done);
        if (wrote > 0) {
            done += (size_t)wrote;
        } else if (wrote == 0 || errno != EINTR) {
            int reason = wrote == 0 ? ENOSPC : errno;
            bool cut = ftruncate(log->fd, log->size) == 0;
            return fail(why, "%s: cannot be written: %s%s", log->path, strerror(reason),
                        cut ? "" : "; its last game is not whole");
        }
    }
    log->size += (off_t)size;
    return true;
}

/* The state of reading the file through. */
typedef struct scan {
    game_log *log;
    z_stream unpacker;
    off_t consumed; /* compressed bytes that were unpacked */
    uint8_t input[INPUT_BYTES];
} scan;

typedef enum { SCAN_MEMBER, SCAN_END, SCAN_CUT, SCAN_BAD } scan_status;

/* Unpacks one member into log->record. */
static scan_status scan_member(scan *s, uint8_t tag[TAG_BYTES], unsigned *tag_size, size_t *size)
{
    z_stream *z = &s->unpacker;
    gz_header header = {.extra = tag, .extra_max = TAG_BYTES};
    bool any = false;
    memset(tag, 0, TAG_BYTES);
    inflateReset(z);
    inflateGetHeader(z, &header);
    z->next_out = s->log->record;
    z->avail_out = RECORD_BYTES;
    for (;;) {
        if (z->avail_in == 0) {
            ssize_t got = read(s->log->fd, s->input, INPUT_BYTES);
            if (got <= 0) {
                return got < 0 ? SCAN_BAD : any ? SCAN_CUT : SCAN_END;
            }
            z->next_in = s->input;
            z->avail_in = (uInt)got;
        }
        any = true;
        uInt before = z->avail_in;
        int code = inflate(z, Z_NO_FLUSH);
        s->consumed += (off_t)(before - z->avail_in);
        if (code == Z_STREAM_END) {
            *tag_size = header.extra_len;
            *size = RECORD_BYTES - z->avail_out;
            return SCAN_MEMBER;
        }
        if (code != Z_OK) {
            return SCAN_BAD;
        }
    }
}

static bool hold(game_log *log, uint32_t number)
{
    uint32_t *held = array_room(log->held, sizeof *held, &log->held_capacity, log->held_count + 1);
    if (!held) {
        return false;
    }
    log->held = held;
    held[log->held_count++] = number;
    return true;
}

/* Handles an unpacked member: the header first, then games. */
static bool take_member(game_log *log, bool first, const uint8_t *tag, unsigned tag_size,
                        size_t size, failure *why)
{
    static const uint8_t mark[4] = {'M', 'o', TAG_BYTES - 4, 0};
    uint8_t header[GAME_HEADER_BYTES];
    game_header(header);
    if (first) {
        return (size == sizeof header && memcmp(log->record, header, size) == 0) ||
               fail(why, "%s: exists, but is not a file that can be continued; choose another name",
                    log->path);
    }
    if (tag_size != TAG_BYTES || memcmp(tag, mark, sizeof mark) != 0) {
        return fail(why,
                    "%s: the part after game %llu was added by other means; choose another "
                    "name, and join the files afterwards",
                    log->path, (unsigned long long)log->counts.games);
    }
    if (get_u32(tag + 4) != log->mark) {
        return fail(why,
                    "%s: holds games of another command, teacher or input; choose another name",
                    log->path);
    }
    failure reason;
    if (!count_game(log, log->record, size, &reason)) {
        return fail(why, "%s: corrupt after game %llu: %s", log->path,
                    (unsigned long long)log->counts.games, reason.text);
    }
    return hold(log, get_u32(tag + 8)) || fail(why, "%s: not enough memory to read it", log->path);
}

static bool scan_members(scan *s, failure *why)
{
    game_log *log = s->log;
    for (;;) {
        uint8_t tag[TAG_BYTES];
        unsigned tag_size = 0;
        size_t size = 0;
        switch (scan_member(s, tag, &tag_size, &size)) {
        case SCAN_MEMBER:
            if (!take_member(log, log->size == 0, tag, tag_size, size, why)) {
                return false;
            }
            log->size = s->consumed;
            break;
        case SCAN_BAD:
            return fail(why, "%s: not a game file, or corrupt after game %llu", log->path,
                        (unsigned long long)log->counts.games);
        case SCAN_CUT:
        case SCAN_END:
            return true;
        }
    }
}

static int compare_numbers(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Reads the whole file and cuts off an incomplete end. Writes the header of an empty file. */
static bool read_through(game_log *log, failure *why)
{
    uint8_t header[GAME_HEADER_BYTES];
    struct stat file;
    scan *s = calloc(1, sizeof *s);
    if (!s || inflateInit2(&s->unpacker, GZIP_WINDOW) != Z_OK) {
        free(s);
        return fail(why, "%s: not enough memory to read it", log->path);
    }
    s->log = log;
    bool good = scan_members(s, why);
    inflateEnd(&s->unpacker);
    free(s);
    if (!good) {
        return false;
    }
    game_header(header);
    size_t first = log->size ? 0 : pack(log, header, sizeof header, NULL);
    if (fstat(log->fd, &file) != 0) {
        return fail(why, "%s: %s", log->path, strerror(errno));
    }
    if (!log->size && file.st_size > (off_t)first) {
        return fail(why, "%s: exists, but is not a file that can be continued; choose another name",
                    log->path);
    }
    if (file.st_size > log->size && ftruncate(log->fd, log->size) != 0) {
        return fail(why, "%s: its last, incomplete game cannot be cut off: %s", log->path,
                    strerror(errno));
    }
    if (log->held_count) {
        qsort(log->held, log->held_count, sizeof *log->held, compare_numbers);
    }
    return first == 0 || append(log, first, why);
}

game_log *game_log_open(const char *path, uint32_t mark, failure *why)
{
    game_log *log = calloc(1, sizeof *log);
    if (!log) {
        fail(why, "%s: not enough memory", path);
        return NULL;
    }
    log->fd = -1;
    log->mark = mark;
    log->path = strdup(path);
    if (deflateInit2(&log->packer, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MAX_MEM_LEVEL,
                     Z_DEFAULT_STRATEGY) == Z_OK) {
        log->packed_capacity = deflateBound(&log->packer, RECORD_BYTES) + TAG_BYTES;
        log->packed = malloc(log->packed_capacity);
    }
    if (log->path && log->packed) {
        log->fd = growing_file_open(path, why);
    } else {
        fail(why, "%s: not enough memory", path);
    }
    if (log->fd < 0 || !read_through(log, why)) {
        game_log_close(log, NULL);
        return NULL;
    }
    return log;
}

bool game_log_has(const game_log *log, uint32_t number)
{
    return log->held_count &&
           bsearch(&number, log->held, log->held_count, sizeof *log->held, compare_numbers);
}

game_log_counts game_log_count(const game_log *log)
{
    return log->counts;
}

bool game_log_add(game_log *log, uint32_t number, const uint8_t *record, size_t size, failure *why)
{
    uint8_t tag[TAG_BYTES] = {'M', 'o', TAG_BYTES - 4, 0};
    const game_log_counts before = log->counts;
    failure reason;
    put_u32(tag + 4, log->mark);
    put_u32(tag + 8, number);
    if (!count_game(log, record, size, &reason)) {
        return fail(why, "%s: a game is not added: %s", log->path, reason.text);
    }
    const size_t packed = pack(log, record, size, tag);
    if (!packed) {
        fail(why, "%s: a game of %zu bytes cannot be packed", log->path, size);
    }
    const bool good = packed && append(log, packed, why);
    if (!good) {
        log->counts = before;
    }
    return good;
}

bool game_log_close(game_log *log, failure *why)
{
    bool good = true;
    if (log) {
        if (log->fd >= 0) {
            good = system_sync(log->fd);
            int reason = errno;
            if (close(log->fd) != 0 || !good) {
                good = fail(why, "%s: cannot be written to its end: %s", log->path,
                            strerror(good ? errno : reason));
            }
        }
        deflateEnd(&log->packer); /* which may not have begun */
        free(log->path);
        free(log->packed);
        free(log->held);
        game_free(&log->decoded);
        free(log);
    }
    return good;
}
