#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "system/memory_stream.h"

Test(memory_stream, the_text_is_what_was_written)
{
    enum { LINES = 10000 };
    memory_stream m;
    cr_assert(memory_stream_open(&m));
    for (int i = 0; i < LINES; i++) {
        fprintf(m.stream, "%04d\n", i);
    }
    cr_assert(memory_stream_close(&m));
    cr_assert_eq(m.size, LINES * strlen("0000\n"));
    cr_expect_eq(m.text[m.size], '\0');
    cr_expect_eq(strncmp(m.text, "0000\n0001\n", 10), 0);
    cr_expect_str_eq(m.text + m.size - 5, "9999\n");
    free(m.text);
}

Test(memory_stream, bytes_stay_as_they_are)
{
    static const char bytes[] = "a\r\nb\nc\0d\x1a\xff";
    memory_stream m;
    cr_assert(memory_stream_open(&m));
    fwrite(bytes, 1, sizeof bytes, m.stream);
    cr_assert(memory_stream_close(&m));
    cr_assert_eq(m.size, sizeof bytes);
    cr_expect_eq(memcmp(m.text, bytes, sizeof bytes), 0);
    free(m.text);
}

Test(memory_stream, nothing_written_is_an_empty_text)
{
    memory_stream m;
    cr_assert(memory_stream_open(&m));
    cr_assert(memory_stream_close(&m));
    cr_expect_eq(m.size, 0);
    cr_expect_str_eq(m.text, "");
    free(m.text);
}
