/* Tests input files: which kinds of files are accepted, and that opening never waits. */
#include <stdio.h>
#include <unistd.h>

#include "file_fixture.h"
#include "files/input_file.h"

TestSuite(input_file, .init = empty_folder_enter, .fini = empty_folder_leave, .timeout = 300);

Test(input_file, a_file_is_read)
{
    char text[16] = "";
    failure why;
    file_put("a", "text");
    FILE *stream = input_file_stream("a", &why);
    cr_assert(stream, "%s", why.text);
    cr_expect_eq(fread(text, 1, sizeof text, stream), 4);
    cr_expect_str_eq(text, "text");
    fclose(stream);
}

static bool open_input(const char *path, failure *why)
{
    return input_file_open(path, why) >= 0;
}

Test(input_file, only_a_regular_file_is_opened)
{
    file_expect_regular_only(open_input);
}

Test(input_file, what_was_opened_for_this_process_may_be_a_pipe)
{
    int ends[2];
    char name[32], text[16] = "";
    failure why = {""};
    cr_assert_eq(pipe(ends), 0);
    cr_assert(write(ends[1], "piped", 5) == 5 && close(ends[1]) == 0);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    FILE *stream = input_file_stream(name, &why);
    cr_assert(stream, "%s", why.text);
    cr_expect_eq(fread(text, 1, sizeof text, stream), 5);
    cr_expect_str_eq(text, "piped");
    fclose(stream);
    close(ends[0]);
    cr_expect_null(input_file_stream(name, &why));
    cr_expect(strstr(why.text, "Bad file descriptor"), "%s", why.text);
    cr_expect_null(input_file_stream("/dev/fd/123456", &why));
}
