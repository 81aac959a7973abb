/* Any bytes as the inside of a net file. They are packed and given a right checksum here, since
 * no fuzzer would guess those. */
#include <stdlib.h>
#include <zlib.h>

#include "fuzz.h"
#include "nn/net_file.h"

/* Offsets in the header, as net_file.h draws it. */
enum { CHECKSUM_AT = 24, HEADER_BYTES = 32 };

static void put_checksum(uint8_t *content, size_t size)
{
    if (size >= HEADER_BYTES) {
        uint32_t sum = (uint32_t)crc32(0, content + HEADER_BYTES, (uInt)(size - HEADER_BYTES));
        for (int i = 0; i < 4; i++) {
            content[CHECKSUM_AT + i] = (uint8_t)(sum >> 8 * i);
        }
    }
}

/* Packs into one gzip stream that the caller frees. */
static uint8_t *pack(uint8_t *content, size_t size, size_t *packed_size)
{
    enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 8 };
    z_stream stream = {.next_in = content, .avail_in = (uInt)size};
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        abort();
    }
    uLong room = deflateBound(&stream, (uLong)size);
    uint8_t *packed = malloc(room);
    if (!packed) {
        abort();
    }
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) {
        abort();
    }
    *packed_size = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    failure why;
    /* As it comes, then packed. */
    net_file_free(net_file_unpack(data, size, "fuzz", &why));
    uint8_t *content = (uint8_t *)fuzz_text(data, size);
    put_checksum(content, size);
    size_t packed_size;
    uint8_t *packed = pack(content, size, &packed_size);
    net_file *file = net_file_unpack(packed, packed_size, "fuzz", &why);
    for (int i = 0; file && i < net_file_count(file); i++) {
        const tensor *t = net_file_at(file, i);
        if (net_file_find(file, t->name, t->type, t->rows, t->columns, &why) != t) {
            abort();
        }
    }
    net_file_free(file);
    free(packed);
    free(content);
    return 0;
}
