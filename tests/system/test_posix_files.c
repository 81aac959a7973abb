#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "empty_folder.h"
#include "system/files.h"

TestSuite(files_posix, .init = empty_folder_enter, .fini = empty_folder_leave, .timeout = 60);

Test(files_posix, a_pipe_does_not_hold_up_an_opening)
{
    cr_assert_eq(mkfifo("pipe", 0600), 0);
    const int fd = system_open("pipe", SYSTEM_READ);
    cr_expect(fd >= 0);
    close(fd);
    cr_expect_null(system_open_to_append("pipe"), "nobody reads it");
}

/* True if another process gets the lock. */
static bool is_free(const char *path)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        _exit(system_lock(system_open(path, SYSTEM_UPDATE)));
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status) != 0;
}

/* What a program does with its own file meanwhile does not give the lock away. */
Test(files_posix, the_lock_outlives_other_descriptors_of_the_file)
{
    const int fd = system_open("a", SYSTEM_UPDATE), copy = system_duplicate(fd);
    cr_assert(system_lock(fd) && system_lock(fd));
    close(system_open("a", SYSTEM_READ));
    cr_expect_not(is_free("a"), "it is read, and the lock is gone");
    fclose(fopen("a", "ab"));
    cr_expect_not(is_free("a"), "it is written, and the lock is gone");
    cr_expect(system_is_locked("a"), "a process does not see its own lock");
    cr_expect_not(is_free("a"), "it is asked for, and the lock is gone");
    cr_assert_eq(link("a", "b"), 0);
    close(system_open("b", SYSTEM_READ));
    cr_expect_not(is_free("a"), "it is read by another name, and the lock is gone");
    close(fd);
    cr_expect_not(is_free("a"), "the lock ends while a duplicate is open");
    close(copy);
    cr_expect(is_free("a"));
}

Test(files_posix, a_link_leads_to_its_file)
{
    file_put("a", "");
    cr_assert(symlink("a", "link") == 0 && symlink("no", "broken") == 0);
    char *plain = system_file_behind("./a"), *behind = system_file_behind("link");
    cr_expect_str_eq(plain, "./a");
    cr_expect_str_eq(system_name_in(behind), "a");
    errno = 0;
    cr_expect_null(system_file_behind("broken"));
    cr_expect_eq(errno, ENOENT);
    free(plain);
    free(behind);
    cr_expect_eq(system_open("link", SYSTEM_UPDATE_NOT_LINK), -1);
    system_status status;
    cr_expect(system_look("link", &status) && status.kind == SYSTEM_REGULAR);
    cr_expect_str_eq(system_list_separator, ":");
}
