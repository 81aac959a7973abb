/* Tests programs in processes of their own: what they are told, what they answer, how they end. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child_process.h"

/* Longer than anything takes on a busy machine, and shorter than `sleep 600`. */
enum { PATIENCE_MS = 60000 };

/* Starts a line of shell with both pipes; `error` is as in a child_plan. */
static child_process start_shell(const char *line, int error)
{
    char shell[] = "/bin/sh", option[] = "-c", text[256];
    char *arguments[] = {shell, option, text, NULL};
    const child_plan plan = {
        .arguments = arguments, .in = CHILD_PIPE, .out = CHILD_PIPE, .error = error};
    child_process child;
    failure why;
    snprintf(text, sizeof text, "%s", line);
    cr_assert(child_start(&child, &plan, &why), "%s", why.text);
    return child;
}

Test(child_process, a_program_that_is_not_there)
{
    char name[] = "/no/such/program";
    char *arguments[] = {name, NULL};
    const child_plan plan = {
        .arguments = arguments, .in = CHILD_INHERIT, .out = CHILD_PIPE, .error = CHILD_PIPE};
    child_process child;
    cr_assert(child_start(&child, &plan, NULL));
    const int status = child_wait(&child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == CHILD_NOT_RUN);
    child_end(&child);
}

Test(child_process, errors_go_where_the_output_goes)
{
    child_process child = start_shell("echo lost >&2", CHILD_PIPE);
    char text[16] = "";
    cr_expect(read(child.from, text, sizeof text - 1) == 5);
    cr_expect_str_eq(text, "lost\n");
    child_end(&child);
}

/* The program that the shell has started holds the writing end of a pipe until it ends. */
Test(child_process, the_group_is_killed)
{
    int ends[2];
    char text[16] = "";
    cr_assert_eq(pipe(ends), 0);
    cr_assert(fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0);
    child_process child = start_shell("sleep 600 & echo begun; wait", ends[1]);
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
    child_process child = start_shell("cat", CHILD_PIPE),
                  other = start_shell("sleep 600", CHILD_PIPE);
    int status = -1;
    cr_expect_not(child_wait_for(&child, 20, &status), "cat waits for its input");
    child_close_input(&child);
    cr_expect(child_wait_for(&child, PATIENCE_MS, &status) && WIFEXITED(status));
    child_end(&child);
    child_end(&other);
}
