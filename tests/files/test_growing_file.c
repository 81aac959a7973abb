/* Tests growing files: only one process writes each, and no other process replaces it meanwhile. */
#include <unistd.h>

#include "file_fixture.h"
#include "files/growing_file.h"
#include "files/whole_file.h"

TestSuite(growing_file, .init = empty_folder_enter, .fini = empty_folder_leave, .timeout = 300);

static bool grow(const char *path, failure *why)
{
    const int fd = growing_file_open(path, why);
    return fd >= 0 && write(fd, "more", 4) == 4 && close(fd) == 0;
}

static bool replace(const char *path, failure *why)
{
    return whole_file_write(path, "other", 5, why);
}

Test(growing_file, one_process_writes_it)
{
    failure why;
    file_put("a", "some");
    const int fd = growing_file_open("a", &why);
    cr_assert(fd >= 0, "%s", why.text);
    cr_expect(file_has("a", "some")); /* who reads it meanwhile keeps it */
    cr_expect_not(replace("a", &why), "it replaces what it lets grow");
    cr_expect_not(file_elsewhere(grow, "a"), "two processes let one file grow");
    cr_expect_not(file_elsewhere(replace, "a"), "a file that grows is replaced");
    cr_expect(file_has("a", "some"));
    close(fd);
    cr_expect(file_elsewhere(grow, "a"), "the lock outlives the descriptor");
    cr_expect(file_elsewhere(replace, "a"));
    cr_expect(file_has("a", "other"));
}

Test(growing_file, what_is_about_to_be_replaced_does_not_grow)
{
    failure why;
    whole_file *file = whole_file_open("a", &why);
    cr_assert(file, "%s", why.text);
    cr_expect_not(file_elsewhere(grow, "a"), "what is written goes into a file that is replaced");
    cr_expect_neq(access("a", F_OK), 0, "a refusal leaves a file");
    cr_assert_eq(symlink("a", "link"), 0);
    whole_file_close(file);
    cr_expect(file_elsewhere(grow, "link"));
    cr_expect(file_has("a", "more"), "a link to what is not there yet makes no file");
}

Test(growing_file, only_a_regular_file_is_opened)
{
    failure why = {""};
    file_expect_regular_only(grow);
    cr_expect_not(grow("-", &why));
    cr_expect(strstr(why.text, "/dev/stdout"), "%s", why.text);
}
