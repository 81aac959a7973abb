#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "system/clock.h"

/* One child is started at a time. Another one might inherit a pipe before it is marked. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static void close_end(int *end)
{
    if (*end >= 0) {
        close(*end);
    }
    *end = -1;
}

/* Makes a pipe that other children do not inherit. */
static bool make_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

/* Executes the command. Uses only calls that are safe after fork(). */
static _Noreturn void become(const char *command, int in, int out)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    /* Ctrl-C in a terminal goes to the parent only, and all that the command starts can be killed
     * with it. */
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    }
    _exit(CHILD_NOT_RUN);
}

bool child_start(child_process *child, const char *command, failure *why)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    pthread_mutex_lock(&starting);
    const pid_t pid = make_pipe(in) && make_pipe(out) ? fork() : -1;
    if (pid == 0) {
        become(command, in[0], out[1]);
    }
    const int reason = errno;
    pthread_mutex_unlock(&starting);
    close_end(&in[0]);
    close_end(&out[1]);
    *child = (child_process){.pid = pid, .to = in[1], .from = out[0]};
    if (pid < 0) {
        child_end(child);
        return fail(why, "cannot start a process: %s", strerror(reason));
    }
    /* The child does this too. Whichever is first, the group exists before anybody signals it. */
    setpgid(pid, pid);
    return true;
}

bool child_wait(child_process *child, long milliseconds, int *status)
{
    enum { STEP_MS = 5 };
    for (long waited = 0; waited < milliseconds && !child->ended; waited += STEP_MS) {
        child->ended = waitpid(child->pid, status, WNOHANG) == child->pid;
        if (!child->ended) {
            system_pause_ms(STEP_MS);
        }
    }
    return child->ended;
}

void child_close_input(child_process *child)
{
    close_end(&child->to);
}

void child_end(child_process *child)
{
    if (child->pid > 0) {
        kill(-child->pid, SIGKILL);
        while (!child->ended && waitpid(child->pid, NULL, 0) < 0 && errno == EINTR) {
        }
        child->pid = -1;
    }
    close_end(&child->to);
    close_end(&child->from);
}
