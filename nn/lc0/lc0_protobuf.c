#include "lc0_protobuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Wire types. Groups (3 and 4) are not used in these files. */
enum { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_32 = 5 };

enum { VARINT_BYTES_MAX = 10 };

/* Each question reads the message again, so a message of many small fields would take long. */
enum { FIELDS_MAX = 4096 };

typedef struct field {
    uint32_t number;
    unsigned wire;
    uint64_t value;       /* of a number; the bits of a float */
    const uint8_t *bytes; /* of a message */
    size_t size;
} field;

/* Writes the path of a message, outermost first, and returns its length. */
static size_t write_path(const lc0_message *m, char *text, size_t room)
{
    size_t at = 0;
    if (m->within) {
        at = write_path(m->within, text, room);
    }
    char place[16] = "";
    if (m->place > 0) {
        snprintf(place, sizeof place, " %d", m->place);
    }
    const int length =
        snprintf(text + at, room - at, m->within ? ", %s%s" : "%s%s", m->label, place);
    return length < 0 || (size_t)length >= room - at ? room - 1 : at + (size_t)length;
}

bool lc0_refuse(const lc0_message *m, const char *format, ...)
{
    char path[FAILURE_TEXT_MAX / 2], reason[FAILURE_TEXT_MAX / 2];
    if (m->source->failed) {
        return false;
    }
    m->source->failed = true;
    va_list values;
    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    va_end(values);
    write_path(m, path, sizeof path);
    return fail(m->source->why, "net file %s: %s", path, reason);
}

static bool malformed(const lc0_message *m, size_t at, const char *reason)
{
    return lc0_refuse(m, "%s at byte %zu of the file", reason,
                      (size_t)(m->bytes + at - m->source->begin));
}

static bool read_varint(const lc0_message *m, size_t *at, uint64_t *value)
{
    const size_t begin = *at;
    *value = 0;
    for (unsigned i = 0; i < VARINT_BYTES_MAX; i++) {
        if (*at == m->size) {
            return malformed(m, begin, "a number is cut off");
        }
        const uint8_t byte = m->bytes[(*at)++];
        *value |= (uint64_t)(byte & 127) << (7 * i);
        if (byte < 128) {
            return true;
        }
    }
    return malformed(m, begin, "a number has more than 64 bits");
}

/* Reads a number of `size` bytes, little endian. */
static bool read_fixed(const lc0_message *m, size_t *at, unsigned size, uint64_t *value)
{
    if (m->size - *at < size) {
        return malformed(m, *at, "a number is cut off");
    }
    *value = 0;
    for (unsigned i = 0; i < size; i++) {
        *value |= (uint64_t)m->bytes[(*at)++] << (8 * i);
    }
    return true;
}

/* Reads the field at *at, which is not the end. */
static bool read_field(const lc0_message *m, size_t *at, field *f)
{
    const size_t begin = *at;
    uint64_t tag;
    if (!read_varint(m, at, &tag)) {
        return false;
    }
    *f = (field){.number = (uint32_t)(tag >> 3), .wire = (unsigned)(tag & 7)};
    if (tag >> 3 == 0 || tag > UINT32_MAX) {
        return malformed(m, begin, "a field has an impossible number");
    }
    switch (f->wire) {
    case WIRE_VARINT:
        return read_varint(m, at, &f->value);
    case WIRE_64:
        return read_fixed(m, at, 8, &f->value);
    case WIRE_32:
        return read_fixed(m, at, 4, &f->value);
    case WIRE_BYTES:
        if (!read_varint(m, at, &f->value)) {
            return false;
        }
        if (f->value > m->size - *at) {
            return malformed(m, begin, "a field is longer than the bytes that are there");
        }
        f->bytes = m->bytes + *at;
        f->size = (size_t)f->value;
        *at += f->size;
        return true;
    default:
        return malformed(m, begin, "a field has an unknown wire type");
    }
}

/* Returns how often a field occurs, and fills in occurrence `place`, from 1. A faulty message has
 * no fields. */
static int find(const lc0_message *m, uint32_t number, int place, field *found)
{
    int count = 0, fields = 0;
    for (size_t at = 0; m->bytes && at < m->size;) {
        field f;
        if (m->source->failed || !read_field(m, &at, &f)) {
            return 0;
        }
        if (++fields > FIELDS_MAX) {
            return lc0_refuse(m, "more than %d fields", FIELDS_MAX);
        }
        if (f.number == number && ++count == place) {
            *found = f;
        }
    }
    return m->source->failed ? 0 : count;
}

/* Finds a field that may be given once. */
static bool find_one(const lc0_message *m, uint32_t number, const char *label, unsigned wire,
                     field *f)
{
    const int count = find(m, number, 1, f);
    if (count > 1) {
        return lc0_refuse(m, "%s is given %d times", label, count);
    }
    return count == 1 && (f->wire == wire || lc0_refuse(m, "%s has the wire type %u instead of %u",
                                                        label, f->wire, wire));
}

int lc0_occurrences(const lc0_message *m, uint32_t number)
{
    field f;
    return find(m, number, 1, &f);
}

lc0_message lc0_repeated(const lc0_message *m, uint32_t number, const char *label, int place)
{
    field f = {.wire = WIRE_BYTES};
    lc0_message part = {.source = m->source, .within = m, .label = label, .place = place};
    if (find(m, number, place, &f) >= place && f.wire != WIRE_BYTES) {
        lc0_refuse(m, "%s has the wire type %u instead of %d", label, f.wire, WIRE_BYTES);
    }
    if (!m->source->failed) {
        part.bytes = f.bytes;
        part.size = f.size;
    }
    return part;
}

lc0_message lc0_part(const lc0_message *m, uint32_t number, const char *label)
{
    field f;
    lc0_message part = {.source = m->source, .within = m, .label = label};
    if (find_one(m, number, label, WIRE_BYTES, &f)) {
        part.bytes = f.bytes;
        part.size = f.size;
    }
    return part;
}

uint64_t lc0_number(const lc0_message *m, uint32_t number, const char *label, uint64_t absent)
{
    field f;
    return find_one(m, number, label, WIRE_VARINT, &f) ? f.value : absent;
}

float lc0_real(const lc0_message *m, uint32_t number, const char *label, float absent)
{
    field f;
    float value;
    if (!find_one(m, number, label, WIRE_32, &f)) {
        return absent;
    }
    const uint32_t bits = (uint32_t)f.value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
