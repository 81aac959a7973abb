#include <criterion/criterion.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/clock.h"
#include "system/ending.h"

/* The exit status of a process that waits for its end, which `number` is to bring; it is 3 if the
 * end did not come within a second. `ignored`: the signal was ignored when the process began. */
static int ended_by(int number, bool ignored)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        signal(number, ignored ? SIG_IGN : SIG_DFL);
        system_ending_begin();
        raise(number);
        bool ended = false;
        for (int i = 0; i < (ignored ? 3 : 100) && !ended; i++) {
            ended = system_ending_wait(10);
        }
        _exit(ended ? 0 : 3);
    }
    cr_assert(child > 0 && waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(ending, each_of_the_signals_ends_the_wait)
{
    cr_expect_eq(ended_by(SIGINT, false), 0);
    cr_expect_eq(ended_by(SIGTERM, false), 0);
    cr_expect_eq(ended_by(SIGHUP, false), 0);
}

Test(ending, a_signal_that_was_ignored_stays_so)
{
    cr_expect_eq(ended_by(SIGHUP, true), 3);
}

Test(ending, without_a_wish_the_wait_takes_its_time)
{
    const int64_t begun = system_clock_ns();
    system_ending_begin();
    cr_expect_not(system_ending_wait(30));
    cr_expect_geq(system_clock_ns() - begun, 30 * INT64_C(1000000));
}
