/* Programs in processes of their own: what they are told, what they answer, how they end. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child_process.h"

/* Starts a line of shell with both pipes. */
static child_process start_shell(const char *line)
{
    char shell[] = "/bin/sh", option[] = "-c", text[256];
    char *arguments[] = {shell, option, text, NULL};
    const child_plan plan = {
        .arguments = arguments, .in = CHILD_PIPE, .out = CHILD_PIPE, .error = CHILD_PIPE};
    child_process child;
    failure why;
    snprintf(text, sizeof text, "%s", line);
    cr_assert(child_start(&child, &plan, &why), "%s", why.text);
    return child;
}

static bool ask_shell(const char *line, const char *last, long milliseconds, char answer[64])
{
    char shell[] = "/bin/sh", option[] = "-c", text[256];
    char *arguments[] = {shell, option, text, NULL};
    snprintf(text, sizeof text, "%s", line);
    return child_ask(arguments, "question\n", last, milliseconds, answer, 64);
}

Test(child_process, answers_to_the_end_or_to_a_word)
{
    char answer[64];
    cr_expect(ask_shell("read word; echo \"$word?\"", NULL, 5000, answer));
    cr_expect_str_eq(answer, "question?\n");
    cr_expect(ask_shell("echo one; echo ok; sleep 100", "ok", 5000, answer));
    cr_expect_str_eq(answer, "one\nok\n");
}

Test(child_process, no_answer)
{
    char answer[64];
    cr_expect_not(ask_shell("sleep 100", "ok", 50, answer), "it waits for ever");
    cr_expect_not(ask_shell("echo no", "ok", 5000, answer), "the end is not the word");
    cr_expect_not(ask_shell("yes", "ok", 5000, answer), "the answer is cut to fit");
    cr_expect_eq(strlen(answer), 63);
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
    child_process child = start_shell("echo lost >&2");
    char text[16] = "";
    cr_expect(read(child.from, text, sizeof text - 1) == 5);
    cr_expect_str_eq(text, "lost\n");
    child_end(&child);
}

/* What a program has started ends with it, and no other child keeps its pipes open. */
Test(child_process, the_group_is_killed)
{
    child_process child = start_shell("sleep 100 & echo $!; wait"),
                  other = start_shell("sleep 100");
    char text[16] = "";
    cr_assert(read(child.from, text, sizeof text - 1) > 0);
    const pid_t grandchild = (pid_t)strtol(text, NULL, 10);
    child_end(&child);
    for (int i = 0; i < 500 && kill(grandchild, 0) == 0; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    cr_expect(kill(grandchild, 0) != 0, "process %d lives on", (int)grandchild);
    child_end(&other);
}

Test(child_process, the_end_of_its_input)
{
    child_process child = start_shell("cat"), other = start_shell("sleep 100");
    int status = -1;
    cr_expect_not(child_wait_for(&child, 20, &status), "cat waits for its input");
    child_close_input(&child);
    cr_expect(child_wait_for(&child, 5000, &status) && WIFEXITED(status));
    child_end(&child);
    child_end(&other);
}
