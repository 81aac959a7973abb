#include "nn/net_file.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/plural.h"
#include "files/gzip_input.h"
#include "net_file_internal.h"
#include "system/memory.h"

struct net_file {
    char *name; /* the name of the file in messages */
    int count;
    tensor tensors[NET_FILE_TENSORS_MAX];
    unsigned char *payload; /* aligned to NET_FILE_ALIGNMENT */
};

static const struct {
    const char *name;
    uint32_t bytes;
} types[TENSOR_TYPES] = {
    [TENSOR_I8] = {"i8", 1},   [TENSOR_I16] = {"i16", 2},   [TENSOR_I32] = {"i32", 4},
    [TENSOR_F32] = {"f32", 4}, [TENSOR_TEXT] = {"text", 1},
};

uint64_t net_file_tensor_bytes(uint32_t type, uint32_t rows, uint32_t columns)
{
    if (type >= TENSOR_TYPES || rows == 0 || columns == 0 || rows > NET_FILE_BYTES_MAX ||
        columns > NET_FILE_BYTES_MAX) {
        return 0;
    }
    const uint64_t bytes = (uint64_t)rows * columns * types[type].bytes;
    return bytes <= NET_FILE_BYTES_MAX ? bytes : 0;
}

uint32_t net_file_checksum(const net_file_entry *entries, uint32_t count, const void *payload,
                           uint64_t payload_bytes)
{
    uLong crc = crc32(0, NULL, 0);
    crc = crc32(crc, (const Bytef *)entries, (uInt)(count * sizeof *entries));
    return (uint32_t)crc32(crc, payload, (uInt)payload_bytes);
}

bool net_file_refuse(const char *name, failure *why, const char *format, ...)
{
    char reason[FAILURE_TEXT_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    va_end(values);
    return fail(why, "net file %s: %s", name, reason);
}

/* ---- Checks ---- */

static bool check_header(const net_file_header *h, const char *name, failure *why)
{
    if (memcmp(h->magic, NET_FILE_MAGIC, sizeof h->magic) != 0) {
        return net_file_refuse(name, why, "does not begin with " NET_FILE_MAGIC);
    }
    if (h->version != NET_FILE_VERSION) {
        return net_file_refuse(name, why, "version %u, but this program reads version %d",
                               h->version, NET_FILE_VERSION);
    }
    if (h->tensors < 1 || h->tensors > NET_FILE_TENSORS_MAX) {
        return net_file_refuse(name, why, "%u tensors, but 1 to %d are allowed", h->tensors,
                               NET_FILE_TENSORS_MAX);
    }
    if (h->zero != 0) {
        return net_file_refuse(name, why, "the header's reserved field is %u, not 0", h->zero);
    }
    if (h->payload_bytes > NET_FILE_BYTES_MAX) {
        return net_file_refuse(name, why, "%llu bytes of payload, but at most %d are allowed",
                               (unsigned long long)h->payload_bytes, NET_FILE_BYTES_MAX);
    }
    return true;
}

/* True for lower case letters, digits, dots and underscores, padded with NULs. */
static bool name_is_well_formed(const char name[NET_FILE_NAME_MAX])
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789._";
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

static bool check_entry(const net_file_entry *e, const char *name, failure *why)
{
    if (!name_is_well_formed(e->name)) {
        return net_file_refuse(name, why, "a tensor has a malformed name (%.31s)", e->name);
    }
    if (e->type >= TENSOR_TYPES) {
        return net_file_refuse(name, why, "tensor %s has the unknown type %u", e->name, e->type);
    }
    const uint64_t bytes = net_file_tensor_bytes(e->type, e->rows, e->columns);
    if (bytes == 0) {
        return net_file_refuse(name, why, "tensor %s has the impossible shape %u x %u", e->name,
                               e->rows, e->columns);
    }
    if (e->bytes != bytes) {
        return net_file_refuse(name, why, "tensor %s has %llu %s, but its shape needs %llu",
                               e->name, (unsigned long long)e->bytes,
                               plural(e->bytes, "byte", "bytes"), (unsigned long long)bytes);
    }
    if (e->type == TENSOR_TEXT && e->rows != 1) {
        return net_file_refuse(name, why, "tensor %s is text of %u rows instead of 1", e->name,
                               e->rows);
    }
    const bool scaled = e->type != TENSOR_F32 && e->type != TENSOR_TEXT;
    if (scaled ? !(isfinite(e->scale) && e->scale > 0) : e->scale != 1) {
        return net_file_refuse(name, why, "tensor %s has the scale %g, which must be %s", e->name,
                               (double)e->scale, scaled ? "positive and finite" : "1");
    }
    return true;
}

/* Checks that the tensors have different names, lie in the directory's order, each at the next
 * aligned offset, and fill the payload. */
static bool check_directory(const net_file_entry *entries, const net_file_header *header,
                            const char *name, failure *why)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < header->tensors; i++) {
        const net_file_entry *e = &entries[i];
        if (!check_entry(e, name, why)) {
            return false;
        }
        for (uint32_t k = 0; k < i; k++) {
            if (strcmp(entries[k].name, e->name) == 0) {
                return net_file_refuse(name, why, "tensor %s appears twice", e->name);
            }
        }
        if (e->offset != end) {
            return net_file_refuse(name, why, "tensor %s is at offset %llu instead of %llu",
                                   e->name, (unsigned long long)e->offset, (unsigned long long)end);
        }
        end = net_file_align(end + e->bytes);
        if (end > header->payload_bytes) {
            return net_file_refuse(name, why, "tensor %s ends outside the payload", e->name);
        }
    }
    if (end != header->payload_bytes) {
        return net_file_refuse(name, why, "%llu %s of payload, but its tensors need %llu",
                               (unsigned long long)header->payload_bytes,
                               plural(header->payload_bytes, "byte", "bytes"),
                               (unsigned long long)end);
    }
    return true;
}

/* Checks that floats are finite and text is printable. */
static bool check_values(const tensor *t, const char *name, failure *why)
{
    const float *values = t->data;
    const char *text = t->data;
    for (size_t i = 0; t->type == TENSOR_F32 && i < (size_t)t->rows * t->columns; i++) {
        if (!isfinite(values[i])) {
            return net_file_refuse(name, why, "value %zu of tensor %s is not finite", i, t->name);
        }
    }
    for (size_t i = 0; t->type == TENSOR_TEXT && i < t->columns; i++) {
        if (text[i] < ' ' || text[i] > '~') {
            return net_file_refuse(name, why, "character %zu of tensor %s is not printable", i,
                                   t->name);
        }
    }
    return true;
}

/* ---- Reading ---- */

/* Reads the next `size` bytes. `what` names them in messages. */
static bool read_exactly(gzip_input *in, void *out, size_t size, const char *what, const char *name,
                         failure *why)
{
    failure reason;
    size_t got;
    if (gzip_input_read(in, out, size, &got, &reason) != GZIP_READ) {
        return net_file_refuse(name, why, "damaged in its %s: %s", what, reason.text);
    }
    return got == size || net_file_refuse(name, why, "ends in its %s", what);
}

static bool check_end(gzip_input *in, const char *name, failure *why)
{
    failure reason;
    char beyond;
    size_t got;
    if (gzip_input_read(in, &beyond, 1, &got, &reason) != GZIP_READ) {
        return net_file_refuse(name, why, "damaged at its end: %s", reason.text);
    }
    return got == 0 || net_file_refuse(name, why, "goes on after its payload");
}

/* Takes over the unpacked tensors after they have all passed the checks. */
static bool adopt_tensors(net_file *file, const net_file_entry *entries,
                          const net_file_header *header, failure *why)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < header->tensors; i++) {
        const net_file_entry *e = &entries[i];
        tensor *t = &file->tensors[i];
        *t = (tensor){.type = (tensor_type)e->type,
                      .rows = e->rows,
                      .columns = e->columns,
                      .scale = e->scale,
                      .data = file->payload + e->offset};
        memcpy(t->name, e->name, sizeof t->name);
        if (!check_values(t, file->name, why)) {
            return false;
        }
        const uint64_t next = net_file_align(e->offset + e->bytes);
        for (end = e->offset + e->bytes; end < next; end++) {
            if (file->payload[end] != 0) {
                return net_file_refuse(file->name, why, "the gap after tensor %s is not zero",
                                       e->name);
            }
        }
    }
    file->count = (int)header->tensors;
    return true;
}

static bool read_all(net_file *file, gzip_input *in, failure *why)
{
    const char *name = file->name;
    net_file_header header;
    net_file_entry entries[NET_FILE_TENSORS_MAX];
    if (!read_exactly(in, &header, sizeof header, "header", name, why) ||
        !check_header(&header, name, why) ||
        !read_exactly(in, entries, header.tensors * sizeof entries[0], "directory", name, why) ||
        !check_directory(entries, &header, name, why)) {
        return false;
    }
    const size_t payload_bytes = (size_t)header.payload_bytes;
    /* A net reads rows of a kilobyte anywhere in it. */
    file->payload = system_aligned_take(SYSTEM_LARGE_ALIGNMENT, payload_bytes);
    if (!file->payload) {
        return net_file_refuse(name, why, "not enough memory for %zu bytes", payload_bytes);
    }
    if (!read_exactly(in, file->payload, payload_bytes, "payload", name, why) ||
        !check_end(in, name, why)) {
        return false;
    }
    const uint32_t crc = net_file_checksum(entries, header.tensors, file->payload, payload_bytes);
    if (crc != header.crc) {
        return net_file_refuse(name, why, "checksum %08x does not match its content's %08x",
                               header.crc, crc);
    }
    return adopt_tensors(file, entries, &header, why);
}

/* Closes `in`. If it is NULL, `reason` says why it could not be opened. */
static net_file *read_and_close(gzip_input *in, const failure *reason, const char *name,
                                failure *why)
{
    net_file *file = calloc(1, sizeof *file);
    bool good = false;
    if (!in) {
        fail(why, "net file %s", reason->text);
    } else if (file && (file->name = strdup(name)) != NULL) {
        good = read_all(file, in, why);
    } else {
        net_file_refuse(name, why, "not enough memory to read it");
    }
    gzip_input_close(in);
    if (!good) {
        net_file_free(file);
        return NULL;
    }
    return file;
}

net_file *net_file_read(const char *path, failure *why)
{
    failure reason;
    gzip_input *in = gzip_input_open(path, &reason);
    return read_and_close(in, &reason, path, why);
}

net_file *net_file_unpack(const void *bytes, size_t size, const char *name, failure *why)
{
    failure reason;
    gzip_input *in = gzip_input_open_bytes(bytes, size, name, &reason);
    return read_and_close(in, &reason, name, why);
}

void net_file_free(net_file *file)
{
    if (file) {
        system_aligned_give(file->payload);
        free(file->name);
        free(file);
    }
}

/* ---- Tensors ---- */

int net_file_count(const net_file *file)
{
    return file->count;
}

const tensor *net_file_at(const net_file *file, int i)
{
    assert(i >= 0 && i < file->count);
    return &file->tensors[i];
}

/* A required dimension as text for a message. */
static const char *dimension_text(uint32_t wanted, char text[16])
{
    snprintf(text, 16, "%u", wanted);
    return wanted ? text : "any";
}

const tensor *net_file_find(const net_file *file, const char *name, tensor_type type, uint32_t rows,
                            uint32_t columns, failure *why)
{
    const tensor *t = NULL;
    char wanted[2][16];
    for (int i = 0; i < file->count && !t; i++) {
        t = strcmp(file->tensors[i].name, name) == 0 ? &file->tensors[i] : NULL;
    }
    if (!t) {
        net_file_refuse(file->name, why, "tensor %s is missing", name);
        return NULL;
    }
    if (t->type != type) {
        net_file_refuse(file->name, why, "tensor %s holds %s instead of %s", name,
                        types[t->type].name, types[type].name);
        return NULL;
    }
    if ((rows && t->rows != rows) || (columns && t->columns != columns)) {
        net_file_refuse(file->name, why, "tensor %s is %u x %u instead of %s x %s", name, t->rows,
                        t->columns, dimension_text(rows, wanted[0]),
                        dimension_text(columns, wanted[1]));
        return NULL;
    }
    return t;
}
