/* The layout of the net file, and its errors. */
#ifndef NN_NET_FILE_INTERNAL_H
#define NN_NET_FILE_INTERNAL_H

#include <assert.h>

#include "nn/net_file.h"

#define NET_FILE_MAGIC "MORPHONN"

enum { NET_FILE_ALIGNMENT = 64 };

typedef struct net_file_header {
    char magic[8];
    uint32_t version;
    uint32_t tensors;
    uint64_t payload_bytes;
    uint32_t crc;
    uint32_t zero;
} net_file_header;

typedef struct net_file_entry {
    char name[NET_FILE_NAME_MAX];
    uint32_t type, rows, columns;
    float scale;
    uint64_t offset, bytes;
} net_file_entry;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "used in memory as it lies in the file");
static_assert(sizeof(net_file_header) == 32 && sizeof(net_file_entry) == 64, "no padding");

/* The next offset at which a tensor may begin. */
static inline uint64_t net_file_align(uint64_t offset)
{
    return (offset + NET_FILE_ALIGNMENT - 1) / NET_FILE_ALIGNMENT * NET_FILE_ALIGNMENT;
}

/* CRC-32 of directory and payload. */
uint32_t net_file_checksum(const net_file_entry *entries, uint32_t count, const void *payload,
                           uint64_t payload_bytes);

/* Fills `why` with the name of a net file and the reason that follows, and returns false. */
bool net_file_refuse(const char *name, failure *why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
