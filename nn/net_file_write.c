#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "files/whole_file.h"
#include "net_file_internal.h"

void *net_file_pack(const tensor *tensors, int count, const char *name, size_t *size, failure *why)
{
    if (count > NET_FILE_TENSORS_MAX) {
        net_file_refuse(name, why, "%d tensors, but 1 to %d are allowed", count,
                        NET_FILE_TENSORS_MAX);
        return NULL;
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
        net_file_refuse(name, why, "the tensors need %llu bytes, but at most %d are allowed",
                        (unsigned long long)header.payload_bytes, NET_FILE_BYTES_MAX);
        return NULL;
    }
    const size_t directory_bytes = header.tensors * sizeof entries[0];
    *size = sizeof header + directory_bytes + (size_t)header.payload_bytes;
    unsigned char *bytes = calloc(1, *size);
    if (!bytes) {
        net_file_refuse(name, why, "not enough memory to write it");
        return NULL;
    }
    unsigned char *payload = bytes + sizeof header + directory_bytes;
    for (int i = 0; i < count; i++) {
        memcpy(payload + entries[i].offset, tensors[i].data, (size_t)entries[i].bytes);
    }
    header.crc = net_file_checksum(entries, header.tensors, payload, header.payload_bytes);
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + sizeof header, entries, directory_bytes);
    return bytes;
}

/* True if the reader accepts the bytes. */
static bool check(const void *bytes, size_t size, const char *path, failure *why)
{
    net_file *file = net_file_unpack(bytes, size, path, why);
    net_file_free(file);
    return file != NULL;
}

/* Makes one gzip member without name or time, so that equal nets give equal files. The caller frees
 * the result. */
static void *compress_bytes(void *bytes, size_t size, size_t *packed_size, const char *path,
                            failure *why)
{
    const int gzip = MAX_WBITS + 16, memory_level = 9;
    z_stream stream = {.next_in = bytes, .avail_in = (uInt)size};
    unsigned char *packed = NULL;
    bool done = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip, memory_level,
                             Z_DEFAULT_STRATEGY) == Z_OK;
    if (done) {
        const size_t bound = deflateBound(&stream, (uLong)size);
        packed = malloc(bound);
        stream.next_out = packed;
        stream.avail_out = (uInt)bound;
        done = packed && deflate(&stream, Z_FINISH) == Z_STREAM_END;
        *packed_size = bound - stream.avail_out;
        deflateEnd(&stream);
    }
    if (!done) {
        net_file_refuse(path, why, "not enough memory to compress it");
        free(packed);
        return NULL;
    }
    return packed;
}

bool net_file_write(const char *path, const tensor *tensors, int count, failure *why)
{
    size_t size, packed_size;
    failure reason;
    void *bytes = net_file_pack(tensors, count, path, &size, why), *packed = NULL;
    bool done = bytes && check(bytes, size, path, why) &&
                (packed = compress_bytes(bytes, size, &packed_size, path, why)) != NULL;
    if (done && !whole_file_write(path, packed, packed_size, &reason)) {
        done = fail(why, "net file %s", reason.text);
    }
    free(bytes);
    free(packed);
    return done;
}
