#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "files/whole_file.h"
#include "net_file_internal.h"

/* A block of memory that the callee allocates and the caller frees. */
typedef struct block {
    unsigned char *bytes;
    size_t size;
} block;

static bool fill_entry(net_file_entry *e, const tensor *t, uint64_t offset, const char *path,
                       failure *why)
{
    memset(e, 0, sizeof *e);
    memcpy(e->name, t->name, strnlen(t->name, sizeof e->name));
    e->type = (uint32_t)t->type;
    e->rows = t->rows;
    e->columns = t->columns;
    e->scale = t->scale;
    e->offset = offset;
    e->bytes = net_file_tensor_bytes(e->type, e->rows, e->columns);
    return net_file_check_entry(e, path, why) && net_file_check_values(t, path, why);
}

/* Makes the uncompressed contents of the file. */
static bool lay_out(block *content, const tensor *tensors, int count, const char *path,
                    failure *why)
{
    if (count < 1 || count > NET_FILE_TENSORS_MAX) {
        return fail(why, "net file %s: %d tensors, but 1 to %d are allowed", path, count,
                    NET_FILE_TENSORS_MAX);
    }
    net_file_header header = {
        .magic = {'M', 'O', 'R', 'P', 'H', 'O', 'N', 'N'},
        .version = NET_FILE_VERSION,
        .tensors = (uint32_t)count,
    };
    net_file_entry entries[NET_FILE_TENSORS_MAX];
    for (int i = 0; i < count; i++) {
        if (!fill_entry(&entries[i], &tensors[i], header.payload_bytes, path, why) ||
            !net_file_check_unique(entries, (uint32_t)i, path, why)) {
            return false;
        }
        header.payload_bytes = net_file_align(header.payload_bytes + entries[i].bytes);
    }
    if (header.payload_bytes > NET_FILE_BYTES_MAX) {
        return fail(why, "net file %s: the tensors need %llu bytes, but at most %d are allowed",
                    path, (unsigned long long)header.payload_bytes, NET_FILE_BYTES_MAX);
    }
    const size_t directory_bytes = header.tensors * sizeof entries[0];
    content->size = sizeof header + directory_bytes + (size_t)header.payload_bytes;
    content->bytes = calloc(1, content->size);
    if (!content->bytes) {
        return fail(why, "net file %s: not enough memory to write it", path);
    }
    unsigned char *payload = content->bytes + sizeof header + directory_bytes;
    for (int i = 0; i < count; i++) {
        memcpy(payload + entries[i].offset, tensors[i].data, (size_t)entries[i].bytes);
    }
    header.crc = net_file_checksum(entries, header.tensors, payload, header.payload_bytes);
    memcpy(content->bytes, &header, sizeof header);
    memcpy(content->bytes + sizeof header, entries, directory_bytes);
    return true;
}

/* Makes one gzip member without name or time, so that equal nets give equal files. */
static bool compress_block(block *packed, const block *content, const char *path, failure *why)
{
    const int gzip = MAX_WBITS + 16, memory_level = 9;
    z_stream stream = {.next_in = content->bytes, .avail_in = (uInt)content->size};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return fail(why, "net file %s: not enough memory to compress it", path);
    }
    const size_t bound = deflateBound(&stream, (uLong)content->size);
    packed->bytes = malloc(bound);
    stream.next_out = packed->bytes;
    stream.avail_out = (uInt)bound;
    const bool done = packed->bytes && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed->size = bound - stream.avail_out;
    deflateEnd(&stream);
    return done || fail(why, "net file %s: not enough memory to compress it", path);
}

bool net_file_write(const char *path, const tensor *tensors, int count, failure *why)
{
    block content = {0}, packed = {0};
    failure reason;
    bool done = lay_out(&content, tensors, count, path, why) &&
                compress_block(&packed, &content, path, why);
    if (done && !whole_file_write(path, packed.bytes, packed.size, &reason)) {
        done = fail(why, "net file %s", reason.text);
    }
    free(content.bytes);
    free(packed.bytes);
    return done;
}
