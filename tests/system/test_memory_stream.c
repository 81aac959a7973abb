#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "system/memory_stream.h"

Test(memory_stream, bytes_stay_as_they_are)
{
    static const char bytes[] = "a\r\nb\nc\0d\x1a\xff";
    memory_stream m;
    cr_assert(memory_stream_open(&m));
    fwrite(bytes, 1, sizeof bytes, m.stream);
    cr_assert(memory_stream_close(&m));
    cr_assert_eq(m.size, sizeof bytes);
    cr_expect_eq(m.text[m.size], '\0');
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
