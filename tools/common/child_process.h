/* A program in a process of its own, with pipes to it. All tools start programs by this module. Any
 * thread may start one. */
#ifndef TOOLS_CHILD_PROCESS_H
#define TOOLS_CHILD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/failure.h"

/* Values in place of a descriptor. CHILD_PIPE: a new pipe, whose other end this process keeps.
 * CHILD_INHERIT: the standard descriptor of this process. */
enum { CHILD_PIPE = -1, CHILD_INHERIT = -2 };

/* The exit status of a child that could not execute its program. */
enum { CHILD_NOT_RUN = 127 };

typedef struct child_plan {
    char *const *arguments; /* ended by NULL; the first is the program, searched on the PATH if it
                             * has no slash */
    const char *folder;     /* its working folder; NULL: that of this process */
    int in, out;            /* an open descriptor, CHILD_PIPE or CHILD_INHERIT */
    int error;              /* an open descriptor or CHILD_INHERIT; CHILD_PIPE: where `out` goes */
    bool ends_with_parent;  /* it gets SIGTERM when the thread that started it ends (Linux only) */
} child_plan;

typedef struct child_process {
    pid_t pid;  /* of the process and of its group; -1: none */
    bool ended; /* its status was fetched by child_wait() or child_wait_for() */
    int to;     /* the end of the pipe to its input; -1: none */
    int from;   /* the end of the pipe from its output; -1: none */
} child_process;

/* Starts a program in a process group of its own, with no signal blocked and SIGPIPE at its
 * default. The descriptors in the plan stay the caller's. Free the child with child_end(). On
 * failure it returns false, fills `why` without the program's name, and leaves nothing open.
 *
 * A program that cannot be executed is no failure: the child then ends with status
 * CHILD_NOT_RUN. */
bool child_start(child_process *child, const child_plan *plan, failure *why);

/* Waits for the end of the process and returns its status, as waitpid() gives it. To be called
 * once, and not after child_wait_for() has returned true. */
int child_wait(child_process *child);

/* Waits for the end of the process for at most so many milliseconds. Returns true and fills in its
 * status if it has ended, and false if it has not. */
bool child_wait_for(child_process *child, long milliseconds, int *status);

/* Sends a signal to all processes of the child's group. The child must have been started. */
void child_signal(const child_process *child, int signal);

/* Closes the pipe to the input of the process, if it is open. */
void child_close_input(child_process *child);

/* Kills the group, waits for the process if that was not done, and closes the pipes. May be called
 * again. */
void child_end(child_process *child);

#endif
