#include "nn/net_file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Reads the next `size` bytes. `what` names them in messages. */
static bool read_exactly(gzip_input *in, void *out, size_t size, const char *what, const char *name,
                         failure *why)
{
    failure reason;
    size_t got;
    if (gzip_input_read(in, out, size, &got, &reason) != GZIP_READ) {
        return fail(why, "net file %s: damaged in its %s: %s", name, what, reason.text);
    }
    return got == size || fail(why, "net file %s: ends in its %s", name, what);
}

static bool check_end(gzip_input *in, const char *name, failure *why)
{
    failure reason;
    char beyond;
    size_t got;
    if (gzip_input_read(in, &beyond, 1, &got, &reason) != GZIP_READ) {
        return fail(why, "net file %s: damaged at its end: %s", name, reason.text);
    }
    return got == 0 || fail(why, "net file %s: goes on after its payload", name);
}

static bool check_header(const net_file_header *h, const char *name, failure *why)
{
    if (memcmp(h->magic, NET_FILE_MAGIC, sizeof h->magic) != 0) {
        return fail(why, "net file %s: does not begin with " NET_FILE_MAGIC, name);
    }
    if (h->version != NET_FILE_VERSION) {
        return fail(why, "net file %s: version %u, but this program reads version %d", name,
                    h->version, NET_FILE_VERSION);
    }
    if (h->tensors < 1 || h->tensors > NET_FILE_TENSORS_MAX) {
        return fail(why, "net file %s: %u tensors, but 1 to %d are allowed", name, h->tensors,
                    NET_FILE_TENSORS_MAX);
    }
    if (h->zero != 0) {
        return fail(why, "net file %s: the header's reserved field is %u, not 0", name, h->zero);
    }
    if (h->payload_bytes > NET_FILE_BYTES_MAX) {
        return fail(why, "net file %s: %llu bytes of payload, but at most %d are allowed", name,
                    (unsigned long long)h->payload_bytes, NET_FILE_BYTES_MAX);
    }
    return true;
}

/* Checks that the tensors lie in the directory's order, each at the next aligned offset, and fill
 * the payload. */
static bool check_directory(const net_file_entry *entries, const net_file_header *header,
                            const char *name, failure *why)
{
    uint64_t end = 0;
    for (uint32_t i = 0; i < header->tensors; i++) {
        const net_file_entry *e = &entries[i];
        if (!net_file_check_entry(e, name, why) || !net_file_check_unique(entries, i, name, why)) {
            return false;
        }
        if (e->offset != end) {
            return fail(why, "net file %s: tensor %s is at offset %llu instead of %llu", name,
                        e->name, (unsigned long long)e->offset, (unsigned long long)end);
        }
        end = net_file_align(end + e->bytes);
        if (end > header->payload_bytes) {
            return fail(why, "net file %s: tensor %s ends outside the payload", name, e->name);
        }
    }
    if (end != header->payload_bytes) {
        return fail(why, "net file %s: %llu %s of payload, but its tensors need %llu", name,
                    (unsigned long long)header->payload_bytes,
                    plural(header->payload_bytes, "byte", "bytes"), (unsigned long long)end);
    }
    return true;
}

/* Takes over the unpacked tensors after they have all passed the checks. */
static bool adopt_tensors(net_file *file, const net_file_entry *entries,
                          const net_file_header *header, failure *why)
{
    const char *name = file->name;
    uint64_t end = 0;
    for (uint32_t i = 0; i < header->tensors; i++) {
        const net_file_entry *e = &entries[i];
        for (; end < e->offset; end++) {
            if (file->payload[end] != 0) {
                return fail(why, "net file %s: the gap before tensor %s is not zero", name,
                            e->name);
            }
        }
        end = e->offset + e->bytes;
        tensor *t = &file->tensors[i];
        memcpy(t->name, e->name, sizeof t->name);
        t->type = (tensor_type)e->type;
        t->rows = e->rows;
        t->columns = e->columns;
        t->scale = e->scale;
        t->data = file->payload + e->offset;
        if (!net_file_check_values(t, name, why)) {
            return false;
        }
    }
    for (; end < header->payload_bytes; end++) {
        if (file->payload[end] != 0) {
            return fail(why, "net file %s: the gap after the last tensor is not zero", name);
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
        !check_header(&header, name, why)) {
        return false;
    }
    const size_t directory_bytes = header.tensors * sizeof entries[0];
    if (!read_exactly(in, entries, directory_bytes, "directory", name, why) ||
        !check_directory(entries, &header, name, why)) {
        return false;
    }
    const size_t payload_bytes = (size_t)header.payload_bytes;
    /* A net reads rows of a kilobyte anywhere in it. */
    file->payload = system_aligned_take(SYSTEM_LARGE_ALIGNMENT, payload_bytes);
    if (!file->payload) {
        return fail(why, "net file %s: not enough memory for %zu bytes", name, payload_bytes);
    }
    if (!read_exactly(in, file->payload, payload_bytes, "payload", name, why) ||
        !check_end(in, name, why)) {
        return false;
    }
    const uint32_t crc = net_file_checksum(entries, header.tensors, file->payload, payload_bytes);
    if (crc != header.crc) {
        return fail(why, "net file %s: checksum %08x does not match its content's %08x", name,
                    header.crc, crc);
    }
    return adopt_tensors(file, entries, &header, why);
}

static net_file *read_and_close(gzip_input *in, const char *name, failure *why)
{
    net_file *file = calloc(1, sizeof *file);
    bool good = false;
    if (file && (file->name = strdup(name)) != NULL) {
        good = read_all(file, in, why);
    } else {
        fail(why, "net file %s: not enough memory to read it", name);
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
    if (!in) {
        fail(why, "net file %s", reason.text);
        return NULL;
    }
    return read_and_close(in, path, why);
}

net_file *net_file_unpack(const void *bytes, size_t size, const char *name, failure *why)
{
    failure reason;
    gzip_input *in = gzip_input_open_bytes(bytes, size, name, &reason);
    if (!in) {
        fail(why, "net file %s", reason.text);
        return NULL;
    }
    return read_and_close(in, name, why);
}

void net_file_free(net_file *file)
{
    if (file) {
        system_aligned_give(file->payload);
        free(file->name);
        free(file);
    }
}

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
static void dimension_text(uint32_t wanted, char text[16])
{
    if (wanted) {
        snprintf(text, 16, "%u", wanted);
    } else {
        strcpy(text, "any");
    }
}

const tensor *net_file_find(const net_file *file, const char *name, tensor_type type, uint32_t rows,
                            uint32_t columns, failure *why)
{
    const tensor *t = NULL;
    for (int i = 0; i < file->count && !t; i++) {
        t = strcmp(file->tensors[i].name, name) == 0 ? &file->tensors[i] : NULL;
    }
    if (!t) {
        fail(why, "net file %s: tensor %s is missing", file->name, name);
        return NULL;
    }
    if (t->type != type) {
        fail(why, "net file %s: tensor %s holds %s instead of %s", file->name, name,
             net_file_type_name(t->type), net_file_type_name(type));
        return NULL;
    }
    if ((rows && t->rows != rows) || (columns && t->columns != columns)) {
        char wanted[2][16];
        dimension_text(rows, wanted[0]);
        dimension_text(columns, wanted[1]);
        fail(why, "net file %s: tensor %s is %u x %u instead of %s x %s", file->name, name, t->rows,
             t->columns, wanted[0], wanted[1]);
        return NULL;
    }
    return t;
}
