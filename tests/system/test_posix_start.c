#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "empty_folder.h"
#include "system/files.h"
#include "system/start.h"

TestSuite(start, .init = empty_folder_enter, .fini = empty_folder_leave, .timeout = 60);

/* How a program ends that is started and gets SIGXFSZ. */
static int fate_of_child(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", "kill -XFSZ $$", (char *)NULL);
        _exit(EXIT_FAILURE);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    return status;
}

Test(start, a_write_beyond_the_limit_of_a_file_fails)
{
    const struct rlimit limit = {10, 10};
    signal(SIGXFSZ, SIG_DFL);
    system_start(NULL);
    const int fd = system_open("a", SYSTEM_UPDATE);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_eq(system_write_at(fd, "0123456789abc", 13, 0), 10);
    errno = 0;
    cr_expect_eq(system_write_at(fd, "abc", 3, 10), -1);
    cr_expect_eq(errno, EFBIG);
    cr_expect_not(system_truncate(fd, 20));
    close(fd);
    const int status = fate_of_child();
    cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ, "children inherit it");
}

Test(start, what_the_parent_ignores_stays_ignored)
{
    signal(SIGXFSZ, SIG_IGN);
    system_start(NULL);
    cr_expect_eq(fate_of_child(), 0);
}
