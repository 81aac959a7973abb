/* Tests the JSON of `morpho tree` and `morpho page`. tree_command gives it to another reader. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json_writer.h"

static char *text;
static size_t size;
static json_writer j;

static void begin(void)
{
    j = (json_writer){.out = open_memstream(&text, &size)};
}
static void end(void)
{
    free(text);
}

TestSuite(json_writer, .init = begin, .fini = end);

static void expect(const char *wanted)
{
    fclose(j.out);
    cr_expect_str_eq(text, wanted);
}

Test(json_writer, values_have_commas_between_them)
{
    json_object_begin(&j, NULL);
    json_whole(&j, "a", -7);
    json_array_begin(&j, "b");
    json_real(&j, NULL, 0.5, 3);
    json_array_begin(&j, NULL);
    json_array_end(&j);
    json_truth(&j, NULL, true);
    json_known(&j, NULL, -1.0f, 2);
    json_value(&j, NULL, "{\"d\":1}");
    json_array_end(&j);
    json_object_begin(&j, "c");
    json_object_end(&j);
    json_value(&j, "d", "[1]");
    json_object_end(&j);
    expect("{\"a\":-7,\n\"b\":[0.500,\n[],\ntrue,\nnull,\n{\"d\":1}],\n\"c\":{},\n\"d\":[1]}");
}

Test(json_writer, texts_are_escaped)
{
    json_text(&j, NULL, "\"\\</script>\n\x01~");
    expect("\"\\\"\\\\\\u003c/script>\\u000a\\u0001~\"");
}

Test(json_writer, utf8_becomes_code_points)
{
    json_text(&j, NULL, "\xc3\xa9\xe2\x99\x94\xf0\x9f\x98\x80");
    expect("\"\\u00e9\\u2654\\ud83d\\ude00\"");
}

/* A lonely byte, one that is cut off, one that is longer than needed, half of a surrogate pair, and
 * one beyond the last code point. */
Test(json_writer, other_bytes_count_as_latin_1)
{
    json_text(&j, NULL, "\xa9 \xe2\x99 \xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xff");
    expect("\"\\u00a9 \\u00e2\\u0099 \\u00c0\\u00af \\u00ed\\u00a0\\u0080 "
           "\\u00f4\\u0090\\u0080\\u0080 \\u00ff\"");
}

Test(json_writer, no_number_is_infinite)
{
    json_array_begin(&j, NULL);
    json_real(&j, NULL, (double)NAN, 2);
    json_real(&j, NULL, -(double)INFINITY, 2);
    json_array_end(&j);
    expect("[null,\nnull]");
}
