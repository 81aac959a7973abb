#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/start.h"

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

/* test_whole_file.c has the write beyond the limit of a file's size, which fails. */
Test(start, a_child_has_the_signal_as_it_was)
{
    signal(SIGXFSZ, SIG_DFL);
    system_start(NULL);
    const int status = fate_of_child();
    cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ);
    signal(SIGXFSZ, SIG_IGN);
    system_start(NULL);
    cr_expect_eq(fate_of_child(), 0, "what the parent ignores stays ignored");
}
