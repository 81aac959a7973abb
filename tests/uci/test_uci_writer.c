#include <criterion/criterion.h>
#include <string.h>

#include "uci/writer.h"

static char written[2 * WRITER_LINE_MAX];

/* What the writer wrote since it began. */
static const char *content(FILE *file)
{
    rewind(file);
    written[fread(written, 1, sizeof written - 1, file)] = '\0';
    return written;
}

Test(writer, a_line_is_printable_and_ends_in_one_newline)
{
    FILE *file = tmpfile();
    writer out;
    writer_init(&out, file);
    writer_line(&out, "caf\xc3\xa9 %d\t\n  ", 7);
    writer_error(&out, "%s", "a\nbestmove e2e4");
    cr_assert_str_eq(content(file), "caf\xc3\xa9 7??\ninfo string ERROR: a?bestmove e2e4\n");
    writer_destroy(&out);
    fclose(file);
}

Test(writer, a_line_too_long_is_cut)
{
    FILE *file = tmpfile();
    writer out;
    writer_init(&out, file);
    writer_line(&out, "%0*d", 3 * WRITER_LINE_MAX, 1);
    const char *text = content(file);
    cr_assert_leq(strlen(text), WRITER_LINE_MAX);
    cr_assert_eq(text[strlen(text) - 1], '\n');
    writer_destroy(&out);
    fclose(file);
}
