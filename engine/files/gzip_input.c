#include "files/gzip_input.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "files/input_file.h"

enum {
    BUFFER_BYTES = 1 << 17,
    GZIP_WINDOW = 15 + 16 /* zlib's value for gzip header and checksum */
};

/* zlib's own gzread() takes any bytes after a member for the file's end, so it would hide damage
 * there. */
struct gzip_input {
    int fd;       /* -1: all bytes are in memory */
    bool packed;  /* gzip wrote the file */
    bool between; /* no byte of a next member was used */
    bool ended;   /* no more bytes can be read from `fd` */
    int64_t read; /* bytes read from `fd` */
    gzip_status status;
    failure reason;               /* unless the status is GZIP_READ */
    z_stream unpacker;            /* its input is what of `buffer` was not used */
    uint8_t buffer[BUFFER_BYTES]; /* unless all bytes are in memory */
};

static bool stop(gzip_input *in, gzip_status status, const char *reason)
{
    in->status = status;
    return fail(&in->reason, "%s", reason);
}

/* Reads on until `wanted` bytes are unused or the file ends. */
static bool fill(gzip_input *in, size_t wanted)
{
    z_stream *z = &in->unpacker;
    memmove(in->buffer, z->next_in, z->avail_in);
    z->next_in = in->buffer;
    while (z->avail_in < wanted && !in->ended) {
        const ssize_t got = read(in->fd, in->buffer + z->avail_in, BUFFER_BYTES - z->avail_in);
        if (got < 0 && errno != EINTR) {
            return stop(in, GZIP_BAD, strerror(errno));
        }
        if (got >= 0) {
            in->ended = got == 0;
            in->read += got;
            z->avail_in += (uInt)got;
        }
    }
    return true;
}

/* A reader without a file. */
static gzip_input *make(const char *name, failure *why)
{
    gzip_input *in = malloc(sizeof *in);
    if (in) {
        memset(in, 0, offsetof(gzip_input, buffer));
        in->fd = -1;
        in->between = true;
        in->unpacker.next_in = in->buffer;
    }
    if (!in || inflateInit2(&in->unpacker, GZIP_WINDOW) != Z_OK) {
        fail(why, "%s: not enough memory to read it", name);
        free(in);
        return NULL;
    }
    return in;
}

static void look_at_begin(gzip_input *in)
{
    const z_stream *z = &in->unpacker;
    in->packed = z->avail_in >= 2 && z->next_in[0] == 0x1f && z->next_in[1] == 0x8b;
}

gzip_input *gzip_input_open(const char *path, failure *why)
{
    gzip_input *in = make(path, why);
    if (!in) {
        return NULL;
    }
    in->fd = input_file_open(path, why);
    if (in->fd >= 0 && !fill(in, 2)) {
        fail(why, "%s: cannot be read: %s", path, in->reason.text);
    }
    if (in->fd < 0 || in->status != GZIP_READ) {
        gzip_input_close(in);
        return NULL;
    }
    look_at_begin(in);
    return in;
}

gzip_input *gzip_input_open_bytes(const void *bytes, size_t size, const char *name, failure *why)
{
    assert(size <= UINT_MAX);
    gzip_input *in = make(name, why);
    if (in) {
        in->unpacker.next_in = (z_const Bytef *)bytes;
        in->unpacker.avail_in = (uInt)size;
        in->read = (int64_t)size;
        in->ended = true;
        look_at_begin(in);
    }
    return in;
}

void gzip_input_close(gzip_input *in)
{
    if (in) {
        inflateEnd(&in->unpacker);
        if (in->fd >= 0) {
            close(in->fd);
        }
        free(in);
    }
}

/* Copies bytes of a plain file. Returns their number. */
static size_t copy(gzip_input *in, uint8_t *to, size_t size)
{
    z_stream *z = &in->unpacker;
    const size_t count = size < z->avail_in ? size : z->avail_in;
    memcpy(to, z->next_in, count);
    z->next_in += count;
    z->avail_in -= (uInt)count;
    return count;
}

/* Unpacks bytes of one member, until all are there, the member ends, or the buffer is used up.
 * Returns their number. */
static size_t unpack(gzip_input *in, uint8_t *to, size_t size)
{
    z_stream *z = &in->unpacker;
    const size_t most = size < UINT_MAX ? size : UINT_MAX;
    if (in->between && *z->next_in != 0x1f) {
        stop(in, GZIP_BAD, "it goes on with bytes that gzip did not write");
        return 0;
    }
    if (in->between) {
        inflateReset(z);
        in->between = false;
    }
    z->next_out = to;
    z->avail_out = (uInt)most;
    const int code = inflate(z, Z_NO_FLUSH);
    if (code == Z_STREAM_END) {
        in->between = true;
    } else if (code == Z_BUF_ERROR && in->ended && z->avail_in == 0) {
        stop(in, GZIP_CUT, "the compressed file is cut off");
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
        stop(in, GZIP_BAD, z->msg ? z->msg : zError(code));
    }
    return most - z->avail_out;
}

gzip_status gzip_input_read(gzip_input *in, void *to, size_t size, size_t *got, failure *why)
{
    const z_stream *z = &in->unpacker;
    uint8_t *at = to;
    *got = 0;
    while (in->status == GZIP_READ && *got < size) {
        if (z->avail_in == 0 && !fill(in, 1)) {
            break;
        }
        /* Within a member zlib may still hold bytes when all of the file is used. */
        if (z->avail_in == 0 && (!in->packed || in->between)) {
            break;
        }
        *got += in->packed ? unpack(in, at + *got, size - *got) : copy(in, at + *got, size - *got);
    }
    if (in->status != GZIP_READ) {
        *why = in->reason;
    }
    return in->status;
}

int64_t gzip_input_bytes(const gzip_input *in)
{
    return in->read - (int64_t)in->unpacker.avail_in;
}
