/* Tests commands in processes of their own: how they end. */
#include <criterion/criterion.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child_process.h"

/* Longer than anything takes on a busy machine, and shorter than `sleep 600`. */
enum { PATIENCE_MS = 60000 };

static child_process start(const char *command)
{
    child_process child;
    failure why;
    cr_assert(child_start(&child, command, &why), "%s", why.text);
    return child;
}

/* The program that the shell has started holds the writing end of a pipe until it ends. */
Test(child_process, the_group_is_killed)
{
    int ends[2];
    char text[16] = "";
    cr_assert_eq(pipe(ends), 0);
    child_process child = start("sleep 600 & echo begun; wait");
    close(ends[1]);
    cr_assert(read(child.from, text, sizeof text - 1) > 0);
    struct pollfd wait = {.fd = ends[0], .events = POLLIN};
    cr_expect_eq(poll(&wait, 1, 20), 0, "it ended by itself");
    child_end(&child);
    cr_expect_eq(poll(&wait, 1, PATIENCE_MS), 1, "what the shell has started lives on");
    cr_expect_eq(read(ends[0], text, sizeof text), 0);
    close(ends[0]);
}

/* No other child keeps the pipe open. */
Test(child_process, the_end_of_its_input)
{
    child_process child = start("exec cat"), other = start("exec sleep 600");
    int status = -1;
    cr_expect_not(child_wait(&child, 20, &status), "cat waits for its input");
    child_close_input(&child);
    cr_expect(child_wait(&child, PATIENCE_MS, &status) && WIFEXITED(status));
    child_end(&child);
    child_end(&other);
}
