#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* One child is started at a time. Another one might inherit a pipe before it is marked. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

/* The descriptors that become a child's input, output and error output. */
typedef struct child_ends {
    int in, out, error;
} child_ends;

static void close_end(int *end)
{
    if (*end >= 0) {
        close(*end);
    }
    *end = -1;
}

/* Makes a pipe that other children do not inherit. */
static bool make_pipe(int *read_end, int *write_end)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    *read_end = ends[0];
    *write_end = ends[1];
    return true;
}

static bool replaces(int end, int standard)
{
    return end < 0 || dup2(end, standard) >= 0;
}

/* Executes the program. Uses only calls that are safe after fork(). */
static _Noreturn void become(const child_plan *plan, const child_ends *ends)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    /* Ctrl-C in a terminal goes to the parent only, and all that the program starts can be killed
     * with it. */
    setpgid(0, 0);
#ifdef __linux__
    if (plan->ends_with_parent) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
    }
#endif
    if ((!plan->folder || chdir(plan->folder) == 0) && replaces(ends->in, STDIN_FILENO) &&
        replaces(ends->out, STDOUT_FILENO) && replaces(ends->error, STDERR_FILENO)) {
        execvp(plan->arguments[0], plan->arguments);
    }
    _exit(CHILD_NOT_RUN);
}

/* Forks; all pipes exist. */
static bool launch(child_process *child, const child_plan *plan, const child_ends *ends,
                   failure *why)
{
    child->pid = fork();
    if (child->pid == 0) {
        become(plan, ends);
    }
    if (child->pid < 0) {
        return fail(why, "cannot start a process: %s", strerror(errno));
    }
    /* The child does this too. Whichever is first, the group exists before anybody signals it. */
    setpgid(child->pid, child->pid);
    return true;
}

bool child_start(child_process *child, const child_plan *plan, failure *why)
{
    child_ends ends = {plan->in, plan->out, plan->error};
    *child = (child_process){.pid = -1, .to = -1, .from = -1};
    pthread_mutex_lock(&starting);
    bool good = (plan->in != CHILD_PIPE || make_pipe(&ends.in, &child->to)) &&
                (plan->out != CHILD_PIPE || make_pipe(&child->from, &ends.out));
    if (good) {
        ends.error = plan->error == CHILD_PIPE ? ends.out : plan->error;
        good = launch(child, plan, &ends, why);
    } else {
        fail(why, "cannot make a pipe: %s", strerror(errno));
    }
    pthread_mutex_unlock(&starting);
    if (plan->in == CHILD_PIPE) {
        close_end(&ends.in);
    }
    if (plan->out == CHILD_PIPE) {
        close_end(&ends.out);
    }
    if (!good) {
        close_end(&child->to);
        close_end(&child->from);
    }
    return good;
}

int child_wait(child_process *child)
{
    int status = 0;
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
    }
    child->ended = true;
    return status;
}

bool child_wait_for(child_process *child, long milliseconds, int *status)
{
    enum { STEP_MS = 5 };
    const struct timespec pause = {.tv_nsec = STEP_MS * 1000000L};
    for (long waited = 0; waited < milliseconds && !child->ended; waited += STEP_MS) {
        child->ended = waitpid(child->pid, status, WNOHANG) == child->pid;
        if (!child->ended) {
            nanosleep(&pause, NULL);
        }
    }
    return child->ended;
}

void child_signal(const child_process *child, int signal)
{
    kill(-child->pid, signal);
}

void child_close_input(child_process *child)
{
    close_end(&child->to);
}

void child_end(child_process *child)
{
    if (child->pid > 0) {
        child_signal(child, SIGKILL);
        if (!child->ended) {
            child_wait(child);
        }
        child->pid = -1;
    }
    close_end(&child->to);
    close_end(&child->from);
}
