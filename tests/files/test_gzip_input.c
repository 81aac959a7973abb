/* Tests input files that may be compressed: what is read of whole, cut off and damaged files. */
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include "file_fixture.h"
#include "files/gzip_input.h"

enum { SIZE = 300000, PART = 1000 };

static char text[SIZE]; /* numbers, which do not compress to nothing */

static void begin(void)
{
    empty_folder_enter();
    for (int i = 0; i + 16 < SIZE; i += 10) {
        snprintf(text + i, 16, "%010u", (unsigned)i * 2654435761u);
    }
}

TestSuite(gzip_input, .init = begin, .fini = empty_folder_leave, .timeout = 300);

/* Adds a member, or plain bytes, with part of the text. */
static void add(const char *name, const char *mode, size_t size)
{
    gzFile file = gzopen(name, mode);
    cr_assert(file && gzwrite(file, text, (unsigned)size) == (int)size);
    cr_assert_eq(gzclose(file), Z_OK);
}

static long size_of(const char *name)
{
    FILE *file = fopen(name, "rb");
    cr_assert(file && fseek(file, 0, SEEK_END) == 0);
    const long size = ftell(file);
    fclose(file);
    return size;
}

static void add_bytes(const char *name, const char *bytes, size_t size)
{
    FILE *file = fopen(name, "ab");
    cr_assert(file && fwrite(bytes, 1, size, file) == size);
    fclose(file);
}

/* Reads an input in parts, compares it with the text, which may be repeated, and closes it. */
static gzip_status read_in(gzip_input *in, const char *name, size_t part, size_t repeated,
                           size_t *size, failure *why)
{
    char *bytes = malloc(part);
    cr_assert(in && bytes, "%s", why->text);
    gzip_status status = GZIP_READ;
    size_t got = part;
    for (*size = 0; status == GZIP_READ && got == part; *size += got) {
        status = gzip_input_read(in, bytes, part, &got, why);
        for (size_t i = 0; i < got; i++) {
            cr_assert_eq(bytes[i], text[(*size + i) % repeated]);
        }
    }
    failure again = {""};
    cr_expect_eq(gzip_input_read(in, bytes, part, &got, &again), status);
    cr_expect(got == 0 && (status == GZIP_READ || strcmp(again.text, why->text) == 0));
    if (status == GZIP_READ) {
        cr_expect_eq(gzip_input_bytes(in), size_of(name));
    }
    gzip_input_close(in);
    free(bytes);
    return status;
}

/* Reads a file, and its bytes in memory, which must give the same. */
static gzip_status read_all(const char *name, size_t part, size_t repeated, size_t *size,
                            failure *why)
{
    static unsigned char bytes[SIZE + 1];
    FILE *file = fopen(name, "rb");
    const size_t all = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    gzip_input *memory = gzip_input_open_bytes(bytes, all, name, why);
    const gzip_status status = read_in(memory, name, part, repeated, size, why);
    const size_t before = *size;
    gzip_input *in = gzip_input_open(name, why);
    cr_expect_eq(read_in(in, name, part, repeated, size, why), status);
    cr_expect_eq(*size, before);
    return status;
}

Test(gzip_input, plain_and_packed_files_in_any_parts)
{
    static const size_t parts[] = {1, 7, 4096, SIZE, 2 * SIZE};
    failure why = {""};
    size_t size;
    add("plain", "wbT", SIZE);
    add("packed", "wb", SIZE);
    add("members", "wb", PART);
    add("members", "ab", PART);
    file_put("empty", "");
    file_put("short", "0");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        cr_expect(read_all("plain", parts[i], SIZE, &size, &why) == GZIP_READ && size == SIZE);
        cr_expect(read_all("packed", parts[i], SIZE, &size, &why) == GZIP_READ && size == SIZE);
        cr_expect(read_all("members", parts[i], PART, &size, &why) == GZIP_READ &&
                  size == 2 * PART);
        cr_expect(read_all("empty", parts[i], SIZE, &size, &why) == GZIP_READ && size == 0);
        cr_expect(read_all("short", parts[i], SIZE, &size, &why) == GZIP_READ && size == 1);
    }
}

Test(gzip_input, a_file_that_is_cut_off)
{
    failure why = {""};
    size_t size;
    add("packed", "wb", PART);
    const long whole = size_of("packed");
    for (long keep = whole - 1; keep >= 2; keep--) {
        cr_assert_eq(truncate("packed", keep), 0);
        cr_expect_eq(read_all("packed", 64, SIZE, &size, &why), GZIP_CUT, "%ld bytes", keep);
        cr_expect(size <= PART && strstr(why.text, "cut off"), "%s", why.text);
    }
    add("two", "wb", PART);
    add_bytes("two", "\x1f", 1);
    cr_expect(read_all("two", 64, SIZE, &size, &why) == GZIP_CUT && size == PART);
}

/* gzread() would take these for files that end. */
Test(gzip_input, damage_behind_a_member)
{
    static const char *const tails[] = {"\x1e\x8b", "\x1f\x8c", "text", "\0\0\0\0"};
    failure why;
    size_t size;
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        add("packed", "wb", PART);
        add_bytes("packed", tails[i], 2);
        why = (failure){""};
        cr_expect_eq(read_all("packed", 64, SIZE, &size, &why), GZIP_BAD, "tail %zu", i);
        cr_expect(size == PART && why.text[0], "%zu bytes, %s", size, why.text);
    }
}

Test(gzip_input, damage_within_a_member)
{
    failure why = {""};
    size_t size;
    add("packed", "wb", SIZE);
    FILE *file = fopen("packed", "r+b");
    cr_assert(file && fseek(file, size_of("packed") / 2, SEEK_SET) == 0);
    cr_assert_eq(fwrite("\xff\x5a\xff\x5a\xff\x5a\xff\x5a", 1, 8, file), 8);
    fclose(file);
    gzip_input *in = gzip_input_open("packed", &why);
    char *bytes = malloc(SIZE);
    cr_expect_eq(gzip_input_read(in, bytes, SIZE, &size, &why), GZIP_BAD);
    cr_expect(size < SIZE && why.text[0], "%zu bytes", size);
    gzip_input_close(in);
    free(bytes);
    cr_expect_null(gzip_input_open("nothing", &why));
    cr_expect(strstr(why.text, "nothing: cannot be opened"), "%s", why.text);
}
