/* Tests that net files survive a round trip, and that other files are refused with the reason. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "empty_folder.h"
#include "nn/net_file.h"
#include "system/files.h"

TestSuite(net_file, .init = empty_folder_enter, .fini = empty_folder_leave);

#define NAME "some/where.nn"

enum { TENSORS = 4, PLAIN_MAX = 4096, HEADER = 32, ENTRY = 64 };

/* Where the fields lie: see net_file.h. */
enum { VERSION_AT = 8, TENSORS_AT = 12, PAYLOAD_AT = 16, CRC_AT = 24, ZERO_AT = 28 };
enum { TYPE_AT = 32, ROWS_AT = 36, COLUMNS_AT = 40, SCALE_AT = 44, OFFSET_AT = 48, BYTES_AT = 56 };

static const int8_t small_weights[6] = {-128, -1, 0, 1, 2, 127};
static const int16_t words[5] = {-32768, -5, 0, 5, 32767};
static const float reals[3] = {-1.5f, 0, 1e30f};

static const tensor sample[TENSORS] = {
    {.name = "first",
     .type = TENSOR_I8,
     .rows = 2,
     .columns = 3,
     .scale = 0.25f,
     .data = small_weights},
    {.name = "second.words",
     .type = TENSOR_I16,
     .rows = 1,
     .columns = 5,
     .scale = 3,
     .data = words},
    {.name = "third_reals", .type = TENSOR_F32, .rows = 3, .columns = 1, .scale = 1, .data = reals},
    {.name = "fourth",
     .type = TENSOR_TEXT,
     .rows = 1,
     .columns = 11,
     .scale = 1,
     .data = "hello there"},
};

static const char path[] = "net.nn";

typedef struct bytes {
    unsigned char at[PLAIN_MAX];
    size_t size;
} bytes;

/* The sample as it lies on disk. */
static bytes packed_sample(void)
{
    failure why;
    cr_assert(net_file_write(path, sample, TENSORS, &why), "%s", why.text);
    bytes b;
    FILE *stream = fopen(path, "rb");
    cr_assert_not_null(stream);
    b.size = fread(b.at, 1, sizeof b.at, stream);
    cr_assert(feof(stream));
    fclose(stream);
    return b;
}

/* The sample without compression, which is read, too. */
static bytes plain_sample(void)
{
    bytes plain;
    failure why;
    void *packed = net_file_pack(sample, TENSORS, NAME, &plain.size, &why);
    cr_assert_not_null(packed, "%s", why.text);
    memcpy(plain.at, packed, plain.size);
    free(packed);
    return plain;
}

/* So that a forged file is refused for its forgery, not for its checksum. */
static void fix_checksum(bytes *plain)
{
    const uint32_t sum = (uint32_t)crc32(0, plain->at + HEADER, (uInt)plain->size - HEADER);
    memcpy(plain->at + CRC_AT, &sum, sizeof sum);
}

static void check_is_sample(const net_file *file)
{
    cr_assert_eq(net_file_count(file), TENSORS);
    for (int i = 0; i < TENSORS; i++) {
        static const size_t size_of[TENSOR_TYPES] = {1, 2, 4, 4, 1};
        const tensor *t = net_file_at(file, i), *s = &sample[i];
        cr_assert_str_eq(t->name, s->name);
        cr_assert_eq(t->type, s->type);
        cr_assert_eq(t->rows, s->rows);
        cr_assert_eq(t->columns, s->columns);
        cr_assert_eq(t->scale, s->scale);
        cr_assert_eq((uintptr_t)t->data % 64, 0);
        cr_assert_arr_eq(t->data, s->data, s->rows * s->columns * size_of[s->type]);
    }
}

static void check_refused(const bytes *packed, const char *reason)
{
    failure why = {{0}};
    net_file *file = net_file_unpack(packed->at, packed->size, NAME, &why);
    cr_assert_null(file, "accepted in spite of: %s", reason);
    cr_assert_not_null(strstr(why.text, NAME), "no file name in: %s", why.text);
    cr_assert_not_null(strstr(why.text, reason), "\"%s\" instead of \"%s\"", why.text, reason);
    cr_assert_null(net_file_unpack(packed->at, packed->size, NAME, NULL));
}

Test(net_file, round_trip)
{
    failure why;
    for (int time = 0; time < 2; time++) {
        cr_assert(net_file_write(path, sample, TENSORS, &why), "%s", why.text);
        net_file *written = net_file_read(path, &why);
        cr_assert_not_null(written, "%s", why.text);
        check_is_sample(written);
        net_file_free(written);
    }
    system_remove(path);
    cr_assert_null(net_file_read(path, &why));
    cr_expect(strstr(why.text, path), "%s", why.text);
    const bytes a = packed_sample(), b = packed_sample(), plain = plain_sample();
    cr_expect(a.size == b.size && memcmp(a.at, b.at, a.size) == 0, "equal nets, other files");
    net_file *file = net_file_unpack(plain.at, plain.size, NAME, &why);
    cr_assert_not_null(file, "%s", why.text);
    check_is_sample(file);
    net_file_free(file);
    net_file_free(NULL);
}

Test(net_file, find_checks_type_and_shape)
{
    const bytes packed = packed_sample();
    failure why;
    net_file *file = net_file_unpack(packed.at, packed.size, NAME, &why);
    cr_assert_not_null(file);
    cr_assert_eq(net_file_find(file, "first", TENSOR_I8, 2, 3, &why), net_file_at(file, 0));
    cr_assert_eq(net_file_find(file, "fourth", TENSOR_TEXT, 1, 0, &why), net_file_at(file, 3));
    cr_assert_null(net_file_find(file, "fifth", TENSOR_I8, 2, 3, &why));
    cr_assert_str_eq(why.text, "net file " NAME ": tensor fifth is missing");
    cr_assert_null(net_file_find(file, "first", TENSOR_I16, 2, 3, &why));
    cr_assert_str_eq(why.text, "net file " NAME ": tensor first holds i8 instead of i16");
    cr_assert_null(net_file_find(file, "first", TENSOR_I8, 3, 0, &why));
    cr_assert_str_eq(why.text, "net file " NAME ": tensor first is 2 x 3 instead of 3 x any");
    net_file_free(file);
}

Test(net_file, truncated_at_every_length)
{
    bytes packed = packed_sample(), plain = plain_sample();
    while (packed.size-- > 0) {
        check_refused(&packed, packed.size < 2 ? "ends in its header" : "cut off");
    }
    while (plain.size-- > 0) {
        check_refused(&plain, plain.size < HEADER                     ? "ends in its header"
                              : plain.size < HEADER + TENSORS * ENTRY ? "ends in its directory"
                                                                      : "ends in its payload");
    }
}

/* Mostly for its checksum, if not for another reason before. */
Test(net_file, every_flipped_bit_is_refused)
{
    bytes plain = plain_sample();
    for (size_t bit = 0; bit < 8 * plain.size; bit++) {
        plain.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        check_refused(&plain, bit / 8 < HEADER + TENSORS * ENTRY ? ": " : "checksum");
        plain.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
}

Test(net_file, trailing_bytes)
{
    bytes packed = packed_sample(), plain = plain_sample();
    packed.at[packed.size++] = 0;
    check_refused(&packed, "damaged at its end: it goes on with bytes that gzip did not write");
    packed.size--;
    memcpy(packed.at + packed.size, packed.at, packed.size);
    packed.size *= 2;
    check_refused(&packed, "goes on after its payload");
    plain.at[plain.size++] = 0;
    check_refused(&plain, "goes on after its payload");
}

/* One forged field of the header or of the second tensor's entry, with the checksum made right. */
typedef struct forgery {
    const char *reason;
    size_t at;
    size_t size;
    uint64_t value;
} forgery;

Test(net_file, forged_fields)
{
    const size_t second = HEADER + ENTRY;
    const forgery forgeries[] = {
        {"does not begin with MORPHONN", 0, 1, 'm'},
        {"version 2", VERSION_AT, 4, 2},
        {"0 tensors", TENSORS_AT, 4, 0},
        {"65 tensors", TENSORS_AT, 4, 65},
        {"ends in its directory", TENSORS_AT, 4, 64},
        {"bytes of payload", PAYLOAD_AT, 8, NET_FILE_BYTES_MAX + UINT64_C(64)},
        {"bytes of payload, but its tensors need", PAYLOAD_AT, 8, NET_FILE_BYTES_MAX},
        {"reserved field", ZERO_AT, 4, 1},
        {"malformed name", second, 1, 0},
        {"malformed name", second, 1, '/'},
        {"malformed name", second + 31, 1, 'x'},
        {"unknown type 5", second + TYPE_AT, 4, TENSOR_TYPES},
        {"text of 5 rows", second + TYPE_AT, 4, TENSOR_TEXT},
        {"impossible shape", second + ROWS_AT, 4, 0},
        {"impossible shape", second + COLUMNS_AT, 4, 0},
        {"impossible shape", second + ROWS_AT, 4, UINT32_MAX},
        {"but its shape needs", second + COLUMNS_AT, 4, 6},
        {"must be positive and finite", second + SCALE_AT, 4, 0},
        {"must be positive and finite", second + SCALE_AT, 4, 0xbf800000},
        {"must be positive and finite", second + SCALE_AT, 4, 0x7f800000},
        {"must be positive and finite", second + SCALE_AT, 4, 0x7fc00000},
        {"which must be 1", second + ENTRY + SCALE_AT, 4, 0x40000000},
        {"is at offset 0 instead of 64", second + OFFSET_AT, 8, 0},
        {"has 11 bytes, but its shape needs 10", second + BYTES_AT, 8, 11},
    };
    const bytes whole = plain_sample();
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const forgery *f = &forgeries[i];
        bytes plain = whole;
        memcpy(plain.at + f->at, &f->value, f->size);
        if (f->at == second + TYPE_AT && f->value == TENSOR_TEXT) {
            /* A shape of as many bytes, so that only the rows are wrong. */
            memcpy(plain.at + second + ROWS_AT, &(uint32_t[2]){5, 2}, 8);
        }
        fix_checksum(&plain);
        check_refused(&plain, f->reason);
    }
}

Test(net_file, forged_content)
{
    enum { PAYLOAD = HEADER + TENSORS * ENTRY };
    bytes plain = plain_sample();
    memcpy(plain.at + HEADER + ENTRY, plain.at + HEADER, NET_FILE_NAME_MAX);
    fix_checksum(&plain);
    check_refused(&plain, "tensor first appears twice");
    const forgery forgeries[] = {
        {"gap after tensor first is not zero", PAYLOAD + 6, 1, 1},
        {"gap after tensor fourth is not zero", plain.size - 1, 1, 1},
        {"value 1 of tensor third_reals is not finite", PAYLOAD + 128 + 4, 4, 0x7fc00000},
        {"character 5 of tensor fourth is not printable", PAYLOAD + 192 + 5, 1, '\n'},
        {"tensor fourth ends outside the payload", PAYLOAD_AT, 8, plain.size - PAYLOAD - 64},
    };
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        plain = plain_sample();
        memcpy(plain.at + forgeries[i].at, &forgeries[i].value, forgeries[i].size);
        fix_checksum(&plain);
        check_refused(&plain, forgeries[i].reason);
    }
}

Test(net_file, writing_checks_what_it_is_given)
{
    failure why;
    tensor t = sample[2];
    const float bad[3] = {0, INFINITY, 0};
    t.data = bad;
    cr_assert_not(net_file_write(path, &t, 1, &why));
    cr_assert_not_null(strstr(why.text, "not finite"), "%s", why.text);
    t = sample[0];
    t.scale = 0;
    cr_assert_not(net_file_write(path, &t, 1, &why));
    t = sample[0];
    memset(t.name, 'x', sizeof t.name);
    cr_assert_not(net_file_write(path, &t, 1, &why));
    static const tensor many[NET_FILE_TENSORS_MAX + 1];
    cr_assert_not(net_file_write(path, sample, 0, &why));
    cr_assert_not(net_file_write(path, many, NET_FILE_TENSORS_MAX + 1, &why));
    cr_assert_not_null(strstr(why.text, "65 tensors"), "%s", why.text);
    const tensor twice[2] = {sample[0], sample[0]};
    cr_assert_not(net_file_write(path, twice, 2, &why));
    cr_assert_not_null(strstr(why.text, "twice"), "%s", why.text);
    cr_expect_eq(file_count(), 0, "a refused net leaves a file");
}
