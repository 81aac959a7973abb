/* A command in a process of its own, with pipes to its input and from its output. Any thread may
 * start one. */
#ifndef TOOLS_CHILD_PROCESS_H
#define TOOLS_CHILD_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/failure.h"

/* The exit status of a command that cannot be executed, as in the shell. */
enum { CHILD_NOT_RUN = 127 };

typedef struct child_process {
    pid_t pid;  /* of the process and of its group; -1: none */
    bool ended; /* its status was fetched by child_wait() */
    int to;     /* the pipe to its input; -1: none */
    int from;   /* the pipe from its output; -1: none */
} child_process;

/* Lets the shell run a command in a process group of its own, with no signal blocked and SIGPIPE at
 * its default. Its process gets SIGTERM when the thread that started it ends (Linux only). Free the
 * child with child_end(). On failure it returns false, fills `why` without the command, and leaves
 * nothing open. */
bool child_start(child_process *child, const char *command, failure *why);

/* Waits at most this long for the end of the process. Returns true and fills in its status, as
 * waitpid() gives it, if it has ended; else false. */
bool child_wait(child_process *child, long milliseconds, int *status);

/* Closes the pipe to its input, if it is open. */
void child_close_input(child_process *child);

/* Kills the group, waits for the process if that was not done, and closes the pipes. May be called
 * again. */
void child_end(child_process *child);

#endif
