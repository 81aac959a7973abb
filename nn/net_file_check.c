#include <math.h>
#include <string.h>
#include <zlib.h>

#include "base/plural.h"
#include "net_file_internal.h"

static const struct {
    const char *name;
    uint32_t bytes;
} types[TENSOR_TYPES] = {
    [TENSOR_I8] = {"i8", 1},   [TENSOR_I16] = {"i16", 2},   [TENSOR_I32] = {"i32", 4},
    [TENSOR_F32] = {"f32", 4}, [TENSOR_TEXT] = {"text", 1},
};

/* True for lower case letters, digits, dots and underscores, padded with NULs. */
static bool name_is_well_formed(const char name[NET_FILE_NAME_MAX])
{
    const char *allowed = "abcdefghijklmnopqrstuvwxyz0123456789._";
    size_t length = 0;
    while (length < NET_FILE_NAME_MAX && name[length] && strchr(allowed, name[length])) {
        length++;
    }
    for (size_t i = length; i < NET_FILE_NAME_MAX; i++) {
        if (name[i]) {
            return false;
        }
    }
    return length > 0 && length < NET_FILE_NAME_MAX;
}

const char *net_file_type_name(tensor_type type)
{
    return types[type].name;
}

uint64_t net_file_tensor_bytes(uint32_t type, uint32_t rows, uint32_t columns)
{
    if (type >= TENSOR_TYPES || rows == 0 || columns == 0 || rows > NET_FILE_BYTES_MAX ||
        columns > NET_FILE_BYTES_MAX) {
        return 0;
    }
    const uint64_t bytes = (uint64_t)rows * columns * types[type].bytes;
    return bytes <= NET_FILE_BYTES_MAX ? bytes : 0;
}

bool net_file_check_entry(const net_file_entry *e, const char *file_name, failure *why)
{
    if (!name_is_well_formed(e->name)) {
        return fail(why, "net file %s: a tensor has a malformed name (%.31s)", file_name, e->name);
    }
    if (e->type >= TENSOR_TYPES) {
        return fail(why, "net file %s: tensor %s has the unknown type %u", file_name, e->name,
                    e->type);
    }
    const uint64_t bytes = net_file_tensor_bytes(e->type, e->rows, e->columns);
    if (bytes == 0) {
        return fail(why, "net file %s: tensor %s has the impossible shape %u x %u", file_name,
                    e->name, e->rows, e->columns);
    }
    if (e->bytes != bytes) {
        return fail(why, "net file %s: tensor %s has %llu %s, but its shape needs %llu", file_name,
                    e->name, (unsigned long long)e->bytes, plural(e->bytes, "byte", "bytes"),
                    (unsigned long long)bytes);
    }
    if (e->type == TENSOR_TEXT && e->rows != 1) {
        return fail(why, "net file %s: tensor %s is text of %u rows instead of 1", file_name,
                    e->name, e->rows);
    }
    const bool scaled = e->type != TENSOR_F32 && e->type != TENSOR_TEXT;
    if (scaled ? !(isfinite(e->scale) && e->scale > 0) : e->scale != 1) {
        return fail(why, "net file %s: tensor %s has the scale %g, which must be %s", file_name,
                    e->name, (double)e->scale, scaled ? "positive and finite" : "1");
    }
    return true;
}

bool net_file_check_unique(const net_file_entry *entries, uint32_t i, const char *file_name,
                           failure *why)
{
    for (uint32_t j = 0; j < i; j++) {
        if (strcmp(entries[j].name, entries[i].name) == 0) {
            return fail(why, "net file %s: tensor %s appears twice", file_name, entries[i].name);
        }
    }
    return true;
}

bool net_file_check_values(const tensor *t, const char *file_name, failure *why)
{
    const size_t count = (size_t)t->rows * t->columns;
    if (t->type == TENSOR_F32) {
        const float *values = t->data;
        for (size_t i = 0; i < count; i++) {
            if (!isfinite(values[i])) {
                return fail(why, "net file %s: value %zu of tensor %s is not finite", file_name, i,
                            t->name);
            }
        }
    } else if (t->type == TENSOR_TEXT) {
        const char *text = t->data;
        for (size_t i = 0; i < count; i++) {
            if (text[i] < ' ' || text[i] > '~') {
                return fail(why, "net file %s: character %zu of tensor %s is not printable",
                            file_name, i, t->name);
            }
        }
    }
    return true;
}

uint32_t net_file_checksum(const net_file_entry *entries, uint32_t count, const void *payload,
                           uint64_t payload_bytes)
{
    uLong crc = crc32(0, NULL, 0);
    crc = crc32(crc, (const Bytef *)entries, (uInt)(count * sizeof *entries));
    return (uint32_t)crc32(crc, payload, (uInt)payload_bytes);
}
