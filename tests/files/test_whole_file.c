/* Tests files that appear whole or not at all, and that only one process at a time writes each. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file_fixture.h"
#include "files/whole_file.h"
#include "system/start.h"

TestSuite(whole_file, .init = empty_folder_enter, .fini = empty_folder_leave, .timeout = 300);

static whole_file *open_file(const char *name)
{
    failure why = {""};
    whole_file *file = whole_file_open(name, &why);
    cr_assert(file, "%s", why.text);
    return file;
}

/* Begins anew and writes a text. */
static void write_text(whole_file *file, const char *text)
{
    failure why = {""};
    const int fd = whole_file_begin(file, &why);
    cr_assert(fd >= 0, "%s", why.text);
    cr_assert_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
}

static bool replace(const char *path, failure *why)
{
    return whole_file_write(path, "other", 5, why);
}

static bool is_refused_as_busy(const char *path, failure *why)
{
    return !replace(path, why) && strstr(why->text, "a: another process is writing it");
}

static unsigned permissions_of(const char *name)
{
    struct stat status;
    cr_assert_eq(stat(name, &status), 0);
    return status.st_mode & 0777;
}

Test(whole_file, it_appears_when_it_is_kept)
{
    failure why;
    file_put("a", "old");
    whole_file *file = open_file("a");
    cr_expect(file_has("a", "old"));
    write_text(file, "half");
    cr_expect(file_has("a", "old"));
    write_text(file, "new");
    cr_assert(whole_file_keep(file, &why), "%s", why.text);
    cr_expect(file_has("a", "new"));
    write_text(file, "dropped");
    whole_file_close(file);
    cr_expect(file_has("a", "new"));
    cr_expect_eq(file_count(), 1, "something is left beside it");
    whole_file_close(NULL);
}

Test(whole_file, one_process_writes_it)
{
    failure why;
    whole_file *file = open_file("a");
    write_text(file, "mine");
    cr_expect(file_elsewhere(is_refused_as_busy, "a"), "two processes write one file");
    cr_expect(file_elsewhere(replace, "b"), "other files of the folder are refused too");
    cr_assert(whole_file_keep(file, &why), "%s", why.text);
    cr_expect(file_elsewhere(is_refused_as_busy, "a"), "it is kept once and given up");
    cr_expect(file_has("a", "mine"));
    whole_file_close(file);
    cr_expect(file_elsewhere(replace, "a"));
    cr_expect(file_has("a", "other"));
}

Test(whole_file, what_lies_beside_it_is_nobody_elses)
{
    static const char *const names[] = {"a.new", "a.tmp", ".a.new", ".a.lock.new"};
    failure why;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        file_put(names[i], "my own");
    }
    whole_file *file = open_file("a");
    write_text(file, "text");
    cr_expect_eq(file_count(), 6);
    cr_assert(whole_file_keep(file, &why), "%s", why.text);
    whole_file_close(file);
    cr_expect_eq(file_count(), 5);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cr_expect(file_has(names[i], "my own"), "%s was touched", names[i]);
    }
}

static bool begin_and_die(const char *path, failure *why)
{
    whole_file *file = whole_file_open(path, why);
    return file && whole_file_begin(file, why) >= 0 && raise(SIGKILL) == 0;
}

Test(whole_file, what_a_kill_leaves_goes_with_the_next_writer)
{
    int status;
    failure why;
    file_put(".a.12345678.new", "my own");
    const pid_t pid = fork();
    if (pid == 0) {
        begin_and_die("a", &why);
        _exit(0);
    }
    cr_assert(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status));
    cr_expect_eq(file_count(), 3, "nothing is left by a kill: then this test tests nothing");
    cr_assert(replace("a", &why), "%s", why.text);
    cr_expect_eq(file_count(), 2);
    cr_expect(file_has(".a.12345678.new", "my own"), "what nobody began is taken away");
}

/* The name of the lock fits a folder, but that of the temporary file, which is longer, does not. So
 * no temporary file can be made, and what the lock file then holds was written before. */
Test(whole_file, a_temporary_file_is_recorded_before_it_is_made)
{
    enum { NAME_LENGTH = NAME_MAX - (int)sizeof ".12345678.new" + 1 };
    char name[NAME_LENGTH + 1], lock[NAME_LENGTH + sizeof "..lock"], number[16] = "";
    failure why = {""};
    memset(name, 'a', NAME_LENGTH);
    name[NAME_LENGTH] = 0;
    snprintf(lock, sizeof lock, ".%s.lock", name);
    whole_file *file = open_file(name);
    cr_assert_eq(whole_file_begin(file, &why), -1);
    cr_expect(strstr(why.text, "cannot be written: File name too long"), "%s", why.text);
    FILE *held = fopen(lock, "rb");
    cr_assert(held && fgets(number, sizeof number, held));
    fclose(held);
    cr_expect_eq(strspn(number, "0123456789abcdef"), 8, "it holds \"%s\"", number);
    whole_file_close(file);
    cr_expect_eq(file_count(), 0);
}

Test(whole_file, the_file_behind_a_link_is_replaced)
{
    struct stat status;
    failure why = {""};
    cr_assert_eq(mkdir("there", 0700), 0);
    file_put("there/b", "old");
    cr_assert_eq(symlink("there/b", "link"), 0);
    cr_assert_eq(symlink("link", "chain"), 0);
    cr_assert(replace("chain", &why), "%s", why.text);
    cr_assert_eq(lstat("chain", &status), 0);
    cr_expect(S_ISLNK(status.st_mode), "the link is replaced");
    cr_expect(file_has("there/b", "other"));
    whole_file *file = open_file("there/b");
    cr_expect_not(file_elsewhere(replace, "link"), "two names make two writers");
    whole_file_close(file);
    cr_assert_eq(unlink("there/b"), 0);
    cr_expect_not(replace("link", &why));
    cr_expect(strstr(why.text, "a symbolic link to a file that does not exist"), "%s", why.text);
    cr_assert_eq(rmdir("there"), 0);
}

Test(whole_file, permissions)
{
    failure why = {""};
    umask(027);
    cr_assert(replace("new", &why), "%s", why.text);
    cr_expect_eq(permissions_of("new"), 0640);
    file_put("private", "secret");
    cr_assert_eq(chmod("private", 0600), 0);
    cr_assert(replace("private", &why), "%s", why.text);
    cr_expect_eq(permissions_of("private"), 0600);
    if (geteuid() != 0) { /* who may do everything */
        cr_assert_eq(chmod("private", 0400), 0);
        cr_expect_not(replace("private", &why), "a file that is only to be read is");
    }
}

static bool write_much(const void *context, FILE *stream)
{
    (void)context;
    for (int i = 0; i < 100; i++) {
        fputs("0123456789", stream);
    }
    return !ferror(stream);
}

Test(whole_file, a_full_disk_keeps_the_old_file)
{
    const struct rlimit limit = {200, 200};
    failure why = {""};
    file_put("a", "old");
    system_start(NULL); /* SIGXFSZ */
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_not(whole_file_make("a", write_much, NULL, &why));
    cr_expect(strstr(why.text, "a: cannot be written: File too large"), "%s", why.text);
    cr_expect(file_has("a", "old"));
    cr_expect_eq(file_count(), 1, "a failure leaves something");
}

Test(whole_file, only_a_regular_file_is_replaced)
{
    failure why = {""};
    file_expect_regular_only(replace);
    cr_expect_not(replace("", &why));
    cr_expect_not(replace("-", &why));
    cr_expect(strstr(why.text, "/dev/stdout"), "%s", why.text);
    cr_expect(whole_file_check("new", &why));
    cr_expect_not(whole_file_check("no/file", &why));
    cr_expect_not_null(strstr(why.text, "no/file"), "%s", why.text);
    cr_expect_eq(file_count(), 3, "a check or a refusal leaves something");
}

Test(whole_file, what_was_opened_for_this_process_is_written_to)
{
    int ends[2];
    char name[32], text[16] = "";
    failure why = {""};
    cr_assert_eq(pipe(ends), 0);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
    cr_assert(replace(name, &why), "%s", why.text);
    cr_expect(read(ends[0], text, sizeof text) == 5 && strcmp(text, "other") == 0);
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        snprintf(name, sizeof name, "/dev/fd/%d", fileno(full));
        cr_expect_not(replace(name, &why));
        cr_expect(strstr(why.text, "No space left"), "%s", why.text);
        fclose(full);
    }
}
