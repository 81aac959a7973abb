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

/* Makes the uncompressed contents of the file. Reading them back checks the tensors. */
static bool lay_out(block *content, const tensor *tensors, int count, const char *path,
                    failure *why)
{
    if (count > NET_FILE_TENSORS_MAX) {
        return net_file_refuse(path, why, "%d tensors, but 1 to %d are allowed", count,
                               NET_FILE_TENSORS_MAX);
    }
    net_file_header header = {.version = NET_FILE_VERSION, .tensors = (uint32_t)count};
    net_file_entry entries[NET_FILE_TENSORS_MAX] = {0};
    memcpy(header.magic, NET_FILE_MAGIC, sizeof header.magic);
    for (int i = 0; i < count; i++) {
        const tensor *t = &tensors[i];
        entries[i] = (net_file_entry){.type = (uint32_t)t->type,
                                      .rows = t->rows,
                                      .columns = t->columns,
                                      .scale = t->scale,
                                      .offset = header.payload_bytes};
        memcpy(entries[i].name, t->name, strnlen(t->name, sizeof t->name));
        entries[i].bytes = net_file_tensor_bytes(entries[i].type, t->rows, t->columns);
        header.payload_bytes = net_file_align(header.payload_bytes + entries[i].bytes);
    }
    if (header.payload_bytes > NET_FILE_BYTES_MAX) {
        return net_file_refuse(path, why, "the tensors need %llu bytes, but at most %d are allowed",
                               (unsigned long long)header.payload_bytes, NET_FILE_BYTES_MAX);
    }
    const size_t directory_bytes = header.tensors * sizeof entries[0];
    content->size = sizeof header + directory_bytes + (size_t)header.payload_bytes;
    content->bytes = calloc(1, content->size);
    if (!content->bytes) {
        return net_file_refuse(path, why, "not enough memory to write it");
    }
    unsigned char *payload = content->bytes + sizeof header + directory_bytes;
    for (int i = 0; i < count; i++) {
        memcpy(payload + entries[i].offset, tensors[i].data, (size_t)entries[i].bytes);
    }
    header.crc = net_file_checksum(entries, header.tensors, payload, header.payload_bytes);
    memcpy(content->bytes, &header, sizeof header);
    memcpy(content->bytes + sizeof header, entries, directory_bytes);
    net_file *read = net_file_unpack(content->bytes, content->size, path, why);
    net_file_free(read);
    return read != NULL;
}

/* Makes one gzip member without name or time, so that equal nets give equal files. */
static bool compress_block(block *packed, const block *content, const char *path, failure *why)
{
    const int gzip = MAX_WBITS + 16, memory_level = 9;
    z_stream stream = {.next_in = content->bytes, .avail_in = (uInt)content->size};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        return net_file_refuse(path, why, "not enough memory to compress it");
    }
    const size_t bound = deflateBound(&stream, (uLong)content->size);
    packed->bytes = malloc(bound);
    stream.next_out = packed->bytes;
    stream.avail_out = (uInt)bound;
    const bool done = packed->bytes && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed->size = bound - stream.avail_out;
    deflateEnd(&stream);
    return done || net_file_refuse(path, why, "not enough memory to compress it");
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
